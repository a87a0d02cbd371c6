#pragma once
#include "decoding.h"
#include "media_sound.h"
#include <libavutil/channel_layout.h>
#include <libswresample/swresample.h>

struct media_sound {
    decoding stream;
    AVFrame *decoded;

    SwrContext *converter;  // NULL until the first frame
    int32_t source_format, source_rate;  // what it was made for
    AVChannelLayout source_layout;
    int32_t rate;           // what samples are converted to
    AVChannelLayout layout;
    AVFrame *converted;
    int64_t next_position;  // where the next converted sample lies
    double drift;           // seconds by which timestamps have moved away from there, jitter averaged out
    bool is_flushed;
};
