#pragma once
#include "media_reader.h"
#include <libavformat/avformat.h>
#include <libavutil/frame.h>

/// Takes what a frame's messages say of its brightness.
void hdr_learn(media_hdr *hdr, const AVFrame *frame);

/// Takes what the container says of the stream; it goes before what frames say.
void hdr_learn_stream(media_hdr *hdr, const AVStream *stream);

/// Gives a stream the notes that its container writes. Returns 0 or a libav error.
int hdr_note(const media_hdr *hdr, AVStream *stream);
