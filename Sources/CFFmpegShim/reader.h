#pragma once
#include "decoding.h"
#include "deinterlacer.h"
#include "media_reader.h"
#include "streams.h"

struct media_reader {
    decoding pictures;
    media_streams streams;  // the same input, to be described
    int64_t last_pts;  // of the frame that was decoded last
    int64_t frames;    // decoded so far
    media_hdr hdr;     // of the stream, or of the first frame

    bool is_interlaced;           // known with the first frame
    deinterlacer *deinterlacer;   // NULL where frames are given out as they are
    AVFrame *held;                // a frame of another kind, which waits until `deinterlacer` has given its last one
};
