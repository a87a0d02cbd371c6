#pragma once
#include "media_frame.h"
#include <libavutil/frame.h>

// A `media_frame` is an `AVFrame`: the shim's own files convert freely.
static inline AVFrame *frame_av(const media_frame *frame) { return (AVFrame *)frame; }
static inline media_frame *frame_media(AVFrame *frame) { return (media_frame *)frame; }

/// The format without libav's old full-range names (yuvj420p → yuv420p): `*is_full_range` is set for those.
enum AVPixelFormat format_without_range(enum AVPixelFormat format, bool *is_full_range);

/// Makes a decoded picture what `media_frame` promises: no yuvj names, rows that go downwards.
/// Returns 0 or a libav error.
int frame_normalise(AVFrame *frame);

/// The turning part of a display matrix of nine elements; absent for NULL.
media_display_matrix matrix_describe(const int32_t *elements);
