#include "frame.h"
#include "reader.h"
#include <libavutil/pixdesc.h>

static double seconds(int64_t ticks, AVRational time_base) {
    return ticks == AV_NOPTS_VALUE ? 0 : (double)ticks * av_q2d(time_base);
}

double media_reader_duration(const media_reader *reader) { return seconds(reader->pictures.input->duration, AV_TIME_BASE_Q); }

double media_reader_start(const media_reader *reader) {
    double zero = seconds(reader->pictures.zero, reader->pictures.stream->time_base);
    return seconds(reader->pictures.input->start_time, AV_TIME_BASE_Q) - zero;
}

static int64_t stream_end(const media_reader *reader) {
    const AVStream *stream = reader->pictures.stream;
    if (stream->start_time == AV_NOPTS_VALUE || stream->duration == AV_NOPTS_VALUE || stream->duration <= 0) return INT64_MIN;
    return av_sat_sub64(av_sat_add64(stream->start_time, stream->duration), reader->pictures.zero);
}

media_video_info media_reader_video(const media_reader *reader) {
    AVStream *stream = reader->pictures.stream;
    const AVCodecParameters *par = stream->codecpar;
    bool is_full_range = false;
    int format = format_without_range(par->format, &is_full_range);
    AVRational rate = stream->avg_frame_rate.num > 0 ? stream->avg_frame_rate : stream->r_frame_rate;
    AVRational aspect = av_guess_sample_aspect_ratio(reader->pictures.input, stream, NULL);
    double duration = seconds(stream->duration, stream->time_base);
    return (media_video_info){
        .width = par->width, .height = par->height, .format = format,
        .colour = {par->color_primaries, par->color_trc, par->color_space,
                   is_full_range ? AVCOL_RANGE_JPEG : par->color_range, par->chroma_location},
        .matrix = matrix_describe((const int32_t *)av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, NULL)),
        .time_base_numerator = stream->time_base.num, .time_base_denominator = stream->time_base.den,
        .sample_aspect_ratio = aspect.num > 0 && aspect.den > 0 ? av_q2d(aspect) : 1,
        .frame_rate = rate.num > 0 && rate.den > 0 ? av_q2d(rate) : 0,
        .frame_count = stream->nb_frames,
        .duration = duration > 0 ? duration : media_reader_duration(reader),
        .end = stream_end(reader),
    };
}

media_audio_info media_reader_audio(const media_reader *reader) {
    if (!reader->audio) return (media_audio_info){0};
    const AVCodecParameters *par = reader->audio->codecpar;
    return (media_audio_info){par->sample_rate, par->ch_layout.nb_channels, true};
}

const char *media_reader_container_name(const media_reader *reader) { return reader->pictures.input->iformat->name; }

const char *media_reader_video_codec(const media_reader *reader) {
    return avcodec_get_name(reader->pictures.stream->codecpar->codec_id);
}

const char *media_reader_audio_codec(const media_reader *reader) {
    return reader->audio ? avcodec_get_name(reader->audio->codecpar->codec_id) : "";
}

bool media_reader_tag(
    const media_reader *reader, media_tags tags, int32_t index, const char **key, const char **value) {
    const AVStream *stream = tags == media_tags_video ? reader->pictures.stream : reader->audio;
    const AVDictionary *entries =
        tags == media_tags_container ? reader->pictures.input->metadata : stream ? stream->metadata : NULL;
    const AVDictionaryEntry *entry = NULL;
    for (int32_t i = 0; i <= index; i++) {
        entry = av_dict_get(entries, "", entry, AV_DICT_IGNORE_SUFFIX);
        if (!entry) return false;
    }
    *key = entry->key;
    *value = entry->value;
    return true;
}
