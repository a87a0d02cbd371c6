#pragma once
#include "media_status.h"
#include "media_writer.h"
#include <stdbool.h>

#pragma clang assume_nonnull begin

/// What a stream of a file is.
typedef enum {
    media_stream_video,
    media_stream_audio,
    media_stream_subtitle,
    /// A cover, or the pictures of chapters.
    media_stream_picture,
    media_stream_attachment,
    /// A clock that counts frames; its beginning is the entry "timecode" of the pictures' stream.
    media_stream_timecode,
    /// The names of chapters, which `media_writer_copy_chapters` copies.
    media_stream_chapters,
    media_stream_data,
} media_stream_kind;

typedef struct {
    media_stream_kind kind;
    /// 1 for the first of its kind in the file.
    int32_t number;
    bool is_default;
    /// Of pictures in pixels; of sound in samples a second. 0 for others.
    int32_t width, height, sample_rate, channel_count;
    /// In seconds; 0 where the container does not say.
    double duration;
} media_stream_info;

/// The streams of one local file, to be copied packet by packet into a file that is written.
typedef struct media_streams media_streams;

media_status media_streams_open(const char *path, media_range part, media_streams *_Nullable *_Nonnull out);

/// How many there are; what each is; and its name: libav's of the codec, or the container's four letters for one that libav
/// does not know.
int32_t media_streams_count(const media_streams *streams);
media_stream_info media_streams_describe(const media_streams *streams, int32_t index);
void media_streams_name(const media_streams *streams, int32_t index, char *text, int32_t size);

/// The number of the stream that is taken where none is asked for (`number` 0), or of the one of that number in its kind; −1
/// where there is none.
int32_t media_streams_find(const media_streams *streams, media_stream_kind kind, int32_t number);

/// The entry of that number of a stream's metadata, or of the file's where `index` is −1; false behind the last. The texts
/// live as long as `streams`.
bool media_streams_tag(
    const media_streams *streams, int32_t index, int32_t entry, const char *_Nullable *_Nonnull key,
    const char *_Nullable *_Nonnull value);

/// Adds a stream to `writer` that takes over the packets of that one; code 1 when the container does not hold it. Players take
/// it by themselves if `is_default`. To be called before `media_writer_start`.
media_status media_writer_add_copied(
    media_writer *writer, media_streams *streams, int32_t index, bool is_default);

/// Gives the file the chapters of the source.
media_status media_writer_copy_chapters(media_writer *writer, const media_streams *streams);

/// Copies packets of the streams that were added, at most `limit` of them: code 0 when the next one is not presented before
/// `until` seconds of the source's clock, 1 (`media_end`) when there are no more, 2 (`media_more`) at the limit. What cannot be
/// read ends it.
media_status media_writer_copy_packets(media_writer *writer, media_streams *streams, double until, int32_t limit);

void media_streams_close(media_streams *_Nullable streams);

#pragma clang assume_nonnull end
