#pragma once
#include "media_frame.h"
#include "media_status.h"

#pragma clang assume_nonnull begin

// What encoders and containers can do.

/// The name of the encoder that libav prefers for a codec ("hevc") or that has this name itself; NULL where there is none.
/// Static.
const char *_Nullable media_encoder_name(const char *codec_or_encoder, bool is_video);

/// The pixel format at `index` of those that the encoder takes; -1 behind the last, and at 0 when it takes any.
int32_t media_encoder_format(const char *encoder, int32_t index);

/// The format among those that the encoder takes that loses least of `format`.
int32_t media_encoder_best_format(const char *encoder, int32_t format, bool has_alpha);

/// Whether the encoder has a setting of that name of its own.
bool media_encoder_has_option(const char *encoder, const char *option);

/// Whether a container (libav's name: "mp4", "mov", "matroska") holds what the encoder makes, or a codec by its name.
bool media_container_takes_encoder(const char *container, const char *encoder);
bool media_container_takes_codec(const char *container, const char *codec);

/// Encodes pictures, multiplexes them with sound and with streams that are copied, and writes one local file.
///
/// Order of calls: create, (add_video, set_video_option, open_video), (a sound encoder), copied streams, (set_option), start;
/// then frames, sound and packets; finish. `media_writer_close` ends it at any point; without finish the file is of no use.
typedef struct media_writer media_writer;

typedef struct {
    int32_t width, height, format;
    media_colour colour;
    media_hdr hdr;
    int32_t time_base_numerator, time_base_denominator;
    /// Frames a second, for the rate control; and the shape of a pixel.
    double frame_rate, sample_aspect_ratio;
    /// 0: the encoder's choice.
    int32_t thread_count;
    /// Four letters of the codec's tag in the container, little-endian; 0: the container's choice.
    uint32_t codec_tag;
} media_video_settings;

media_status media_writer_create(const char *path, const char *container, media_writer *_Nullable *_Nonnull out);

/// Sets an entry of the metadata of the file, or of the stream that was added last.
void media_writer_set_tag(media_writer *writer, bool of_file, const char *key, const char *value);

/// Sets an option of the container.
void media_writer_set_option(media_writer *writer, const char *name, const char *value);

media_status media_writer_add_video(media_writer *writer, const char *encoder, media_video_settings settings);

/// Sets an option of the video encoder.
void media_writer_set_video_option(media_writer *writer, const char *name, const char *value);

/// Opens the encoder; `matrix` holds nine elements, or is NULL for a picture that is not turned.
media_status media_writer_open_video(media_writer *writer, const int32_t *_Nullable matrix);

/// Creates the file and writes its header.
media_status media_writer_start(media_writer *writer);

/// Encodes a frame and takes it over. Its pts is in ticks of the settings' time base and rises strictly; its duration is
/// the time to the next frame.
media_status media_writer_write_frame(media_writer *writer, media_frame *frame);

/// Ends the pictures, if there are any: what the encoder still holds is written.
media_status media_writer_flush_video(media_writer *writer);

/// Writes the trailer and closes the file.
media_status media_writer_finish(media_writer *writer);

/// The first error that libav has reported of the encoders or the container, in words; empty while there is none.
void media_writer_report(media_writer *writer, char *text, int32_t size);

void media_writer_close(media_writer *_Nullable writer);

#pragma clang assume_nonnull end
