#pragma once
#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// An animated WebP that is played. It keeps the file's bytes, which it borrows, until it is closed.
typedef struct still_animation still_animation;

typedef struct {
    int32_t width, height, frame_count;
} still_animation_info;

/// Opens a whole file that is in memory, which must outlive the animation; NULL where it is damaged or of more than
/// `max_pixels`, which `*is_too_large` then tells.
still_animation *_Nullable still_animation_open(
    const uint8_t *bytes, int64_t size, int64_t max_pixels, bool *is_too_large);

still_animation_info still_animation_describe(const still_animation *animation);

/// Milliseconds for which the frame of that number, from 0, is to be seen, as the file says; -1 where there is none.
int32_t still_animation_duration(const still_animation *animation, int32_t frame);

/// The next frame, complete: rows of R, G, B and straight alpha without gaps, valid until the next call. NULL at the end, or
/// where the file is damaged: then frames are missing.
const uint8_t *_Nullable still_animation_next(still_animation *animation);

/// Goes back to the first frame.
void still_animation_rewind(still_animation *animation);

/// The ICC profile, of `*size` bytes; NULL where there is none. Lives as long as `animation`.
const uint8_t *_Nullable still_animation_profile(const still_animation *animation, int64_t *size);

void still_animation_close(still_animation *_Nullable animation);

#pragma clang assume_nonnull end
