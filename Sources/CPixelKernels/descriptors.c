#include "px_descriptors.h"

#include <stddef.h>

#include "Clones.h"

static inline __attribute__((always_inline)) uint32_t squared_distance(const uint8_t *a, const uint8_t *b) {
    int32_t sum = 0;
    for (int i = 0; i < px_descriptor_length; i++) {
        const int16_t d = (int16_t)(a[i] - b[i]);
        sum += (int32_t)d * d;
    }
    return (uint32_t)sum;
}

/// Puts a candidate into a list of at most `capacity`, nearest first; of two equally near ones the earlier stays ahead.
static inline __attribute__((always_inline)) void insert(
    int32_t *positions, uint32_t *distances, int32_t *filled, int32_t capacity, int32_t position, uint32_t distance) {
    if (*filled == capacity) {
        if (distance >= distances[capacity - 1]) return;
    } else {
        (*filled)++;
    }
    int32_t at = *filled - 1;
    for (; at > 0 && distances[at - 1] > distance; at--) {
        distances[at] = distances[at - 1];
        positions[at] = positions[at - 1];
    }
    distances[at] = distance;
    positions[at] = position;
}

WITH_CLONES
void px_nearest_centres(
    const uint8_t *descriptors, int32_t count, const uint8_t *centres, int32_t centre_count, uint32_t *nearest) {
    for (int32_t i = 0; i < count; i++) {
        const uint8_t *descriptor = descriptors + (ptrdiff_t)i * px_descriptor_length;
        uint32_t best = UINT32_MAX;
        nearest[i] = 0;
        for (int32_t c = 0; c < centre_count; c++) {
            const uint32_t distance = squared_distance(descriptor, centres + (ptrdiff_t)c * px_descriptor_length);
            if (distance < best) {
                best = distance;
                nearest[i] = (uint32_t)c;
            }
        }
    }
}

void px_sum_descriptors(
    const uint8_t *descriptors, int32_t count, const uint32_t *nearest, uint32_t *sums, uint32_t *counts) {
    for (int32_t i = 0; i < count; i++) {
        const uint8_t *descriptor = descriptors + (ptrdiff_t)i * px_descriptor_length;
        uint32_t *sum = sums + (ptrdiff_t)nearest[i] * px_descriptor_length;
        for (int k = 0; k < px_descriptor_length; k++) sum[k] += descriptor[k];
        counts[nearest[i]]++;
    }
}

WITH_CLONES
void px_search_cells(
    const px_cells *cells, const uint8_t *queries, int32_t count, int32_t probes, int32_t neighbours, int32_t *positions,
    uint32_t *distances) {
    for (int32_t i = 0; i < count; i++) {
        const uint8_t *query = queries + (ptrdiff_t)i * px_descriptor_length;
        int32_t probed[16], probe_count = 0;
        uint32_t probe_distances[16];
        for (int32_t c = 0; c < cells->count; c++) {
            const uint32_t distance = squared_distance(query, cells->centres + (ptrdiff_t)c * px_descriptor_length);
            insert(probed, probe_distances, &probe_count, probes, c, distance);
        }
        int32_t *at = positions + (ptrdiff_t)i * neighbours, filled = 0;
        uint32_t *far = distances + (ptrdiff_t)i * neighbours;
        for (int32_t p = 0; p < probe_count; p++) {
            const uint32_t end = cells->starts[probed[p] + 1];
            for (uint32_t n = cells->starts[probed[p]]; n < end; n++) {
                const uint32_t distance = squared_distance(query, cells->descriptors + (ptrdiff_t)n * px_descriptor_length);
                insert(at, far, &filled, neighbours, (int32_t)n, distance);
            }
        }
        for (; filled < neighbours; filled++) at[filled] = -1;
    }
}
