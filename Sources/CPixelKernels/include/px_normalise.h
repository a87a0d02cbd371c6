// Pictures that can be compared under any smooth light.
#pragma once

#include <stdint.h>

#pragma clang assume_nonnull begin

/// 128.5 + 32 · (x − mean) / (deviation + floor) over the part of a `window` × `window` square (odd) that lies inside `mask`
/// (0 or 255), cut to 0…255; 128 outside the mask. Rows have no gaps. `columns` is room for 6 · width numbers.
void px_normalise(
    const uint8_t *picture, const uint8_t *mask, int32_t width, int32_t height, int32_t window, float floor,
    int32_t *columns, uint8_t *out);

#pragma clang assume_nonnull end
