#pragma once
#include "still_profile.h"
#include "still_raster.h"
#include <stddef.h>
#include <stdio.h>

struct still_raster {
    still_raster_info info;
    uint8_t *samples, *profile, *exif;
    int64_t profile_size, exif_size;
    /// Each sample of a row of the file is added to one of these; as many rows as `factor` make one.
    uint64_t *sums;
    int32_t factor, rows_in, row_out;
    /// From inks, of `ink_bytes` bytes each, to R, G, B; `ink_row` holds one row that was converted.
    still_conversion *conversion;
    uint8_t *ink_row;
    int32_t ink_bytes;
};

/// Profiles and Exif blocks are a few kilobytes; a larger one is none.
enum { max_block_bytes = 16 << 20 };

/// An empty raster for a picture of that size; NULL when memory is short.
still_raster *raster_create(int32_t width, int32_t height);

/// The largest factor by which a picture may be made smaller: 1 for one that is not larger than usual.
int32_t raster_factor(still_raster_wish wish, int64_t width, int64_t height);

/// Takes memory for a picture of that many channels, reduced by `factor`. Inks (4 channels with `has_inks`) become R, G, B.
/// Any profile was taken before. Returns false when memory is short.
bool raster_begin(still_raster *raster, int32_t channels, int32_t depth, bool has_inks, int32_t factor);

/// Adds the next row of the file: samples of the depth and the channels that were stated; 255 or 65535 is most ink.
void raster_add_row(still_raster *raster, const void *row);

/// Copies an ICC profile or an Exif block.
void raster_take_profile(still_raster *raster, const uint8_t *bytes, size_t size);
void raster_take_exif(still_raster *raster, const uint8_t *bytes, size_t size);

/// Copies a library's words, one line of them.
void raster_say(char *text, int32_t size, const char *words);

/// Ends a reading: closes the file and frees the row, where there are any, and gives the picture out if it is whole. Returns
/// `status`.
still_raster_status raster_end(
    still_raster_status status, FILE *file, uint8_t *row, still_raster *raster, still_raster **out);
