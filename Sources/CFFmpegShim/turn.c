#include "media_still.h"
#include <stddef.h>

void media_turn_pixels(const uint32_t *stored, int32_t width, int32_t height, int32_t orientation, uint32_t *upright) {
    // Upright pixel (x, y) is stored at `first` + x · `across` + y · `down`.
    ptrdiff_t w = width, right = w - 1, bottom = (height - 1) * w;
    ptrdiff_t first = 0, across = 1, down = w;
    switch (orientation) {
    case 2: first = right, across = -1; break;
    case 3: first = bottom + right, across = -1, down = -w; break;
    case 4: first = bottom, down = -w; break;
    case 5: across = w, down = 1; break;
    case 6: first = bottom, across = -w, down = 1; break;
    case 7: first = bottom + right, across = -w, down = -1; break;
    case 8: first = right, across = w, down = -1; break;
    default: break;
    }
    int32_t columns = orientation >= 5 ? height : width, rows = orientation >= 5 ? width : height;
    // In tiles, so that a quarter turn of a large picture stays in the cache.
    const int32_t tile = 32;
    for (int32_t y0 = 0; y0 < rows; y0 += tile)
        for (int32_t x0 = 0; x0 < columns; x0 += tile)
            for (int32_t y = y0; y < rows && y < y0 + tile; y++) {
                const uint32_t *from = stored + first + y * down;
                uint32_t *to = upright + (ptrdiff_t)y * columns;
                for (int32_t x = x0; x < columns && x < x0 + tile; x++) to[x] = from[x * across];
            }
}
