#include "media_copy.h"

#include "input.h"
#include <libavutil/avstring.h>
#include <string.h>

/// Everything that a copy holds; freed by one function, however far it came.
typedef struct {
    AVFormatContext *input, *output;
    AVPacket *packet;
    /// For each stream of the input its place in the output, or −1.
    int *places;
} copy_state;

static void copy_free(copy_state *state) {
    if (state->output) {
        avio_closep(&state->output->pb);
        avformat_free_context(state->output);
    }
    input_close(&state->input);
    av_packet_free(&state->packet);
    av_freep(&state->places);
}

/// Copies metadata but what describes the source's file. Returns whether there are QuickTime's named keys among it.
static bool copy_tags(AVDictionary *from, AVDictionary **to) {
    static const char *const of_the_file[] = {"major_brand", "minor_version", "compatible_brands", "encoder", "duration"};
    bool has_named = false;
    AVDictionaryEntry *entry = NULL;
    while ((entry = av_dict_get(from, "", entry, AV_DICT_IGNORE_SUFFIX))) {
        bool is_wanted = true;
        for (size_t i = 0; i < sizeof of_the_file / sizeof *of_the_file; i++)
            if (!av_strcasecmp(entry->key, of_the_file[i])) is_wanted = false;
        if (!is_wanted) continue;
        if (strchr(entry->key, '.')) has_named = true;
        av_dict_set(to, entry->key, entry->value, 0);
    }
    return has_named;
}

static int copy_side_data(const AVStream *from, AVStream *to) {
    for (int i = 0; i < from->nb_side_data; i++) {
        const AVPacketSideData *data = &from->side_data[i];
        uint8_t *bytes = av_stream_new_side_data(to, data->type, data->size);
        if (!bytes) return AVERROR(ENOMEM);
        memcpy(bytes, data->data, data->size);
    }
    return 0;
}

/// Adds a stream like `from`; returns its place, −1 when the container does not hold it, or another negative code.
static int add_stream(AVFormatContext *output, const AVStream *from, int *place) {
    *place = -1;
    const AVCodecParameters *parameters = from->codecpar;
    const bool is_media = parameters->codec_type == AVMEDIA_TYPE_VIDEO || parameters->codec_type == AVMEDIA_TYPE_AUDIO ||
                          parameters->codec_type == AVMEDIA_TYPE_SUBTITLE;
    if (!is_media || avformat_query_codec(output->oformat, parameters->codec_id, FF_COMPLIANCE_NORMAL) != 1) return 0;
    AVStream *to = avformat_new_stream(output, NULL);
    if (!to) return AVERROR(ENOMEM);
    int code = avcodec_parameters_copy(to->codecpar, parameters);
    if (code < 0) return code;
    const bool is_hevc = parameters->codec_id == AV_CODEC_ID_HEVC && strcmp(output->oformat->name, "matroska") != 0;
    to->codecpar->codec_tag = is_hevc ? MKTAG('h', 'v', 'c', '1') : 0;
    to->time_base = from->time_base;
    to->avg_frame_rate = from->avg_frame_rate;
    to->sample_aspect_ratio = from->sample_aspect_ratio;
    to->disposition = from->disposition;
    copy_tags(from->metadata, &to->metadata);
    *place = to->index;
    return copy_side_data(from, to);
}

static int add_streams(copy_state *state, char *left_out, int32_t left_out_size) {
    for (unsigned i = 0; i < state->input->nb_streams; i++) {
        AVStream *stream = state->input->streams[i];
        int code = add_stream(state->output, stream, &state->places[i]);
        if (code < 0) return code;
        if (state->places[i] >= 0) {
            continue;
        }
        if (left_out[0]) av_strlcat(left_out, ", ", left_out_size);
        av_strlcat(left_out, avcodec_get_name(stream->codecpar->codec_id), left_out_size);
    }
    return state->output->nb_streams > 0 ? 0 : media_error_no_stream;
}

/// Writes the header: index at the front, ticks as in the source.
static int write_header(copy_state *state, bool has_named_tags) {
    AVDictionary *options = NULL, *protocol = NULL;
    AVStream *video = input_best_stream(state->input, AVMEDIA_TYPE_VIDEO);
    av_dict_set(&protocol, "protocol_whitelist", "file", 0);
    av_dict_set(&options, "movflags", has_named_tags ? "+faststart+use_metadata_tags" : "+faststart", 0);
    if (video && video->time_base.num == 1) av_dict_set_int(&options, "video_track_timescale", video->time_base.den, 0);
    int code = avio_open2(&state->output->pb, state->output->url, AVIO_FLAG_WRITE, NULL, &protocol);
    if (code >= 0) code = avformat_write_header(state->output, &options);
    av_dict_free(&options);
    av_dict_free(&protocol);
    return code;
}

static int copy_packets(copy_state *state, bool (*should_stop)(void *), void *context) {
    for (;;) {
        if (should_stop(context)) return AVERROR_EXIT;
        int code = av_read_frame(state->input, state->packet);
        if (code == AVERROR_EOF) return 0;
        if (code < 0) return code;
        const int from = state->packet->stream_index;
        const int place = (unsigned)from < state->input->nb_streams ? state->places[from] : -1;
        if (place < 0) {
            av_packet_unref(state->packet);
            continue;
        }
        state->packet->stream_index = place;
        state->packet->pos = -1;
        av_packet_rescale_ts(
            state->packet, state->input->streams[from]->time_base, state->output->streams[place]->time_base);
        code = av_interleaved_write_frame(state->output, state->packet);
        if (code < 0) return code;
    }
}

static media_status copy_open(copy_state *state, const char *input_path, const char *output_path, const char *container) {
    media_status status = input_open(input_path, &state->input);
    if (status.code < 0) return status;
    int code = input_find_streams(state->input);
    if (code < 0) return status_make(code, media_step_read);
    char *url = av_asprintf("file:%s", output_path);
    code = url ? avformat_alloc_output_context2(&state->output, NULL, container, url) : AVERROR(ENOMEM);
    av_free(url);
    state->packet = av_packet_alloc();
    state->places = av_calloc(state->input->nb_streams, sizeof *state->places);
    if (code >= 0 && (!state->packet || !state->places)) code = AVERROR(ENOMEM);
    return status_make(code < 0 ? code : 0, media_step_open);
}

media_status media_copy(
    const char *input_path, const char *output_path, const char *container, bool (*should_stop)(void *), void *context,
    char *left_out, int32_t left_out_size) {
    copy_state state = {0};
    if (left_out_size > 0) left_out[0] = 0;
    media_status status = copy_open(&state, input_path, output_path, container);
    if (status.code >= 0) {
        int code = add_streams(&state, left_out, left_out_size);
        if (code >= 0) code = write_header(&state, copy_tags(state.input->metadata, &state.output->metadata));
        if (code >= 0) code = copy_packets(&state, should_stop, context);
        if (code >= 0) code = av_write_trailer(state.output);
        if (code >= 0) code = state.output->pb->error;
        int closed = state.output->pb ? avio_closep(&state.output->pb) : 0;
        if (code >= 0) code = closed;
        status = status_make(code < 0 ? code : 0, media_step_write);
    }
    copy_free(&state);
    return status;
}

bool media_copy_was_stopped(int32_t code) { return code == AVERROR_EXIT; }
