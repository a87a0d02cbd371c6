#pragma once
#include "media_frame.h"
#include "media_status.h"
#include "media_writer.h"

#pragma clang assume_nonnull begin

/// Reads the samples of one local file's sound.
typedef struct media_sound media_sound;

/// Opens the sound track of that number, or the one to play where that is 0.
media_status media_sound_open(const char *path, media_range part, int32_t track, media_sound *_Nullable *_Nonnull out);

/// Samples a second.
int32_t media_sound_rate(const media_sound *sound);

/// libav's name of the arrangement of channels ("stereo", "5.1"), at most `size` bytes; and how many there are.
void media_sound_layout(const media_sound *sound, char *text, int32_t size);
int32_t media_sound_channel_count(const media_sound *sound);

/// Sets what samples are converted to: 32-bit floats at that rate and in that arrangement.
media_status media_sound_convert_to(media_sound *sound, int32_t rate, const char *layout);

/// A stretch of samples: where it lies, in samples of the rate that they are converted to, from the zero of the file's
/// clock; and how many there are of each channel.
typedef struct {
    int64_t position;
    int32_t count;
} media_stretch;

/// Decodes the next stretch, which stays the sound's and is valid until the next call. Stretches follow each other, with
/// gaps where the file has them; where they overlap, the later one's beginning is to be dropped.
media_status media_sound_next(media_sound *sound, media_stretch *out);

/// The samples of a channel of the last stretch; NULL where there is no such channel.
const float *_Nullable media_sound_samples(const media_sound *sound, int32_t channel);

/// As `media_reader_damage`.
int64_t media_sound_damage(media_sound *sound, char *text, int32_t size);

void media_sound_close(media_sound *_Nullable sound);

// Sound that is encoded into a file that is written.

/// The rate among those that the encoder takes that is nearest to `rate`, but not below it while there is one.
int32_t media_encoder_sample_rate(const char *encoder, int32_t rate);

/// Adds a stream that encodes samples, and opens its encoder.
media_status media_writer_add_sound_encoder(
    media_writer *writer, const char *encoder, int32_t rate, const char *layout, int64_t bit_rate);

/// Encodes `count` samples of each channel, the first of them at `position` samples of the file's clock. Later calls go on
/// where the one before ended.
media_status media_writer_write_sound(
    media_writer *writer, const float *_Nonnull const *_Nonnull channels, int32_t count, int64_t position);

/// Ends the sound: what the encoder still holds is written.
media_status media_writer_flush_sound(media_writer *writer);

#pragma clang assume_nonnull end
