// Finding a page's outline in a picture, one profile across it at a time.
#pragma once

#include <stdint.h>

#pragma clang assume_nonnull begin

/// A place on the outline where the edge is expected.
typedef struct {
    /// In pixels of the picture, and the unit normal that points into the page.
    float x, y, nx, ny;
    /// How far the edge moves along the normal while the shutter is open, in pixels; more than 40 counts as 40.
    float blur;
    /// The same place in pixels of the reference, and how these change with a pixel of the picture along the normal.
    float u, v, du, dv;
} px_outline_place;

/// Where an edge was found along the normal.
typedef struct {
    /// From where it was expected, inwards positive, in pixels; and the variance of that.
    float shift, variance;
    /// Share of the profile's variance that the page and an even colour beside it explain, 0…1; 0 when there is no edge.
    float agreement;
} px_outline_edge;

/// Looks along each normal, up to `reach` pixels (at most 24) both ways, for where the page ends. At a place too near the
/// picture's border for its whole profile, or with a coordinate that is no finite number, nothing is found.
///
/// At every shift the profile of the picture is explained, by least squares in linear light, as gain × the reference's own
/// profile inside and one colour outside, both blurred over the exposure; the shift that explains it best is refined by one
/// Gauss–Newton step. The tables give the light of each of `picture`'s and of `reference`'s 256 values; rows have no gaps.
void px_outline_search(
    const uint8_t *picture, int32_t width, int32_t height, const uint8_t *reference, int32_t reference_width,
    int32_t reference_height, const px_outline_place *places, int32_t count, int32_t reach,
    const float *linear_from_luma, const float *linear_from_grey, px_outline_edge *edges);

#pragma clang assume_nonnull end
