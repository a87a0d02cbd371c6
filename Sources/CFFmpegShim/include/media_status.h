#pragma once
#include <stdint.h>

#pragma clang assume_nonnull begin

/// What was being done.
typedef enum {
    media_step_allocate,
    media_step_open,
    media_step_find_stream,
    media_step_open_decoder,
    media_step_read,
    media_step_decode,
    media_step_convert,
    media_step_open_encoder,
    media_step_write,
    media_step_encode,
} media_step;

/// code 0: done; 1: end of stream; < 0: a libav error or one of the codes below. Holds no pointer.
typedef struct {
    int32_t code;
    media_step step;
} media_status;

/// Codes of our own, far from libav's.
enum {
    media_end = 1,
    /// There is more to do.
    media_more = 2,
    /// The file holds no stream of the kind that was asked for.
    media_error_no_stream = -0x7f000001,
    /// The stream's codec is unknown to libav or was built without its decoder.
    media_error_no_decoder = -0x7f000002,
    /// A list of other files, a text, or a container that is not among those that are read.
    media_error_not_media = -0x7f000003,
};

/// A part of a file, from the byte `start` to before the byte `end`; the whole file where `end` is 0.
typedef struct {
    int64_t start, end;
} media_range;

/// Writes libav's text for `code` into `text` of `size` bytes, always ended by 0.
void media_status_text(int32_t code, char *text, int32_t size);

/// Silences the libraries' own printing, for the whole process. Every open function calls it.
void media_silence(void);

#pragma clang assume_nonnull end
