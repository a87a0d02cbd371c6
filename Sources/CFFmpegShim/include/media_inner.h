#pragma once
#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A part of a file: from the byte `start` to before the byte `end`.
typedef struct {
    int64_t start, end;
} media_range;

/// Finds the video that a motion photo carries: a JPEG with an MP4 behind its picture, or a HEIC or AVIF with one in a box.
///
/// Told by XMP (Motion Photo 1.0, MicroVideo), by Samsung's trailer, or by the box `mpvd`; and only where an MP4 with its
/// index lies there. Reads headers alone, and a bounded number of them. False also for what is no motion photo.
bool media_inner_video(const char *path, media_range *out);

#pragma clang assume_nonnull end
