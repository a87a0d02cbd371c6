#pragma once
#include "media_frame.h"
#include "status.h"
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <stdbool.h>

/// Opens that part of the local file `path` and recognises it by its content alone; nothing that it refers to is opened.
/// On failure nothing is left open. `*out` is closed with `input_close`.
media_status input_open(const char *path, media_range part, AVFormatContext **out);

/// Closes and clears `*input`; NULL is nothing to close.
void input_close(AVFormatContext **input);

/// Reads as far as it takes to know the streams. Returns a negative code where that fails.
int input_find_streams(AVFormatContext *input);

/// The stream to show or play where `number` is 0: the container's default first, then the largest, then the first; else the
/// one of that number among those of its type. Cover art is none. NULL where there is no such stream.
AVStream *input_stream(AVFormatContext *input, enum AVMediaType type, int32_t number);

/// Whether a stream holds a cover or the pictures of chapters.
bool input_is_picture(const AVStream *stream);

/// The entry of that number; false behind the last.
bool input_tag(const AVDictionary *entries, int32_t number, const char **key, const char **value);

/// Opens a decoder for `stream`. `*out` is freed with `avcodec_free_context`.
media_status input_open_decoder(AVStream *stream, int32_t thread_count, AVCodecContext **out);

/// What to subtract from the timestamps of `stream`, in its ticks: containers without a zero of their own (MPEG-TS)
/// start anywhere, so their earliest stream is made to start at 0.
int64_t input_zero(const AVFormatContext *input, const AVStream *stream);
