#pragma once
#include "log.h"
#include "media_reader.h"
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

struct media_reader {
    AVFormatContext *input;
    AVStream *video;
    AVStream *audio;  // described, not decoded; NULL without sound
    AVCodecContext *decoder;
    AVPacket *packet;
    bool has_packet;  // `packet` waits until the decoder takes it
    bool is_draining;
    int drain_failures;
    bool awaits_keyframe;       // after a seek: the next packet with a keyframe sets `first_pts`
    int64_t first_pts;          // frames before this one belong to a picture group that was not read
    int64_t last_pts;           // of the frame that was given out last
    int64_t zero;               // what is subtracted from the file's timestamps
    int64_t last_dts;           // of the video packet that was read last
    log_sink log;
};
