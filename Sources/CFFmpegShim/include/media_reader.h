#pragma once
#include "media_frame.h"
#include "media_status.h"

#pragma clang assume_nonnull begin

/// Demuxes and decodes the pictures of one local file.
typedef struct media_reader media_reader;

typedef struct {
    int32_t width, height, format;
    media_colour colour;
    media_display_matrix matrix;
    int32_t time_base_numerator, time_base_denominator;
    double sample_aspect_ratio, frame_rate;
    /// As the container estimates them: 0 where it does not say. The duration is the stream's, in seconds.
    int64_t frame_count;
    double duration;
    /// When the last frame ends, in ticks of the frames' times; INT64_MIN where the container does not say.
    int64_t end;
} media_video_info;

typedef struct {
    int32_t sample_rate, channel_count;
    bool is_present;
} media_audio_info;

typedef enum { media_tags_container, media_tags_video, media_tags_audio } media_tags;

/// Opens the file at `path` with `thread_count` decoding threads (0: as many as there are processors). Only the file
/// itself is opened: what it refers to is not. `*out` is set when the code is 0.
media_status media_reader_open(const char *path, int32_t thread_count, media_reader *_Nullable *_Nonnull out);

/// Decodes the next presented frame; `*out` is the caller's and is freed with `media_frame_free`. Undecodable packets are
/// passed over. Timestamps rise strictly.
media_status media_reader_next(media_reader *reader, media_frame *_Nullable *_Nonnull out);

/// Goes to the keyframe before `pts`, as the container's index gives it: its frame may still be later than `pts`.
media_status media_reader_seek(media_reader *reader, int64_t pts);

media_video_info media_reader_video(const media_reader *reader);
media_audio_info media_reader_audio(const media_reader *reader);

/// Names of the container, the video codec and the audio codec ("" without sound); live as long as `reader`.
const char *media_reader_container_name(const media_reader *reader);
const char *media_reader_video_codec(const media_reader *reader);
const char *media_reader_audio_codec(const media_reader *reader);

/// Seconds of the whole container, 0 where it does not say; and where its earliest stream starts, in the streams' time.
double media_reader_duration(const media_reader *reader);
double media_reader_start(const media_reader *reader);

/// The metadata entry of that number; false behind the last. The texts live as long as `reader`.
bool media_reader_tag(
    const media_reader *reader, media_tags tags, int32_t index, const char *_Nullable *_Nonnull key,
    const char *_Nullable *_Nonnull value);

/// How many errors libav has reported of the file since it was opened; `text` receives the first one.
int64_t media_reader_damage(media_reader *reader, char *text, int32_t size);

void media_reader_close(media_reader *_Nullable reader);

#pragma clang assume_nonnull end
