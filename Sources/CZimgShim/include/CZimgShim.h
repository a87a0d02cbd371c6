#pragma once

// The one door to zimg (libzimg): colours, ranges, sizes and depths of planar pictures.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// One side of a conversion. Planes are R G B or Y Cb Cr, then alpha where there is one.
typedef struct {
    int32_t width, height;
    /// 8: bytes; 9 … 16: 16-bit words of the machine's own byte order; 32: floats, of which 0 … 1 is the nominal range.
    int32_t depth;
    /// Powers of two by which chroma is coarser.
    int32_t log2_chroma_width, log2_chroma_height;
    bool is_rgb, is_full_range, has_alpha;
    /// Numbers of H.273, which zimg must know; transfer 8 is light relative to reference white.
    int32_t matrix, transfer, primaries;
    /// 0 left, 1 centre, 2 top-left, 3 top, 4 bottom-left, 5 bottom.
    int32_t chroma_location;
} light_kind;

/// A plane's first row and the bytes from a row to the next: multiples of 32.
typedef struct {
    void *data;
    ptrdiff_t stride;
} light_plane;

/// A conversion that has been prepared. One thread at a time.
typedef struct light_graph light_graph;

/// Prepares a conversion. `reference_white` is the light, in cd/m², that HDR shows where SDR shows white. NULL, with zimg's
/// words in `error`, where it cannot be done. The caller's, until `light_graph_free`.
light_graph *_Nullable light_graph_create(
    light_kind source, light_kind destination, double reference_white, char *error, size_t error_size);

/// Converts a picture: three or four planes on each side. Returns whether it could be done; it fails for want of memory alone.
bool light_graph_run(light_graph *graph, const light_plane *source, const light_plane *destination);

void light_graph_free(light_graph *_Nullable graph);

#pragma clang assume_nonnull end
