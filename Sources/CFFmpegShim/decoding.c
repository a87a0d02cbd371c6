#include "decoding.h"
#include "input.h"
#include <libavutil/avstring.h>

/// A decoder that fails this often in a row while it is drained has nothing more to give.
static const int max_drain_failures = 64;

media_status decoding_open(
    decoding *d, const char *path, media_range part, enum AVMediaType type, int32_t number, int32_t thread_count) {
    pthread_mutex_init(&d->log.lock, NULL);
    d->first_pts = INT64_MIN;
    d->last_dts = AV_NOPTS_VALUE;
    media_status status = input_open(path, part, &d->input);
    if (status.code < 0) return status;
    int code = input_find_streams(d->input);
    if (code < 0) return status_make(code, media_step_read);
    d->stream = input_stream(d->input, type, number);
    if (!d->stream) return status_make(media_error_no_stream, media_step_find_stream);
    for (unsigned i = 0; i < d->input->nb_streams; i++)
        if (d->input->streams[i] != d->stream) d->input->streams[i]->discard = AVDISCARD_ALL;
    d->zero = input_zero(d->input, d->stream);
    d->packet = av_packet_alloc();
    if (!d->packet) return status_make(AVERROR(ENOMEM), media_step_allocate);
    status = input_open_decoder(d->stream, thread_count, &d->decoder);
    if (status.code < 0) return status;
    d->decoder->opaque = &d->log;
    // From here on what libav reports of the file is damage.
    d->input->opaque = &d->log;
    return status_make(0, media_step_open);
}

void decoding_close(decoding *d) {
    av_packet_free(&d->packet);
    avcodec_free_context(&d->decoder);
    input_close(&d->input);
    pthread_mutex_destroy(&d->log.lock);
}

/// Notes a failure that libav returned; what it has also said in words since `reports` counts once.
static void note_failure(decoding *d, int code, int64_t reports) {
    char text[AV_ERROR_MAX_STRING_SIZE];
    if (log_sink_count(&d->log) != reports) return;
    media_status_text(code, text, sizeof text);
    log_sink_add(&d->log, text);
}

/// Whether the container's index goes on behind the last packet that could be read.
static bool ends_early(const decoding *d) {
    int count = avformat_index_get_entries_count(d->stream);
    const AVIndexEntry *last = count > 0 ? avformat_index_get_entry(d->stream, count - 1) : NULL;
    return last && d->last_dts != AV_NOPTS_VALUE && last->timestamp > d->last_dts;
}

/// Reads the stream's next packet into `d->packet`, which is empty. Returns 0, or a libav error at the end.
static int read_packet(decoding *d) {
    for (;;) {
        int64_t reports = log_sink_count(&d->log);
        int code = av_read_frame(d->input, d->packet);
        if (code >= 0 && d->packet->stream_index != d->stream->index) {
            av_packet_unref(d->packet);
            continue;
        }
        if (code >= 0) {
            if (d->packet->dts != AV_NOPTS_VALUE) d->last_dts = d->packet->dts;
            if (d->packets >= 0 && !(d->packet->flags & AV_PKT_FLAG_DISCARD)) d->packets++;
            return 0;
        }
        if (code == AVERROR_EOF && d->input->pb->error < 0) code = d->input->pb->error;
        if (code != AVERROR_EOF) note_failure(d, code, reports);
        else if (ends_early(d)) log_sink_add(&d->log, "the file ends early");
        return code;
    }
}

/// Gives the decoder one packet, or tells it that there are no more.
static void feed(decoding *d) {
    if (!d->has_packet) {
        if (read_packet(d) < 0) {
            avcodec_send_packet(d->decoder, NULL);
            d->is_draining = true;
            return;
        }
        if (d->awaits_keyframe && d->packet->flags & AV_PKT_FLAG_KEY) {
            d->awaits_keyframe = false;
            d->first_pts = d->packet->pts == AV_NOPTS_VALUE ? INT64_MIN : d->packet->pts;
        }
    }
    int64_t reports = log_sink_count(&d->log);
    int code = avcodec_send_packet(d->decoder, d->packet);
    d->has_packet = code == AVERROR(EAGAIN);
    if (d->has_packet) return;
    if (code < 0) note_failure(d, code, reports);
    av_packet_unref(d->packet);
}

media_status decoding_next(decoding *d, AVFrame *frame) {
    for (;;) {
        int64_t reports = log_sink_count(&d->log);
        int code = avcodec_receive_frame(d->decoder, frame);
        if (code == 0) {
            d->drain_failures = 0;
            return status_make(0, media_step_decode);
        }
        if (code == AVERROR_EOF) break;
        if (code != AVERROR(EAGAIN)) {
            note_failure(d, code, reports);
            // A packet that the decoder cannot take while it gives nothing either would wait for ever.
            if (d->has_packet) {
                av_packet_unref(d->packet);
                d->has_packet = false;
            }
            if (d->is_draining && ++d->drain_failures > max_drain_failures) break;
        }
        if (!d->is_draining) feed(d);
        else if (code == AVERROR(EAGAIN)) break;
    }
    return status_make(media_end, media_step_decode);
}

media_status decoding_seek(decoding *d, int64_t pts) {
    int code = av_seek_frame(d->input, d->stream->index, pts, AVSEEK_FLAG_BACKWARD);
    if (code < 0) return status_make(code, media_step_read);
    avcodec_flush_buffers(d->decoder);
    av_packet_unref(d->packet);
    d->has_packet = d->is_draining = false;
    d->drain_failures = 0;
    d->awaits_keyframe = true;
    d->first_pts = INT64_MIN;
    d->packets = -1;
    return status_make(0, media_step_read);
}

int64_t decoding_unread(const decoding *d) {
    if (d->packets < 0) return -1;
    int64_t count = 0;
    for (int i = avformat_index_get_entries_count(d->stream) - 1; i >= 0 && d->last_dts != AV_NOPTS_VALUE; i--) {
        const AVIndexEntry *entry = avformat_index_get_entry(d->stream, i);
        if (!entry || entry->timestamp <= d->last_dts) break;
        count += !(entry->flags & AVINDEX_DISCARD_FRAME);
    }
    return count;
}

int64_t decoding_damage(decoding *d, char *text, int32_t size) {
    int64_t count = log_sink_count(&d->log);
    if (size > 0) text[0] = 0;
    if (count > 0) av_strlcpy(text, d->log.first, size);  // written once, before the count was raised
    return count;
}
