#pragma once
#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A decoded HEIC, HEIF or AVIF picture, upright: its rotation, mirror and crop have been applied.
typedef struct still_heif still_heif;

typedef enum {
    still_heif_done = 0,
    /// Damaged, incomplete, or no such file.
    still_heif_damaged,
    /// More pixels than are allowed; nothing was decoded.
    still_heif_too_large,
    /// A codec or a kind of picture that libheif cannot decode.
    still_heif_unsupported,
    still_heif_no_memory,
} still_heif_status;

/// How the samples lie in the planes.
typedef enum {
    still_layout_grey,
    /// Y, Cb, Cr, and alpha where there is one.
    still_layout_420,
    still_layout_422,
    still_layout_444,
    /// R, G, B, and alpha where there is one, in planes.
    still_layout_planar_rgb,
    /// R, G, B, A side by side in one plane.
    still_layout_rgba,
} still_layout;

typedef struct {
    int32_t width, height;
    still_layout layout;
    /// Bits of a sample: 8 in bytes, more in 16-bit words of the machine's order, the value at their low end.
    int32_t depth;
    /// Alpha is straight.
    bool has_alpha;
    /// As ITU-T H.273 numbers them; 2 where the file does not say.
    int32_t primaries, transfer, matrix;
    bool is_full_range;
} still_heif_info;

/// Decodes the main picture of a whole file that is in memory. Pictures of more than `max_pixels` are refused before memory
/// is taken. `*out` is set when the status is done; else `text` of `size` bytes receives libheif's words.
still_heif_status still_heif_open(
    const uint8_t *bytes, int64_t byte_count, int64_t max_pixels, still_heif *_Nullable *_Nonnull out, char *text,
    int32_t size);

/// How a picture is made of tiles, and by how much it is to be reduced: a power of two.
typedef struct {
    int32_t rows, columns, width, height, factor;
    /// Items, row by row.
    const uint32_t *tiles;
} still_heif_grid;

/// Decodes the tiles of the main picture one after the other and keeps their means: no more than one tile is in memory as it
/// is. The picture is not turned. Unsupported also means: decode the file as a whole.
still_heif_status still_heif_open_grid(
    const uint8_t *bytes, int64_t byte_count, still_heif_grid grid, still_heif *_Nullable *_Nonnull out, char *text,
    int32_t size);

/// Reads the main picture's size, upright, and its Exif block, but decodes nothing. `*exif_size` is 0 where there is no block
/// or it is larger than `capacity`. Returns false where the file cannot be read.
bool still_heif_peek(
    const uint8_t *bytes, int64_t byte_count, int32_t *width, int32_t *height, uint8_t *exif, int64_t capacity,
    int64_t *exif_size);

still_heif_info still_heif_describe(const still_heif *picture);

/// The first sample of a plane (0 … 3, as the layout lists them) and the bytes from a row to the next; NULL where there is
/// no such plane. Lives as long as `picture`.
const uint8_t *_Nullable still_heif_plane(const still_heif *picture, int32_t plane, int32_t *stride);

/// The ICC profile, of `*size` bytes; NULL where there is none. Lives as long as `picture`.
const uint8_t *_Nullable still_heif_profile(const still_heif *picture, int64_t *size);

void still_heif_close(still_heif *_Nullable picture);

#pragma clang assume_nonnull end
