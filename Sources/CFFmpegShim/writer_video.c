#include "frame.h"
#include "hdr.h"
#include "writer.h"
#include <libavutil/display.h>

media_status media_writer_add_video(media_writer *writer, const char *encoder, media_video_settings settings) {
    const AVCodec *codec = avcodec_find_encoder_by_name(encoder);
    if (!codec) return status_make(AVERROR_ENCODER_NOT_FOUND, media_step_open_encoder);
    AVCodecContext *context = writer->video_encoder = avcodec_alloc_context3(codec);
    writer->latest = writer->video = avformat_new_stream(writer->output, NULL);
    if (!context || !writer->video) return status_make(AVERROR(ENOMEM), media_step_allocate);
    context->opaque = &writer->log;
    context->width = settings.width;
    context->height = settings.height;
    context->pix_fmt = settings.format;
    context->color_primaries = settings.colour.primaries;
    context->color_trc = settings.colour.transfer;
    context->colorspace = settings.colour.matrix;
    context->color_range = settings.colour.range;
    context->chroma_sample_location = settings.colour.chroma_location;
    context->time_base = (AVRational){settings.time_base_numerator, settings.time_base_denominator};
    context->framerate = av_d2q(settings.frame_rate, 100000);
    context->sample_aspect_ratio = av_d2q(settings.sample_aspect_ratio, 1000);
    context->thread_count = settings.thread_count;
    if (writer->output->oformat->flags & AVFMT_GLOBALHEADER) context->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    writer->last_video_dts = AV_NOPTS_VALUE;
    writer->video->disposition = AV_DISPOSITION_DEFAULT;
    writer->hdr = settings.hdr;
    writer->video_tag = settings.codec_tag;
    return status_make(0, media_step_open_encoder);
}

void media_writer_set_video_option(media_writer *writer, const char *name, const char *value) {
    av_dict_set(&writer->video_options, name, value, 0);
}

media_status media_writer_open_video(media_writer *writer, const int32_t *matrix) {
    AVCodecContext *context = writer->video_encoder;
    AVStream *stream = writer->video;
    int code = avcodec_open2(context, context->codec, &writer->video_options);
    if (code < 0) return status_make(code, media_step_open_encoder);
    code = avcodec_parameters_from_context(stream->codecpar, context);
    if (code < 0) return status_make(code, media_step_open_encoder);
    stream->codecpar->codec_tag = writer->video_tag;
    // Seconds times the numerator are whole ticks of this, so no time is rounded where the container allows it.
    stream->time_base = (AVRational){1, context->time_base.den};
    stream->avg_frame_rate = context->framerate;
    stream->sample_aspect_ratio = context->sample_aspect_ratio;
    code = hdr_note(&writer->hdr, stream);
    if (code < 0) return status_make(code, media_step_allocate);
    if (matrix) {
        size_t size = 9 * sizeof *matrix;
        uint8_t *data = av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, size);
        if (!data) return status_make(AVERROR(ENOMEM), media_step_allocate);
        memcpy(data, matrix, size);
    }
    return status_make(0, media_step_open_encoder);
}

static int durations_add(media_writer *writer, const AVFrame *frame) {
    if (writer->duration_count == writer->duration_capacity) {
        int capacity = writer->duration_capacity ? 2 * writer->duration_capacity : 64;
        frame_duration *grown = av_realloc_array(writer->durations, capacity, sizeof *grown);
        if (!grown) return AVERROR(ENOMEM);
        writer->durations = grown;
        writer->duration_capacity = capacity;
    }
    writer->durations[writer->duration_count++] = (frame_duration){frame->pts, frame->pkt_duration};
    return 0;
}

/// The duration of the frame with that time, which leaves the list; 0 when it is not there.
static int64_t durations_take(media_writer *writer, int64_t pts) {
    for (int i = 0; i < writer->duration_count; i++) {
        if (writer->durations[i].pts != pts) continue;
        int64_t duration = writer->durations[i].duration;
        writer->durations[i] = writer->durations[--writer->duration_count];
        return duration;
    }
    return 0;
}

/// x265 makes up decoding times where a clip is shorter than its delay: then they only have to rise.
static void mend_dts(media_writer *writer, AVPacket *packet) {
    const int64_t last = writer->last_video_dts;
    const bool is_first = last == AV_NOPTS_VALUE;
    const int64_t most_delay = av_rescale_q(60, (AVRational){1, 1}, writer->video_encoder->time_base);
    const bool is_nonsense =
        packet->dts == AV_NOPTS_VALUE || packet->dts > packet->pts || packet->dts < packet->pts - most_delay;
    if (is_nonsense || (!is_first && packet->dts <= last))
        packet->dts = is_first ? packet->pts - 2 * FFMAX(1, packet->duration) : last + 1;
    writer->last_video_dts = packet->dts;
}

/// Writes the packets that the encoder has ready.
static media_status drain_video(media_writer *writer) {
    AVCodecContext *context = writer->video_encoder;
    for (;;) {
        int code = avcodec_receive_packet(context, writer->packet);
        if (code == AVERROR(EAGAIN) || code == AVERROR_EOF) return status_make(0, media_step_encode);
        if (code < 0) return status_make(code, media_step_encode);
        writer->packet->duration = durations_take(writer, writer->packet->pts);
        mend_dts(writer, writer->packet);
        code = writer_interleave(writer, writer->video, context->time_base);
        if (code < 0) return status_make(code, media_step_write);
    }
}

media_status media_writer_write_frame(media_writer *writer, media_frame *frame) {
    AVFrame *av = frame_av(frame);
    av->sample_aspect_ratio = writer->video_encoder->sample_aspect_ratio;
    int code = durations_add(writer, av);
    if (code >= 0) code = avcodec_send_frame(writer->video_encoder, av);
    media_frame_free(frame);
    return code < 0 ? status_make(code, media_step_encode) : drain_video(writer);
}

media_status media_writer_flush_video(media_writer *writer) {
    if (!writer->video_encoder) return status_make(0, media_step_encode);
    int code = avcodec_send_frame(writer->video_encoder, NULL);
    return code < 0 ? status_make(code, media_step_encode) : drain_video(writer);
}
