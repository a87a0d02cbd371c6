#pragma once
#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// What an ICC profile says of a picture's colours.
typedef enum {
    /// No profile that can be used: damaged, or for inks.
    still_profile_unusable,
    /// The colours of sRGB, by its primaries and its curve, whatever the profile is called; for grey, its curve.
    still_profile_srgb,
    still_profile_display_p3,
    /// Others, for red, green and blue, and for grey.
    still_profile_other_rgb,
    still_profile_other_grey,
} still_profile_kind;

still_profile_kind still_profile_recognise(const uint8_t *bytes, int64_t size);

/// Converts rows of samples between colour spaces, relative to white, with black point compensation.
typedef struct still_conversion still_conversion;

/// From the colours of a profile, which is not unusable, to Display P3: 16-bit R, G, B (or grey), and alpha that is kept;
/// to R, G, B (and alpha). NULL where that cannot be done.
still_conversion *_Nullable still_conversion_to_display_p3(const uint8_t *bytes, int64_t size, bool has_alpha);

/// From four inks, 255 or 65535 of which is most, by a profile for them to Display P3 in 16 bits; NULL where the profile is for
/// something else.
still_conversion *_Nullable still_conversion_from_inks(const uint8_t *bytes, int64_t size, bool is_wide);

/// From 16-bit R, G, B, A of those primaries and that transfer function, as ITU-T H.273 numbers them, to 8-bit sRGB; NULL
/// for those that are not known or not of standard dynamic range.
still_conversion *_Nullable still_conversion_to_srgb(int32_t primaries, int32_t transfer);

/// Converts `count` pixels. Source and destination do not overlap.
void still_conversion_run(still_conversion *conversion, const void *source, void *destination, int32_t count);

void still_conversion_close(still_conversion *_Nullable conversion);

#pragma clang assume_nonnull end
