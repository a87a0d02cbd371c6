#include "frame.h"
#include <libavutil/pixdesc.h>

enum AVPixelFormat format_without_range(enum AVPixelFormat format, bool *is_full_range) {
    *is_full_range = true;
    switch (format) {
    case AV_PIX_FMT_YUVJ420P: return AV_PIX_FMT_YUV420P;
    case AV_PIX_FMT_YUVJ422P: return AV_PIX_FMT_YUV422P;
    case AV_PIX_FMT_YUVJ444P: return AV_PIX_FMT_YUV444P;
    case AV_PIX_FMT_YUVJ440P: return AV_PIX_FMT_YUV440P;
    case AV_PIX_FMT_YUVJ411P: return AV_PIX_FMT_YUV411P;
    default: *is_full_range = false; return format;
    }
}

/// Replaces a picture that is stored bottom up by a copy that is not.
static int frame_flip_rows(AVFrame *frame) {
    AVFrame *copy = av_frame_alloc();
    if (!copy) return AVERROR(ENOMEM);
    copy->format = frame->format;
    copy->width = frame->width;
    copy->height = frame->height;
    int code = av_frame_get_buffer(copy, 0);
    if (code >= 0) code = av_frame_copy(copy, frame);
    if (code >= 0) code = av_frame_copy_props(copy, frame);
    if (code >= 0) {
        av_frame_unref(frame);
        av_frame_move_ref(frame, copy);
    }
    av_frame_free(&copy);
    return code;
}

int frame_normalise(AVFrame *frame) {
    bool is_full_range = false;
    frame->format = format_without_range(frame->format, &is_full_range);
    if (is_full_range) frame->color_range = AVCOL_RANGE_JPEG;
    for (int plane = 0; plane < AV_NUM_DATA_POINTERS; plane++)
        if (frame->data[plane] && frame->linesize[plane] < 0) return frame_flip_rows(frame);
    return 0;
}

media_display_matrix matrix_describe(const int32_t *elements) {
    if (!elements) return (media_display_matrix){0};
    return (media_display_matrix){elements[0], elements[1], elements[3], elements[4], true};
}

media_frame_info media_frame_describe(const media_frame *frame) {
    const AVFrame *av = frame_av(frame);
    const AVFrameSideData *matrix = av_frame_get_side_data(av, AV_FRAME_DATA_DISPLAYMATRIX);
    return (media_frame_info){
        .width = av->width, .height = av->height, .format = av->format,
        .colour = {av->color_primaries, av->color_trc, av->colorspace, av->color_range, av->chroma_location},
        .pts = av->pts, .duration = av->pkt_duration > 0 ? av->pkt_duration : 0,
        .matrix = matrix_describe(matrix ? (const int32_t *)matrix->data : NULL),
    };
}

uint8_t *media_frame_plane(const media_frame *frame, int32_t plane) {
    return plane >= 0 && plane < 4 ? frame_av(frame)->data[plane] : NULL;
}

int32_t media_frame_stride(const media_frame *frame, int32_t plane) {
    return plane >= 0 && plane < 4 ? frame_av(frame)->linesize[plane] : 0;
}

const uint8_t *media_frame_profile(const media_frame *frame, int64_t *size) {
    const AVFrameSideData *profile = av_frame_get_side_data(frame_av(frame), AV_FRAME_DATA_ICC_PROFILE);
    *size = profile ? (int64_t)profile->size : 0;
    return profile ? profile->data : NULL;
}

media_frame *media_frame_create(media_frame_info info) {
    AVFrame *av = av_frame_alloc();
    if (!av) return NULL;
    av->width = info.width;
    av->height = info.height;
    av->format = info.format;
    av->color_primaries = info.colour.primaries;
    av->color_trc = info.colour.transfer;
    av->colorspace = info.colour.matrix;
    av->color_range = info.colour.range;
    av->chroma_location = info.colour.chroma_location;
    av->pts = info.pts;
    av->pkt_duration = info.duration;
    return frame_media(av);
}

/// Who lent a plane.
typedef struct {
    void *owner;
    void (*release)(void *owner);
} plane_loan;

static void end_loan(void *opaque, uint8_t *data) {
    plane_loan *loan = opaque;
    loan->release(loan->owner);
    av_free(loan);
}

int32_t media_frame_lend_plane(
    media_frame *frame, int32_t plane, uint8_t *data, int32_t stride, int32_t rows, void *owner,
    void (*release)(void *owner)) {
    AVFrame *av = frame_av(frame);
    plane_loan *loan = plane >= 0 && plane < 4 && !av->buf[plane] ? av_malloc(sizeof *loan) : NULL;
    if (loan) *loan = (plane_loan){owner, release};
    // Read-only: whoever wants to write must copy.
    AVBufferRef *buffer =
        loan ? av_buffer_create(data, (size_t)stride * rows, end_loan, loan, AV_BUFFER_FLAG_READONLY) : NULL;
    if (!buffer) {
        release(owner);
        av_free(loan);
        return AVERROR(ENOMEM);
    }
    av->buf[plane] = buffer;
    av->data[plane] = data;
    av->linesize[plane] = stride;
    return 0;
}

void media_frame_free(media_frame *frame) {
    AVFrame *av = frame_av(frame);
    av_frame_free(&av);
}
