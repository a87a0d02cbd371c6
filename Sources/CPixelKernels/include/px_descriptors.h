// Nearest neighbours among descriptors of 128 bytes, by squared distance.
#pragma once

#include <stdint.h>

#pragma clang assume_nonnull begin

enum { px_descriptor_length = 128 };

/// Descriptors sorted by cells: those of cell c are numbers starts[c] to starts[c + 1] − 1. A descriptor lies in the cell
/// whose centre is nearest to it.
typedef struct {
    const uint8_t *centres;
    const uint32_t *starts;
    const uint8_t *descriptors;
    /// At most 4096.
    int32_t count;
} px_cells;

/// The nearest of `centre_count` centres to each descriptor; the first one of several that are equally near.
void px_nearest_centres(
    const uint8_t *descriptors, int32_t count, const uint8_t *centres, int32_t centre_count, uint32_t *nearest);

/// One step of Lloyd's: adds each descriptor to the sums of its centre, 128 for each, and to its count.
void px_sum_descriptors(
    const uint8_t *descriptors, int32_t count, const uint32_t *nearest, uint32_t *sums, uint32_t *counts);

/// The `neighbours` (at most 64) nearest descriptors of each query in the `probes` (at most 16) cells nearest to it: numbers
/// and squared distances, nearest first. Where there are fewer, the rest of the numbers is −1.
void px_search_cells(
    const px_cells *cells, const uint8_t *queries, int32_t count, int32_t probes, int32_t neighbours, int32_t *positions,
    uint32_t *distances);

#pragma clang assume_nonnull end
