#pragma once
#include "log.h"
#include "media_status.h"
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

/// One stream of a file on its way through its decoder. All zero is closed.
typedef struct {
    AVFormatContext *input;
    AVStream *stream;
    AVCodecContext *decoder;
    AVPacket *packet;
    bool has_packet;  // `packet` waits until the decoder takes it
    bool is_draining;
    int drain_failures;
    bool awaits_keyframe;  // after a seek: the next packet with a keyframe sets `first_pts`
    int64_t first_pts;     // in the file's own ticks: earlier frames belong to a group that was not read
    int64_t last_dts;      // of the packet that was read last
    int64_t packets;       // read since the file was opened, of those that are to be shown; negative after a seek
    int64_t zero;          // what is to be subtracted from the file's ticks
    log_sink log;          // what libav has reported since it was opened
} decoding;

/// Timestamps beyond this are damage: arithmetic on others does not overflow.
static const int64_t max_ticks = (int64_t)1 << 61;

/// Opens the file's stream of that type and number (0: the one to show or play) and its decoder. On failure nothing is left
/// open but what `decoding_close` closes.
media_status decoding_open(
    decoding *d, const char *path, media_range part, enum AVMediaType type, int32_t number, int32_t thread_count);

/// Decodes the next frame into `frame`, which is empty. Undecodable packets are passed over.
media_status decoding_next(decoding *d, AVFrame *frame);

/// Goes to the keyframe before `pts`, in the file's own ticks.
media_status decoding_seek(decoding *d, int64_t pts);

/// How many packets the container's index has behind the last that was read; −1 after a seek.
int64_t decoding_unread(const decoding *d);

/// How many errors libav has reported; `text` receives the first one.
int64_t decoding_damage(decoding *d, char *text, int32_t size);

void decoding_close(decoding *d);
