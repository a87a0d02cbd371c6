#pragma once
#include "media_frame.h"
#include "media_status.h"
#include "media_streams.h"

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

typedef enum { media_progressive, media_deinterlaced, media_interlaced } media_scan;

/// Opens the video track of that number (0: the one to show) of that part of the file at `path` with `thread_count` decoding threads (0: as
/// many as there are processors). Only the file itself is opened: what it refers to is not. `*out` is set when the code is 0.
media_status media_reader_open(
    const char *path, media_range part, int32_t track, int32_t thread_count, media_reader *_Nullable *_Nonnull out);

/// Decodes the next presented frame; `*out` is the caller's and is freed with `media_frame_free`. Undecodable packets are
/// passed over. Timestamps rise strictly. Interlaced frames are made progressive.
media_status media_reader_next(media_reader *reader, media_frame *_Nullable *_Nonnull out);

/// Goes to the keyframe before `pts`, as the container's index gives it: its frame may still be later than `pts`.
media_status media_reader_seek(media_reader *reader, int64_t pts);

media_video_info media_reader_video(const media_reader *reader);

/// What the stream or the first frame says of its brightness.
media_hdr media_reader_hdr(const media_reader *reader);

/// Dolby Vision's profile and what its base layer is compatible with (1 HDR10, 2 SDR, 4 HLG, 0 nothing); false without it.
bool media_reader_dolby_vision(const media_reader *reader, int32_t *profile, int32_t *base);

/// Whether frames were made of two fields, and whether they have been made progressive; known after the first frame.
media_scan media_reader_scan(const media_reader *reader);

/// The file's streams, to be described and not copied; and which of them is read. They live as long as `reader`.
const media_streams *media_reader_streams(const media_reader *reader);
int32_t media_reader_stream(const media_reader *reader);

/// The container's name; lives as long as `reader`.
const char *media_reader_container_name(const media_reader *reader);

/// Seconds of the whole container, 0 where it does not say; and where its earliest stream starts, in the streams' time.
double media_reader_duration(const media_reader *reader);
double media_reader_start(const media_reader *reader);

/// How many errors libav has reported of the file since it was opened; `text` receives the first one.
int64_t media_reader_damage(media_reader *reader, char *text, int32_t size);

/// How many frames the file has that were not given out, at its end; −1 where that is not known, as after a seek.
int64_t media_reader_lost(const media_reader *reader);

void media_reader_close(media_reader *_Nullable reader);

#pragma clang assume_nonnull end
