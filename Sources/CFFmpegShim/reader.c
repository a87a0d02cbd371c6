#include "reader.h"
#include "frame.h"
#include "input.h"

media_status media_reader_open(const char *path, int32_t thread_count, media_reader **out) {
    *out = NULL;
    media_reader *reader = av_mallocz(sizeof *reader);
    if (!reader) return status_make(AVERROR(ENOMEM), media_step_allocate);
    media_status status = decoding_open(&reader->pictures, path, AVMEDIA_TYPE_VIDEO, FFMAX(thread_count, 0));
    if (status.code < 0) {
        media_reader_close(reader);
        return status;
    }
    reader->audio = input_best_stream(reader->pictures.input, AVMEDIA_TYPE_AUDIO);
    reader->last_pts = INT64_MIN;
    *out = reader;
    return status;
}

void media_reader_close(media_reader *reader) {
    if (!reader) return;
    decoding_close(&reader->pictures);
    av_free(reader);
}

/// From a frame to the next.
static const double most_seconds = 3600;

/// Ticks from a frame to the next where nothing better is known.
static int64_t nominal_duration(const AVStream *stream) {
    AVRational rate = stream->avg_frame_rate.num > 0 ? stream->avg_frame_rate : stream->r_frame_rate;
    if (rate.num <= 0 || rate.den <= 0) return 1;
    const int64_t most = (int64_t)(most_seconds / av_q2d(stream->time_base));
    return av_clip64(av_rescale_q(1, av_inv_q(rate), stream->time_base), 1, FFMAX(most, 1));
}

/// A time that leaps farther than an hour is damaged: nobody films so slowly, and what lies between would be made.
static bool is_leap(const media_reader *reader, int64_t pts) {
    if (reader->last_pts == INT64_MIN || pts <= reader->last_pts) return false;
    return (double)(pts - reader->last_pts) * av_q2d(reader->pictures.stream->time_base) > most_seconds;
}

/// Sets the frame's time as it is presented. Returns false for a frame that is not.
static bool frame_place(media_reader *reader, AVFrame *frame) {
    const decoding *d = &reader->pictures;
    int64_t pts = frame->best_effort_timestamp;
    if (frame->width <= 0 || frame->height <= 0) return false;
    if (pts < -max_ticks || pts > max_ticks) pts = AV_NOPTS_VALUE;
    if (pts != AV_NOPTS_VALUE && pts < d->first_pts) return false;
    if (pts != AV_NOPTS_VALUE) pts -= d->zero;
    if (pts == AV_NOPTS_VALUE || is_leap(reader, pts))
        pts = reader->last_pts == INT64_MIN ? 0 : reader->last_pts + nominal_duration(d->stream);
    // A file may repeat a time or step back; order is kept, since pictures are shown in the order of decoding.
    if (pts <= reader->last_pts) pts = reader->last_pts + 1;
    frame->pts = reader->last_pts = pts;
    return true;
}

media_status media_reader_next(media_reader *reader, media_frame **out) {
    *out = NULL;
    AVFrame *frame = av_frame_alloc();
    if (!frame) return status_make(AVERROR(ENOMEM), media_step_allocate);
    media_status status = decoding_next(&reader->pictures, frame);
    while (status.code == 0 && !frame_place(reader, frame)) {
        av_frame_unref(frame);
        status = decoding_next(&reader->pictures, frame);
    }
    if (status.code == 0) {
        log_sink_mute(&reader->pictures.log, false);
        int code = frame_normalise(frame);
        if (code < 0) status = status_make(code, media_step_allocate);
    }
    if (status.code == 0) *out = frame_media(frame);
    else av_frame_free(&frame);
    return status;
}

media_status media_reader_seek(media_reader *reader, int64_t pts) {
    decoding *d = &reader->pictures;
    // Until the first whole picture, errors speak of pictures that are not given out.
    log_sink_mute(&d->log, true);
    reader->last_pts = INT64_MIN;
    return decoding_seek(d, av_clip64(pts, -max_ticks, max_ticks) + d->zero);
}

int64_t media_reader_damage(media_reader *reader, char *text, int32_t size) {
    return decoding_damage(&reader->pictures, text, size);
}
