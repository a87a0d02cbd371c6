#include "px_normalise.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "Clones.h"

/// Adds a row of the picture to the sums of its columns, or takes it off again.
WITH_CLONES static void add_row(
    const uint8_t *picture, const uint8_t *mask, int32_t width, int32_t sign, int32_t *counts, int32_t *sums,
    int32_t *squares) {
    for (int32_t x = 0; x < width; x++) {
        const int32_t inside = mask[x] & 1, value = picture[x] & mask[x];
        counts[x] += sign * inside;
        sums[x] += sign * value;
        squares[x] += sign * value * value;
    }
}

/// Running sums over `window` columns: out[x] = in[x − half] + … + in[x + half], with nothing beyond the ends.
static void slide(int32_t *values, int32_t width, int32_t half, int32_t *out) {
    int32_t sum = 0;
    for (int32_t x = 0; x < half && x < width; x++) sum += values[x];
    for (int32_t x = 0; x < width; x++) {
        if (x + half < width) sum += values[x + half];
        out[x] = sum;
        if (x - half >= 0) sum -= values[x - half];
    }
}

WITH_CLONES static void write_row(
    const uint8_t *picture, const uint8_t *mask, int32_t width, float floor, const int32_t *counts, const int32_t *sums,
    const int32_t *squares, uint8_t *out) {
    for (int32_t x = 0; x < width; x++) {
        const float inverse = 1.0f / (float)(counts[x] > 1 ? counts[x] : 1);
        const float mean = (float)sums[x] * inverse;
        const float variance = (float)squares[x] * inverse - mean * mean;
        const float deviation = sqrtf(variance > 0 ? variance : 0);
        float value = 128.5f + 32.0f * ((float)picture[x] - mean) / (deviation + floor);
        value = value < 0 ? 0 : value > 255 ? 255 : value;
        out[x] = mask[x] ? (uint8_t)(int32_t)value : 128;
    }
}

void px_normalise(
    const uint8_t *picture, const uint8_t *mask, int32_t width, int32_t height, int32_t window, float floor,
    int32_t *columns, uint8_t *out) {
    const int32_t half = window / 2;
    int32_t *counts = columns, *sums = counts + width, *squares = sums + width, *slid = squares + width;
    memset(columns, 0, sizeof(int32_t) * 3 * (size_t)width);
    for (int32_t y = 0; y < half && y < height; y++) {
        add_row(picture + (ptrdiff_t)y * width, mask + (ptrdiff_t)y * width, width, 1, counts, sums, squares);
    }
    for (int32_t y = 0; y < height; y++) {
        const int32_t in = y + half, gone = y - half - 1;
        if (in < height) add_row(picture + (ptrdiff_t)in * width, mask + (ptrdiff_t)in * width, width, 1, counts, sums, squares);
        if (gone >= 0) {
            add_row(picture + (ptrdiff_t)gone * width, mask + (ptrdiff_t)gone * width, width, -1, counts, sums, squares);
        }
        slide(counts, width, half, slid);
        slide(sums, width, half, slid + width);
        slide(squares, width, half, slid + 2 * width);
        const ptrdiff_t at = (ptrdiff_t)y * width;
        write_row(picture + at, mask + at, width, floor, slid, slid + width, slid + 2 * width, out + at);
    }
}
