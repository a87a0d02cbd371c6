#include "streams.h"

#include "input.h"
#include "writer.h"
#include <libavutil/avstring.h>

media_status media_streams_open(const char *path, media_range part, media_streams **out) {
    *out = NULL;
    media_streams *streams = av_mallocz(sizeof *streams);
    if (!streams) return status_make(AVERROR(ENOMEM), media_step_allocate);
    media_status status = input_open(path, part, &streams->input);
    int code = status.code < 0 ? 0 : input_find_streams(streams->input);
    if (code < 0) status = status_make(code, media_step_read);
    if (status.code >= 0) {
        streams->packet = av_packet_alloc();
        streams->copies = av_calloc(FFMAX(streams->input->nb_streams, 1), sizeof *streams->copies);
        if (!streams->packet || !streams->copies) status = status_make(AVERROR(ENOMEM), media_step_allocate);
    }
    if (status.code < 0) {
        media_streams_close(streams);
        return status;
    }
    // Nothing is read that is not asked for.
    for (unsigned i = 0; i < streams->input->nb_streams; i++) streams->input->streams[i]->discard = AVDISCARD_ALL;
    *out = streams;
    return status;
}

void media_streams_close(media_streams *streams) {
    if (!streams) return;
    av_packet_free(&streams->packet);
    av_free(streams->copies);
    input_close(&streams->input);
    av_free(streams);
}

// MARK: Describing

int32_t media_streams_count(const media_streams *streams) { return (int32_t)streams->input->nb_streams; }

static media_stream_kind kind_of(const AVFormatContext *input, const AVStream *stream) {
    const AVCodecParameters *par = stream->codecpar;
    switch (par->codec_type) {
    case AVMEDIA_TYPE_VIDEO: return input_is_picture(stream) ? media_stream_picture : media_stream_video;
    case AVMEDIA_TYPE_AUDIO: return media_stream_audio;
    case AVMEDIA_TYPE_SUBTITLE: return media_stream_subtitle;
    case AVMEDIA_TYPE_ATTACHMENT: return media_stream_attachment;
    default:
        if (par->codec_tag == MKTAG('t', 'm', 'c', 'd')) return media_stream_timecode;
        return par->codec_tag == MKTAG('t', 'e', 'x', 't') && input->nb_chapters > 0 ? media_stream_chapters : media_stream_data;
    }
}

media_stream_info media_streams_describe(const media_streams *streams, int32_t index) {
    const AVFormatContext *input = streams->input;
    const AVStream *stream = input->streams[index];
    media_stream_info info = {.kind = kind_of(input, stream), .number = 1};
    for (int32_t i = 0; i < index; i++) info.number += kind_of(input, input->streams[i]) == info.kind;
    info.is_default = stream->disposition & AV_DISPOSITION_DEFAULT;
    info.duration = stream->duration > 0 ? (double)stream->duration * av_q2d(stream->time_base) : 0;
    info.width = stream->codecpar->width;
    info.height = stream->codecpar->height;
    info.sample_rate = stream->codecpar->sample_rate;
    info.channel_count = stream->codecpar->ch_layout.nb_channels;
    return info;
}

void media_streams_name(const media_streams *streams, int32_t index, char *text, int32_t size) {
    const AVCodecParameters *par = streams->input->streams[index]->codecpar;
    if (par->codec_id == AV_CODEC_ID_NONE || par->codec_id == AV_CODEC_ID_BIN_DATA)
        snprintf(text, size, "%s", av_fourcc2str(par->codec_tag));
    else snprintf(text, size, "%s", avcodec_get_name(par->codec_id));
}

int32_t media_streams_find(const media_streams *streams, media_stream_kind kind, int32_t number) {
    enum AVMediaType type = kind == media_stream_video ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_AUDIO;
    const AVStream *stream = input_stream(streams->input, type, number);
    return stream ? stream->index : -1;
}

bool media_streams_tag(
    const media_streams *streams, int32_t index, int32_t entry, const char **key, const char **value) {
    return input_tag(index < 0 ? streams->input->metadata : streams->input->streams[index]->metadata, entry, key, value);
}

// MARK: Copying

static int copy_side_data(const AVStream *from, AVStream *to) {
    for (int i = 0; i < from->nb_side_data; i++) {
        const AVPacketSideData *data = &from->side_data[i];
        uint8_t *bytes = av_stream_new_side_data(to, data->type, data->size);
        if (!bytes) return AVERROR(ENOMEM);
        memcpy(bytes, data->data, data->size);
    }
    return 0;
}

/// Whether the container holds such a stream; of data, only what has a tag of its own there is understood again.
static bool container_holds(const AVFormatContext *output, const AVCodecParameters *par) {
    if (par->codec_type == AVMEDIA_TYPE_ATTACHMENT) return strcmp(output->oformat->name, "matroska") == 0;
    if (par->codec_type == AVMEDIA_TYPE_DATA && par->codec_tag != MKTAG('g', 'p', 'm', 'd')) return false;
    if (par->codec_type == AVMEDIA_TYPE_UNKNOWN || par->codec_id == AV_CODEC_ID_NONE) return false;
    return avformat_query_codec(output->oformat, par->codec_id, FF_COMPLIANCE_NORMAL) == 1;
}

/// The codec's tag in the container; 0 leaves it to the container.
static uint32_t tag_for(const AVFormatContext *output, const AVCodecParameters *par) {
    if (par->codec_type == AVMEDIA_TYPE_DATA) return par->codec_tag;
    const bool is_matroska = strcmp(output->oformat->name, "matroska") == 0;
    return par->codec_id == AV_CODEC_ID_HEVC && !is_matroska ? MKTAG('h', 'v', 'c', '1') : 0;
}

media_status media_writer_add_copied(
    media_writer *writer, media_streams *streams, int32_t index, bool is_default) {
    AVStream *from = streams->input->streams[index];
    if (!container_holds(writer->output, from->codecpar)) return status_make(media_end, media_step_write);
    AVStream *to = writer->latest = avformat_new_stream(writer->output, NULL);
    if (!to) return status_make(AVERROR(ENOMEM), media_step_allocate);
    int code = avcodec_parameters_copy(to->codecpar, from->codecpar);
    if (code >= 0) code = copy_side_data(from, to);
    if (code < 0) return status_make(code, media_step_allocate);
    to->codecpar->codec_tag = tag_for(writer->output, from->codecpar);
    to->time_base = from->time_base;
    to->avg_frame_rate = from->avg_frame_rate;
    // Container and codec may disagree, and a muxer refuses that.
    to->sample_aspect_ratio = av_guess_sample_aspect_ratio(streams->input, from, NULL);
    to->codecpar->sample_aspect_ratio = to->sample_aspect_ratio;
    to->disposition = from->disposition & ~AV_DISPOSITION_DEFAULT;
    if (is_default) to->disposition |= AV_DISPOSITION_DEFAULT;
    from->discard = AVDISCARD_DEFAULT;
    streams->copies[index] = (stream_copy){to, input_zero(streams->input, from), AV_NOPTS_VALUE};
    // A record of Dolby Vision is written to those who accept what no standard body has adopted.
    writer->output->strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL;
    return status_make(0, media_step_write);
}

media_status media_writer_copy_chapters(media_writer *writer, const media_streams *streams) {
    const unsigned count = streams->input->nb_chapters;
    AVChapter **chapters = count > 0 ? av_calloc(count, sizeof *chapters) : NULL;
    if (!chapters) return status_make(count > 0 ? AVERROR(ENOMEM) : 0, media_step_allocate);
    writer->output->chapters = chapters;  // freed with the output
    for (unsigned i = 0; i < count; i++) {
        const AVChapter *from = streams->input->chapters[i];
        AVChapter *to = chapters[i] = av_mallocz(sizeof *to);
        if (!to) return status_make(AVERROR(ENOMEM), media_step_allocate);
        writer->output->nb_chapters = i + 1;
        *to = (AVChapter){.id = from->id, .time_base = from->time_base, .start = from->start, .end = from->end};
        int code = av_dict_copy(&to->metadata, from->metadata, 0);
        if (code < 0) return status_make(code, media_step_allocate);
    }
    return status_make(0, media_step_allocate);
}

/// Makes the packet's times rise, as containers demand: a damaged source repeats some or leaves them out.
static void straighten(stream_copy *copy, AVPacket *packet) {
    if (packet->dts == AV_NOPTS_VALUE) packet->dts = packet->pts;
    bool falls = packet->dts == AV_NOPTS_VALUE || packet->dts <= copy->last_dts;
    if (falls && copy->last_dts != AV_NOPTS_VALUE) packet->dts = copy->last_dts + FFMAX(1, packet->duration);
    if (packet->dts == AV_NOPTS_VALUE) packet->dts = 0;
    if (packet->pts == AV_NOPTS_VALUE || packet->pts < packet->dts) packet->pts = packet->dts;
    copy->last_dts = packet->dts;
}

/// Reads the next packet that is copied. Returns 0, or a libav error at the end.
static int read_packet(media_streams *streams) {
    while (!streams->has_packet) {
        int code = av_read_frame(streams->input, streams->packet);
        if (code < 0) return code;
        // Streams that appear on the way were not there to be asked for.
        const int index = streams->packet->stream_index;
        const bool is_known = (unsigned)index < streams->input->nb_streams;
        streams->has_packet = is_known && streams->copies[index].output;
        if (!streams->has_packet) av_packet_unref(streams->packet);
    }
    return 0;
}

media_status media_writer_copy_packets(media_writer *writer, media_streams *streams, double until, int32_t limit) {
    for (int32_t count = 0; count < limit; count++) {
        if (read_packet(streams) < 0) return status_make(media_end, media_step_read);
        AVPacket *packet = streams->packet;
        stream_copy *copy = &streams->copies[packet->stream_index];
        const AVRational time_base = streams->input->streams[packet->stream_index]->time_base;
        const int64_t time = packet->pts != AV_NOPTS_VALUE ? packet->pts : packet->dts;
        if (time != AV_NOPTS_VALUE && ((double)time - copy->zero) * av_q2d(time_base) >= until)
            return status_make(0, media_step_read);
        if (packet->pts != AV_NOPTS_VALUE) packet->pts -= copy->zero;
        if (packet->dts != AV_NOPTS_VALUE) packet->dts -= copy->zero;
        av_packet_move_ref(writer->packet, packet);
        streams->has_packet = false;
        writer->packet->pos = -1;
        av_packet_rescale_ts(writer->packet, time_base, copy->output->time_base);
        straighten(copy, writer->packet);
        int code = writer_interleave(writer, copy->output, copy->output->time_base);
        if (code < 0) return status_make(code, media_step_write);
    }
    return status_make(media_more, media_step_read);
}
