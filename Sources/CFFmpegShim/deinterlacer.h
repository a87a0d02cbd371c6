#pragma once
#include <libavutil/frame.h>
#include <stdbool.h>

/// Makes frames of two fields progressive: as many frames, with the same times. Motion is followed over the frames before and
/// after (libavfilter's bwdif); frames that are progressive pass as they are.
typedef struct deinterlacer deinterlacer;

/// Makes one for frames like `first`, whose times are in `time_base`. Returns AVERROR(ENOSYS) where libavfilter is not
/// installed or does not know the pixel format.
int deinterlacer_create(const AVFrame *first, AVRational time_base, deinterlacer **out);

/// Whether it was made for frames like this one.
bool deinterlacer_fits(const deinterlacer *d, const AVFrame *frame);

/// Takes the next frame over, or learns by NULL that there are no more. Returns 0 or a libav error.
int deinterlacer_push(deinterlacer *d, AVFrame *frame);

/// Gives the next frame. Returns 0, AVERROR(EAGAIN) when more must be pushed first, AVERROR_EOF, or another libav error.
int deinterlacer_pull(deinterlacer *d, AVFrame *frame);

void deinterlacer_free(deinterlacer *d);
