#pragma once
#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// Pixel formats are libav's numbers (`AVPixelFormat`); they are stable within a process, names are stable for good.

/// How a pixel format's samples lie in memory.
typedef struct {
    int32_t component_count;
    int32_t log2_chroma_width, log2_chroma_height;
    bool is_rgb, is_planar, has_alpha, has_palette, is_bitstream, is_float, is_foreign_endian, is_hardware, is_bayer;
} media_format_layout;

/// One component in libav's order (Y Cb Cr A, R G B A): the plane, the distance of samples and the first one's place in
/// bytes, how far the value is shifted up, and its bits.
typedef struct {
    int32_t plane, step, offset, shift, depth;
} media_format_component;

/// The number of a format, or -1 when there is none of this name.
int32_t media_format_named(const char *name);

/// The name of a format; static. NULL for a number that is none.
const char *_Nullable media_format_name(int32_t format);

/// The layout of a format; all zero for a number that is none.
media_format_layout media_format_describe(int32_t format);

/// A component of a format; all zero where there is none.
media_format_component media_format_component_at(int32_t format, int32_t index);

#pragma clang assume_nonnull end
