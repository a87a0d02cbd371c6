#include "media_still.h"
#include "frame.h"
#include <libavcodec/avcodec.h>
#include <libavutil/imgutils.h>

static media_status status_make(int code, media_step step) { return (media_status){code, step}; }

static enum AVCodecID codec_of(media_still_kind kind) {
    switch (kind) {
    case media_still_jpeg: return AV_CODEC_ID_MJPEG;
    case media_still_png: return AV_CODEC_ID_PNG;
    case media_still_webp: return AV_CODEC_ID_WEBP;
    case media_still_tiff: return AV_CODEC_ID_TIFF;
    case media_still_gif: return AV_CODEC_ID_GIF;
    case media_still_bmp: return AV_CODEC_ID_BMP;
    }
    return AV_CODEC_ID_NONE;
}

static media_status open_decoder(media_still_kind kind, int64_t max_pixels, AVCodecContext **out) {
    const AVCodec *codec = avcodec_find_decoder(codec_of(kind));
    if (!codec) return status_make(media_error_no_decoder, media_step_open_decoder);
    AVCodecContext *decoder = avcodec_alloc_context3(codec);
    if (!decoder) return status_make(AVERROR(ENOMEM), media_step_allocate);
    decoder->thread_count = 1;
    decoder->max_pixels = max_pixels;
    // Else a JPEG whose picture is cut off comes out green, without a word.
    if (kind == media_still_jpeg) decoder->err_recognition |= AV_EF_EXPLODE;
    int code = avcodec_open2(decoder, codec, NULL);
    if (code < 0) {
        avcodec_free_context(&decoder);
        return status_make(code, media_step_open_decoder);
    }
    *out = decoder;
    return status_make(0, media_step_open_decoder);
}

/// Copies the bytes into a packet, whose padding the decoder may read.
static int packet_fill(AVPacket *packet, const uint8_t *bytes, int64_t size) {
    if (size <= 0 || size > INT32_MAX - AV_INPUT_BUFFER_PADDING_SIZE) return AVERROR_INVALIDDATA;
    int code = av_new_packet(packet, (int)size);
    if (code >= 0) memcpy(packet->data, bytes, size);
    packet->flags |= AV_PKT_FLAG_KEY;
    return code;
}

media_status media_still_decode(
    media_still_kind kind, const uint8_t *bytes, int64_t size, int64_t max_pixels, media_frame **out) {
    AVCodecContext *decoder = NULL;
    *out = NULL;
    media_silence();
    media_status status = open_decoder(kind, max_pixels, &decoder);
    if (status.code < 0) return status;
    AVPacket *packet = av_packet_alloc();
    AVFrame *frame = av_frame_alloc();
    int code = packet && frame ? packet_fill(packet, bytes, size) : AVERROR(ENOMEM);
    if (code >= 0) code = avcodec_send_packet(decoder, packet);
    if (code >= 0) code = avcodec_send_packet(decoder, NULL);
    if (code >= 0) code = avcodec_receive_frame(decoder, frame);
    if (code == AVERROR_EOF) code = AVERROR_INVALIDDATA;
    if (code >= 0) code = frame_normalise(frame);
    if (code >= 0) {
        frame->pts = 0;
        *out = frame_media(frame);
        frame = NULL;
    }
    av_frame_free(&frame);
    av_packet_free(&packet);
    avcodec_free_context(&decoder);
    return status_make(code, media_step_decode);
}

// MARK: Encoding

/// A `media_bytes` is an `AVPacket`.
static AVPacket *bytes_packet(const media_bytes *bytes) { return (AVPacket *)bytes; }

static int encode_picture(AVCodecContext *encoder, AVFrame *picture, AVPacket *packet) {
    int code = avcodec_send_frame(encoder, picture);
    if (code >= 0) code = avcodec_send_frame(encoder, NULL);
    if (code >= 0) code = avcodec_receive_packet(encoder, packet);
    return code;
}

/// An encoder for one picture of that size and format, not opened yet, and the picture, without memory.
static int make_encoder(
    enum AVCodecID kind, int32_t width, int32_t height, enum AVPixelFormat format, AVCodecContext **out,
    AVFrame *picture) {
    const AVCodec *codec = avcodec_find_encoder(kind);
    if (!codec) return AVERROR_ENCODER_NOT_FOUND;
    AVCodecContext *encoder = *out = avcodec_alloc_context3(codec);
    if (!encoder) return AVERROR(ENOMEM);
    encoder->width = picture->width = width;
    encoder->height = picture->height = height;
    encoder->pix_fmt = picture->format = format;
    encoder->time_base = (AVRational){1, 1};
    encoder->thread_count = 1;
    return 0;
}

/// Opens the encoder, gives the picture memory, copies the rows of its planes and encodes it into `packet`.
static int encode_rows(
    AVCodecContext *encoder, AVFrame *picture, const uint8_t *const *planes, const int32_t *strides, AVPacket *packet) {
    int code = avcodec_open2(encoder, encoder->codec, NULL);
    if (code >= 0) code = av_frame_get_buffer(picture, 0);
    if (code < 0) return code;
    const uint8_t *sources[4] = {0};
    int source_strides[4] = {0};
    for (int plane = 0; plane < 4 && picture->data[plane]; plane++) {
        sources[plane] = planes[plane];
        source_strides[plane] = strides[plane];
    }
    av_image_copy(
        picture->data, picture->linesize, sources, source_strides, picture->format, picture->width, picture->height);
    return encode_picture(encoder, picture, packet);
}

media_status media_still_encode_png(const uint8_t *rgba, int32_t width, int32_t height, media_bytes **out) {
    *out = NULL;
    media_silence();
    AVCodecContext *encoder = NULL;
    AVFrame *picture = av_frame_alloc();
    AVPacket *packet = av_packet_alloc();
    const int32_t stride = width * 4;
    int code = picture && packet ? 0 : AVERROR(ENOMEM);
    if (code >= 0) code = make_encoder(AV_CODEC_ID_PNG, width, height, AV_PIX_FMT_RGBA, &encoder, picture);
    if (code >= 0) code = encode_rows(encoder, picture, &rgba, &stride, packet);
    if (code >= 0) {
        *out = (media_bytes *)packet;
        packet = NULL;
    }
    av_packet_free(&packet);
    av_frame_free(&picture);
    avcodec_free_context(&encoder);
    return status_make(code, media_step_encode);
}

media_status media_still_encode_jpeg(
    const uint8_t *const *planes, const int32_t *strides, int32_t width, int32_t height, int32_t quantiser,
    media_bytes **out) {
    *out = NULL;
    media_silence();
    AVCodecContext *encoder = NULL;
    AVFrame *picture = av_frame_alloc();
    AVPacket *packet = av_packet_alloc();
    int code = picture && packet ? 0 : AVERROR(ENOMEM);
    if (code >= 0) code = make_encoder(AV_CODEC_ID_MJPEG, width, height, AV_PIX_FMT_YUVJ420P, &encoder, picture);
    if (code >= 0) {
        encoder->color_range = picture->color_range = AVCOL_RANGE_JPEG;
        encoder->flags |= AV_CODEC_FLAG_QSCALE | AV_CODEC_FLAG_BITEXACT;
        encoder->global_quality = picture->quality = quantiser * FF_QP2LAMBDA;
        code = encode_rows(encoder, picture, planes, strides, packet);
    }
    if (code >= 0) {
        *out = (media_bytes *)packet;
        packet = NULL;
    }
    av_packet_free(&packet);
    av_frame_free(&picture);
    avcodec_free_context(&encoder);
    return status_make(code, media_step_encode);
}

const uint8_t *media_bytes_data(const media_bytes *bytes) { return bytes_packet(bytes)->data; }

int64_t media_bytes_size(const media_bytes *bytes) { return bytes_packet(bytes)->size; }

void media_bytes_free(media_bytes *bytes) {
    AVPacket *packet = bytes_packet(bytes);
    av_packet_free(&packet);
}
