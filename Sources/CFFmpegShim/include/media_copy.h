#pragma once
#include "media_status.h"
#include <stdbool.h>

#pragma clang assume_nonnull begin

/// Copies the streams of a file into another container as they are: packets, timestamps, turns, metadata.
///
/// Streams that the container does not hold are left out; their codecs' names are written to `left_out`, separated by ", ".
/// `should_stop` is asked between packets; when it says so the call ends with AVERROR_EXIT. The output is of no use unless
/// the code is 0.
media_status media_copy(
    const char *input_path, const char *output_path, const char *container, bool (*should_stop)(void *_Nullable context),
    void *_Nullable context, char *left_out, int32_t left_out_size);

/// Whether `code` says that `should_stop` stopped a copy.
bool media_copy_was_stopped(int32_t code);

#pragma clang assume_nonnull end
