#pragma once
#include "media_frame.h"
#include "media_status.h"

#pragma clang assume_nonnull begin

/// Converts pictures of one size, pixel format and colour description into another.
typedef struct media_scaler media_scaler;

/// One side of a conversion. `colour` must be definite: a matrix other than 2 and a range other than 0.
typedef struct {
    int32_t width, height, format;
    media_colour colour;
} media_picture_kind;

media_status media_scaler_create(
    media_picture_kind source, media_picture_kind destination, media_scaler *_Nullable *_Nonnull out);

/// Converts one picture. Each array holds four planes, unused ones NULL. Destination rows have room to a multiple of 64
/// bytes.
media_status media_scaler_run(
    media_scaler *scaler, const uint8_t *_Nullable const *_Nonnull source, const int32_t *source_strides,
    uint8_t *_Nullable const *_Nonnull destination, const int32_t *destination_strides);

void media_scaler_free(media_scaler *_Nullable scaler);

#pragma clang assume_nonnull end
