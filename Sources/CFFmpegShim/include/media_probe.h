#pragma once
#include "media_status.h"
#include <stdbool.h>

#pragma clang assume_nonnull begin

/// What streams a file holds, found by its content.
typedef struct {
    bool has_video, has_audio;
    /// Whether a file of the GIF kind holds more than one picture.
    bool has_several_pictures;
    /// libav's certainty about the container, 0…100: below 26 it is a guess.
    int32_t score;
} media_content;

/// Reads as little of the file as tells its streams.
media_status media_probe(const char *path, media_range part, media_content *out);

/// Reads the whole file, without decoding, to tell how long its pictures last (or its sound, where there are none), in
/// seconds: for containers that do not say.
media_status media_measure(const char *path, media_range part, double *seconds);

#pragma clang assume_nonnull end
