#pragma once
#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A picture read row by row, whole or reduced on the way, so that no more of it is ever in memory than is kept.
typedef struct still_raster still_raster;

typedef enum {
    still_raster_done = 0,
    /// Damaged, incomplete, or no such file.
    still_raster_damaged,
    /// More pixels than are allowed; nothing was decoded.
    still_raster_too_large,
    /// A kind of picture that this reader does not know, or one that needs none of what it does: libav reads it.
    still_raster_not_mine,
    still_raster_no_memory,
} still_raster_status;

/// What the caller needs of a picture.
typedef struct {
    /// Larger pictures are refused before memory is taken.
    int64_t max_pixels;
    /// Larger ones are reduced, but to a long side of no less than `long_side` pixels.
    int64_t usual_pixels;
    int32_t long_side;
} still_raster_wish;

typedef struct {
    /// As stored in the file, and as read.
    int32_t full_width, full_height, width, height;
    /// 1 grey, 2 grey and alpha, 3 R, G, B, 4 with alpha, which is straight; side by side.
    int32_t channels;
    /// 8 in bytes, or 16 in words of the machine's order. `stride` bytes lie from a row to the next.
    int32_t depth, stride;
    /// EXIF's 1…8 where the reader knows it; 0 elsewhere.
    int32_t orientation;
    /// The file holds inks (CMYK). They were converted: to Display P3 by the file's profile, without one to sRGB.
    bool had_inks, is_display_p3;
} still_raster_info;

/// Reads a JPEG that is larger than usual, by decoding it at a smaller scale, or that holds inks. `text` of `size` bytes
/// receives the library's words about a failure; so it does in all of these.
still_raster_status still_raster_read_jpeg(
    const char *path, still_raster_wish wish, still_raster *_Nullable *_Nonnull out, char *text, int32_t size);

/// Reads a PNG that is larger than usual and not interlaced.
still_raster_status still_raster_read_png(
    const char *path, still_raster_wish wish, still_raster *_Nullable *_Nonnull out, char *text, int32_t size);

/// Reads a TIFF of any size.
still_raster_status still_raster_read_tiff(
    const char *path, still_raster_wish wish, still_raster *_Nullable *_Nonnull out, char *text, int32_t size);

/// Reads a WebP that is larger than usual, from a whole file in memory.
still_raster_status still_raster_read_webp(
    const uint8_t *bytes, int64_t byte_count, still_raster_wish wish, still_raster *_Nullable *_Nonnull out);

still_raster_info still_raster_describe(const still_raster *raster);

/// The first row; all rows live as long as `raster`.
const uint8_t *still_raster_samples(const still_raster *raster);

/// The ICC profile for the samples as they are, of `*size` bytes; NULL where there is none.
const uint8_t *_Nullable still_raster_profile(const still_raster *raster, int64_t *size);

/// The Exif block, where the reader found one; NULL elsewhere.
const uint8_t *_Nullable still_raster_exif(const still_raster *raster, int64_t *size);

void still_raster_close(still_raster *_Nullable raster);

#pragma clang assume_nonnull end
