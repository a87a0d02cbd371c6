#pragma once
#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// What code values mean, in the numbers of ITU-T H.273. `range`: 0 unspecified, 1 limited, 2 full. `chroma_location`:
/// libav's `AVChromaLocation`.
typedef struct {
    int32_t primaries, transfer, matrix, range, chroma_location;
} media_colour;

/// The four turning and mirroring elements of a display matrix: x' = a·x + c·y, y' = b·x + d·y, in any one scale.
typedef struct {
    int32_t a, b, c, d;
    bool is_present;
} media_display_matrix;

/// How bright pictures are meant to be and were: SMPTE ST 2086 and CTA-861.3.
typedef struct {
    bool has_primaries, has_luminance, has_light;
    /// Chromaticities x and y of red, green, blue and white.
    double primaries[4][2];
    /// Of the display that they were graded on, in cd/m².
    double least_luminance, most_luminance;
    /// The brightest pixel and the brightest frame on average, in cd/m².
    int32_t most_light, most_average_light;
} media_hdr;

/// A decoded picture or stretch of sound: a reference to the decoder's memory, which is never written.
typedef struct media_frame media_frame;

typedef struct {
    int32_t width, height, format;
    media_colour colour;
    /// Ticks of the stream's time base; the duration is 0 where the file does not say.
    int64_t pts, duration;
    media_display_matrix matrix;
} media_frame_info;

media_frame_info media_frame_describe(const media_frame *frame);

/// The first byte of a plane's first row; NULL where there is no such plane. Lives as long as `frame`.
uint8_t *_Nullable media_frame_plane(const media_frame *frame, int32_t plane);

/// Bytes from a row to the next; never negative. 0 for a palette, which has 1024 bytes.
int32_t media_frame_stride(const media_frame *frame, int32_t plane);

/// The ICC profile that came with a picture, of `*size` bytes; NULL where there is none. Lives as long as `frame`.
const uint8_t *_Nullable media_frame_profile(const media_frame *frame, int64_t *size);

/// A picture without memory, described by `info`; NULL when memory is short.
media_frame *_Nullable media_frame_create(media_frame_info info);

/// Lends the picture a plane of `rows` × `stride` bytes. `release(owner)` is called once, by any thread, when nothing reads
/// it any more; at once where this fails. Returns 0 or a libav error.
int32_t media_frame_lend_plane(
    media_frame *frame, int32_t plane, uint8_t *data, int32_t stride, int32_t rows, void *owner,
    void (*release)(void *owner));

/// Gives the reference back. Any thread may do so.
void media_frame_free(media_frame *frame);

#pragma clang assume_nonnull end
