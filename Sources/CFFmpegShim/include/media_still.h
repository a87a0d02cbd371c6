#pragma once
#include "media_frame.h"
#include "media_status.h"

#pragma clang assume_nonnull begin

/// Kinds of still pictures that are decoded and encoded from one run of bytes.
typedef enum {
    media_still_jpeg,
    media_still_png,
    media_still_webp,
    media_still_tiff,
    media_still_gif,
    media_still_bmp,
} media_still_kind;

/// Decodes the (first) picture of a whole file that is in memory. Pictures of more than `max_pixels` are refused.
/// `*out` is the caller's.
media_status media_still_decode(
    media_still_kind kind, const uint8_t *bytes, int64_t size, int64_t max_pixels, media_frame *_Nullable *_Nonnull out);

/// Bytes that the shim allocated; freed with `media_bytes_free`.
typedef struct media_bytes media_bytes;

/// Encodes `width` × `height` pixels of R, G, B, A (rows without gaps) as PNG.
media_status media_still_encode_png(
    const uint8_t *rgba, int32_t width, int32_t height, media_bytes *_Nullable *_Nonnull out);

/// Encodes a full-range BT.601 picture of 4:2:0 planes (Y, Cb, Cr; `strides` bytes from a row to the next) as JPEG.
/// `quantiser` is libav's for MJPEG: 2 (best) … 31.
media_status media_still_encode_jpeg(
    const uint8_t *_Nonnull const *_Nonnull planes, const int32_t *strides, int32_t width, int32_t height,
    int32_t quantiser, media_bytes *_Nullable *_Nonnull out);

const uint8_t *media_bytes_data(const media_bytes *bytes);
int64_t media_bytes_size(const media_bytes *bytes);
void media_bytes_free(media_bytes *_Nullable bytes);

/// Turns and mirrors pixels of four bytes, rows without gaps, into upright ones: `upright` has room for as many.
/// `orientation` is EXIF's 1…8.
void media_turn_pixels(
    const uint32_t *stored, int32_t width, int32_t height, int32_t orientation, uint32_t *upright);

#pragma clang assume_nonnull end
