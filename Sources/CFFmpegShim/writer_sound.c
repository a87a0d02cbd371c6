#include "sound.h"
#include "writer.h"

int32_t media_encoder_sample_rate(const char *encoder, int32_t rate) {
    const AVCodec *codec = avcodec_find_encoder_by_name(encoder);
    const int *rates = codec ? codec->supported_samplerates : NULL;
    int best = 0;
    for (; rates && *rates; rates++) {
        bool is_better = best < rate ? *rates > best : *rates >= rate && *rates < best;
        if (best == 0 || is_better) best = *rates;
    }
    return best > 0 ? best : rate;
}

/// The sample format that the encoder takes: planar floats, or else its first.
static enum AVSampleFormat sample_format(const AVCodec *codec) {
    const enum AVSampleFormat *formats = codec->sample_fmts;
    for (int i = 0; formats && formats[i] != AV_SAMPLE_FMT_NONE; i++)
        if (formats[i] == AV_SAMPLE_FMT_FLTP) return formats[i];
    return formats ? formats[0] : AV_SAMPLE_FMT_FLTP;
}

/// Samples that are encoded at once where the encoder does not mind.
static const int free_frame_size = 1024;

/// Allocates the frame that collects samples.
static int start_collecting(media_writer *writer) {
    const AVCodecContext *context = writer->sound_encoder;
    AVFrame *frame = writer->sound_frame = av_frame_alloc();
    if (!frame) return AVERROR(ENOMEM);
    frame->format = AV_SAMPLE_FMT_FLTP;
    frame->sample_rate = context->sample_rate;
    frame->nb_samples = context->frame_size > 0 ? context->frame_size : free_frame_size;
    int code = av_channel_layout_copy(&frame->ch_layout, &context->ch_layout);
    return code < 0 ? code : av_frame_get_buffer(frame, 0);
}

/// Makes the converter where the encoder does not take planar floats.
static int start_converting(media_writer *writer) {
    AVCodecContext *context = writer->sound_encoder;
    if (context->sample_fmt == AV_SAMPLE_FMT_FLTP) return 0;
    int code = swr_alloc_set_opts2(
        &writer->sound_converter, &context->ch_layout, context->sample_fmt, context->sample_rate, &context->ch_layout,
        AV_SAMPLE_FMT_FLTP, context->sample_rate, 0, NULL);
    return code < 0 ? code : swr_init(writer->sound_converter);
}

media_status media_writer_add_sound_encoder(
    media_writer *writer, const char *encoder, int32_t rate, const char *layout, int64_t bit_rate) {
    const AVCodec *codec = avcodec_find_encoder_by_name(encoder);
    if (!codec) return status_make(AVERROR_ENCODER_NOT_FOUND, media_step_open_encoder);
    AVCodecContext *context = writer->sound_encoder = avcodec_alloc_context3(codec);
    AVStream *stream = writer->latest = writer->sound = avformat_new_stream(writer->output, NULL);
    if (!context || !stream) return status_make(AVERROR(ENOMEM), media_step_allocate);
    int code = av_channel_layout_from_string(&context->ch_layout, layout);
    if (code < 0) return status_make(code, media_step_open_encoder);
    context->opaque = &writer->log;
    context->sample_rate = rate;
    context->sample_fmt = sample_format(codec);
    context->bit_rate = bit_rate;
    context->time_base = (AVRational){1, rate};
    context->thread_count = 1;
    context->strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL;
    if (writer->output->oformat->flags & AVFMT_GLOBALHEADER) context->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    code = avcodec_open2(context, codec, NULL);
    if (code >= 0) code = avcodec_parameters_from_context(stream->codecpar, context);
    if (code >= 0) code = start_collecting(writer);
    if (code >= 0) code = start_converting(writer);
    stream->time_base = context->time_base;
    stream->disposition = AV_DISPOSITION_DEFAULT;
    return status_make(code < 0 ? code : 0, media_step_open_encoder);
}

/// Writes the packets that the encoder has ready.
static media_status drain_sound(media_writer *writer) {
    for (;;) {
        int code = avcodec_receive_packet(writer->sound_encoder, writer->packet);
        if (code == AVERROR(EAGAIN) || code == AVERROR_EOF) return status_make(0, media_step_encode);
        if (code < 0) return status_make(code, media_step_encode);
        code = writer_interleave(writer, writer->sound, writer->sound_encoder->time_base);
        if (code < 0) return status_make(code, media_step_write);
    }
}

/// The collected samples as the encoder takes them: a new frame, or NULL when memory is short.
static AVFrame *frame_to_encode(media_writer *writer) {
    AVFrame *collected = writer->sound_frame;
    if (!writer->sound_converter) return av_frame_clone(collected);
    AVFrame *frame = av_frame_alloc();
    if (!frame) return NULL;
    frame->format = writer->sound_encoder->sample_fmt;
    frame->sample_rate = collected->sample_rate;
    frame->nb_samples = collected->nb_samples;
    frame->pts = collected->pts;
    int code = av_channel_layout_copy(&frame->ch_layout, &collected->ch_layout);
    if (code >= 0) code = av_frame_get_buffer(frame, 0);
    if (code >= 0)
        code = swr_convert(
            writer->sound_converter, frame->extended_data, frame->nb_samples,
            (const uint8_t **)collected->extended_data, collected->nb_samples);
    if (code < 0) av_frame_free(&frame);
    return frame;
}

/// Encodes the samples that were collected, and makes room for the next ones.
static media_status encode_collected(media_writer *writer) {
    AVFrame *collected = writer->sound_frame;
    int whole = collected->nb_samples;
    collected->pts = writer->sound_pts;
    collected->nb_samples = writer->sound_frame_filled;
    AVFrame *frame = frame_to_encode(writer);
    collected->nb_samples = whole;
    if (!frame) return status_make(AVERROR(ENOMEM), media_step_encode);
    int code = avcodec_send_frame(writer->sound_encoder, frame);
    av_frame_free(&frame);
    if (code < 0) return status_make(code, media_step_encode);
    writer->sound_pts += writer->sound_frame_filled;
    writer->sound_frame_filled = 0;
    // The encoder may still hold the samples.
    code = av_frame_make_writable(collected);
    return code < 0 ? status_make(code, media_step_allocate) : drain_sound(writer);
}

media_status media_writer_write_sound(
    media_writer *writer, const float *const *channels, int32_t count, int64_t position) {
    AVFrame *frame = writer->sound_frame;
    if (writer->sound_frame_filled == 0) writer->sound_pts = position;
    for (int32_t taken = 0; taken < count;) {
        int part = FFMIN(count - taken, frame->nb_samples - writer->sound_frame_filled);
        for (int c = 0; c < frame->ch_layout.nb_channels; c++)
            memcpy(
                (float *)frame->extended_data[c] + writer->sound_frame_filled, channels[c] + taken,
                part * sizeof(float));
        taken += part;
        writer->sound_frame_filled += part;
        if (writer->sound_frame_filled < frame->nb_samples) break;
        media_status status = encode_collected(writer);
        if (status.code < 0) return status;
    }
    return status_make(0, media_step_encode);
}

media_status media_writer_flush_sound(media_writer *writer) {
    if (!writer->sound_encoder) return status_make(0, media_step_encode);
    const int takes_less = AV_CODEC_CAP_SMALL_LAST_FRAME | AV_CODEC_CAP_VARIABLE_FRAME_SIZE;
    if (writer->sound_frame_filled > 0) {
        AVFrame *frame = writer->sound_frame;
        if (!(writer->sound_encoder->codec->capabilities & takes_less)) {  // silence fills the rest
            for (int c = 0; c < frame->ch_layout.nb_channels; c++)
                memset(
                    (float *)frame->extended_data[c] + writer->sound_frame_filled, 0,
                    (frame->nb_samples - writer->sound_frame_filled) * sizeof(float));
            writer->sound_frame_filled = frame->nb_samples;
        }
        media_status status = encode_collected(writer);
        if (status.code < 0) return status;
    }
    int code = avcodec_send_frame(writer->sound_encoder, NULL);
    return code < 0 ? status_make(code, media_step_encode) : drain_sound(writer);
}
