#pragma once
#include "log.h"
#include "media_writer.h"
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

/// How long a frame is shown: encoders give packets back in another order and without it.
typedef struct {
    int64_t pts, duration;
} frame_duration;

struct media_writer {
    AVFormatContext *output;
    AVDictionary *options;
    AVPacket *packet;
    log_sink log;

    AVCodecContext *video_encoder;
    AVDictionary *video_options;
    AVStream *video;
    uint32_t video_tag;
    double frame_rate;
    /// Of the frames that are in the encoder; grows to its delay.
    frame_duration *durations;
    int duration_count, duration_capacity;

    AVCodecContext *sound_encoder;  // NULL where packets are copied
    AVStream *sound;
    AVFrame *sound_frame;    // collects samples until it holds as many as the encoder takes at once
    int sound_frame_filled;  // samples in it
    int64_t sound_pts;       // of the first of them, in samples
};

static inline media_status status_make(int code, media_step step) { return (media_status){code, step}; }

/// Interleaves `writer->packet` of `stream`, whose times are in `time_base`, into the file; takes the packet's contents.
int writer_interleave(media_writer *writer, AVStream *stream, AVRational time_base);

/// Ends the sound: what the encoder still holds is written. Nothing to do without one.
media_status writer_flush_sound(media_writer *writer);
