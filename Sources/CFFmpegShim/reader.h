#pragma once
#include "decoding.h"
#include "media_reader.h"

struct media_reader {
    decoding pictures;
    AVStream *audio;   // described, not decoded; NULL without sound
    int64_t last_pts;  // of the frame that was given out last
};
