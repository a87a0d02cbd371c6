#include "frame.h"
#include "hdr.h"
#include "reader.h"
#include <libavutil/dovi_meta.h>
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

const media_streams *media_reader_streams(const media_reader *reader) { return &reader->streams; }

int32_t media_reader_stream(const media_reader *reader) { return reader->pictures.stream->index; }

const char *media_reader_container_name(const media_reader *reader) { return reader->pictures.input->iformat->name; }

media_hdr media_reader_hdr(const media_reader *reader) {
    media_hdr hdr = reader->hdr;
    hdr_learn_stream(&hdr, reader->pictures.stream);
    return hdr;
}

bool media_reader_dolby_vision(const media_reader *reader, int32_t *profile, int32_t *base) {
    const AVDOVIDecoderConfigurationRecord *record =
        (const void *)av_stream_get_side_data(reader->pictures.stream, AV_PKT_DATA_DOVI_CONF, NULL);
    *profile = record ? record->dv_profile : 0;
    *base = record ? record->dv_bl_signal_compatibility_id : 0;
    return record != NULL;
}
