#include "reader.h"
#include "frame.h"
#include "hdr.h"
#include "input.h"

media_status media_reader_open(
    const char *path, media_range part, int32_t track, int32_t thread_count, media_reader **out) {
    *out = NULL;
    media_reader *reader = av_mallocz(sizeof *reader);
    if (!reader) return status_make(AVERROR(ENOMEM), media_step_allocate);
    media_status status = decoding_open(&reader->pictures, path, part, AVMEDIA_TYPE_VIDEO, track, FFMAX(thread_count, 0));
    if (status.code < 0) {
        media_reader_close(reader);
        return status;
    }
    reader->streams.input = reader->pictures.input;
    reader->last_pts = INT64_MIN;
    *out = reader;
    return status;
}

void media_reader_close(media_reader *reader) {
    if (!reader) return;
    deinterlacer_free(reader->deinterlacer);
    av_frame_free(&reader->held);
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

static bool field_order_is_interlaced(const AVStream *stream) {
    switch (stream->codecpar->field_order) {
    case AV_FIELD_TT: case AV_FIELD_BB: case AV_FIELD_TB: case AV_FIELD_BT: return true;
    default: return false;
    }
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

/// Decodes the next frame that is presented.
static media_status decode_presented(media_reader *reader, AVFrame *frame) {
    media_status status = decoding_next(&reader->pictures, frame);
    while (status.code == 0 && !frame_place(reader, frame)) {
        av_frame_unref(frame);
        status = decoding_next(&reader->pictures, frame);
    }
    if (status.code != 0) return status;
    if (reader->frames++ == 0) {
        hdr_learn(&reader->hdr, frame);
        reader->is_interlaced = frame->interlaced_frame || field_order_is_interlaced(reader->pictures.stream);
    }
    return status;
}

/// Gives the deinterlacer the next frame, or tells it that there are no more of its kind.
static media_status feed_deinterlacer(media_reader *reader) {
    AVFrame *frame = av_frame_alloc();
    if (!frame) return status_make(AVERROR(ENOMEM), media_step_allocate);
    media_status status = decode_presented(reader, frame);
    int code = 0;
    if (status.code == 0 && deinterlacer_fits(reader->deinterlacer, frame)) {
        code = deinterlacer_push(reader->deinterlacer, frame);
    } else {
        if (status.code == 0) FFSWAP(AVFrame *, reader->held, frame);
        if (status.code >= 0) code = deinterlacer_push(reader->deinterlacer, NULL);
    }
    av_frame_free(&frame);
    if (status.code < 0) return status;
    return status_make(code < 0 ? code : 0, media_step_decode);
}

/// The next frame of an interlaced stream, made progressive where that can be done.
static media_status next_progressive(media_reader *reader, AVFrame *frame) {
    for (;;) {
        int code = reader->deinterlacer ? deinterlacer_pull(reader->deinterlacer, frame) : AVERROR_EOF;
        if (code == 0) return status_make(0, media_step_decode);
        if (code == AVERROR(EAGAIN)) {
            media_status status = feed_deinterlacer(reader);
            if (status.code < 0) return status;
            continue;
        }
        if (code != AVERROR_EOF) return status_make(code, media_step_decode);
        // The first frame, the first of another kind, or none.
        deinterlacer_free(reader->deinterlacer);
        reader->deinterlacer = NULL;
        media_status status = status_make(0, media_step_decode);
        if (reader->held) av_frame_move_ref(frame, reader->held), av_frame_free(&reader->held);
        else status = decode_presented(reader, frame);
        if (status.code != 0) return status;
        code = reader->is_interlaced ? deinterlacer_create(frame, reader->pictures.stream->time_base, &reader->deinterlacer)
                                     : AVERROR(ENOSYS);
        if (code < 0) return status;
        code = deinterlacer_push(reader->deinterlacer, frame);
        if (code < 0) return status_make(code, media_step_decode);
    }
}

media_status media_reader_next(media_reader *reader, media_frame **out) {
    *out = NULL;
    AVFrame *frame = av_frame_alloc();
    if (!frame) return status_make(AVERROR(ENOMEM), media_step_allocate);
    media_status status = next_progressive(reader, frame);
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
    deinterlacer_free(reader->deinterlacer);
    reader->deinterlacer = NULL;
    av_frame_free(&reader->held);
    return decoding_seek(d, av_clip64(pts, -max_ticks, max_ticks) + d->zero);
}

media_scan media_reader_scan(const media_reader *reader) {
    if (!reader->is_interlaced) return media_progressive;
    return reader->deinterlacer ? media_deinterlaced : media_interlaced;
}

int64_t media_reader_lost(const media_reader *reader) {
    const decoding *d = &reader->pictures;
    const int64_t unread = decoding_unread(d);
    return unread < 0 ? -1 : unread + FFMAX(0, d->packets - reader->frames);
}

int64_t media_reader_damage(media_reader *reader, char *text, int32_t size) {
    return decoding_damage(&reader->pictures, text, size);
}
