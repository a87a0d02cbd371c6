#pragma once
#include "media_streams.h"
#include <libavformat/avformat.h>

/// Where the packets of a stream go.
typedef struct {
    AVStream *output;  // NULL where it is not copied
    int64_t zero;      // what is to be subtracted from its times
    int64_t last_dts;  // of the packet that was copied last, in ticks of `output`
} stream_copy;

struct media_streams {
    AVFormatContext *input;
    AVPacket *packet;
    bool has_packet;      // `packet` waits for its time
    stream_copy *copies;  // one for each stream
};
