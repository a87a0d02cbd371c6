#pragma once
#include "log.h"
#include "media_writer.h"
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libswresample/swresample.h>

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

    AVStream *sound;
    int64_t copied_dts;             // of the packet that was copied last, in ticks of `sound`
    AVCodecContext *sound_encoder;  // NULL where packets are copied
    SwrContext *sound_converter;    // from planar floats to what the encoder takes
    AVFrame *sound_frame;           // planar floats: collects as many as the encoder takes at once
    int sound_frame_filled;         // samples in it
    int64_t sound_pts;              // of the first of them, in samples
};

static inline media_status status_make(int code, media_step step) { return (media_status){code, step}; }

/// Interleaves `writer->packet` of `stream`, whose times are in `time_base`, into the file; takes the packet's contents.
int writer_interleave(media_writer *writer, AVStream *stream, AVRational time_base);
