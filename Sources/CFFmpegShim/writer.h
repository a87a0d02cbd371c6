#pragma once
#include "log.h"
#include "media_writer.h"
#include "status.h"
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
    AVStream *latest;  // the stream that was added last
    log_sink log;

    AVCodecContext *video_encoder;
    AVDictionary *video_options;
    media_hdr hdr;
    AVStream *video;
    int64_t last_video_dts;  // of the packet that was encoded last, in ticks of the encoder
    uint32_t video_tag;
    double frame_rate;
    /// Of the frames that are in the encoder; grows to its delay.
    frame_duration *durations;
    int duration_count, duration_capacity;

    AVStream *sound;                // NULL where none is encoded
    AVCodecContext *sound_encoder;
    SwrContext *sound_converter;    // from planar floats to what the encoder takes
    AVFrame *sound_frame;           // planar floats: collects as many as the encoder takes at once
    int sound_frame_filled;         // samples in it
    int64_t sound_pts;              // of the first of them, in samples
};

/// Interleaves `writer->packet` of `stream`, whose times are in `time_base`, into the file; takes the packet's contents.
int writer_interleave(media_writer *writer, AVStream *stream, AVRational time_base);
