#include "reader.h"
#include "frame.h"
#include "input.h"
#include <libavutil/avstring.h>

/// A decoder that fails this often in a row while it is drained has nothing more to give.
static const int max_drain_failures = 64;

/// Timestamps beyond this are damage: arithmetic on others does not overflow.
static const int64_t max_ticks = (int64_t)1 << 61;

/// Notes a failure that libav returned; what it has also said in words since `reports` counts once.
static void damage_note(media_reader *reader, int code, int64_t reports) {
    char text[AV_ERROR_MAX_STRING_SIZE];
    if (log_sink_count(&reader->log) != reports) return;
    media_status_text(code, text, sizeof text);
    log_sink_add(&reader->log, text);
}

/// Whether the container's index goes on behind the last packet that could be read.
static bool ends_early(const media_reader *reader) {
    int count = avformat_index_get_entries_count(reader->video);
    const AVIndexEntry *last = count > 0 ? avformat_index_get_entry(reader->video, count - 1) : NULL;
    return last && reader->last_dts != AV_NOPTS_VALUE && last->timestamp > reader->last_dts;
}

media_status media_reader_open(const char *path, int32_t thread_count, media_reader **out) {
    *out = NULL;
    media_reader *reader = av_mallocz(sizeof *reader);
    if (!reader) return status_make(AVERROR(ENOMEM), media_step_allocate);
    pthread_mutex_init(&reader->log.lock, NULL);
    media_status status = input_open(path, &reader->input);
    if (status.code < 0) goto fail;
    int code = avformat_find_stream_info(reader->input, NULL);
    status = status_make(code, media_step_read);
    if (code < 0) goto fail;
    reader->video = input_best_stream(reader->input, AVMEDIA_TYPE_VIDEO);
    status = status_make(media_error_no_stream, media_step_find_stream);
    if (!reader->video) goto fail;
    reader->audio = input_best_stream(reader->input, AVMEDIA_TYPE_AUDIO);
    for (unsigned i = 0; i < reader->input->nb_streams; i++)
        if (reader->input->streams[i] != reader->video) reader->input->streams[i]->discard = AVDISCARD_ALL;
    status = input_open_decoder(reader->video, thread_count, &reader->decoder);
    if (status.code < 0) goto fail;
    // From here on what libav reports of the file is damage.
    reader->input->opaque = reader->decoder->opaque = &reader->log;
    reader->packet = av_packet_alloc();
    status = status_make(AVERROR(ENOMEM), media_step_allocate);
    if (!reader->packet) goto fail;
    reader->zero = input_zero(reader->input, reader->video);
    reader->first_pts = reader->last_pts = INT64_MIN;
    reader->last_dts = AV_NOPTS_VALUE;
    *out = reader;
    return status_make(0, media_step_open);
fail:
    media_reader_close(reader);
    return status;
}

void media_reader_close(media_reader *reader) {
    if (!reader) return;
    av_packet_free(&reader->packet);
    avcodec_free_context(&reader->decoder);
    input_close(&reader->input);
    pthread_mutex_destroy(&reader->log.lock);
    av_free(reader);
}

/// Ticks from a frame to the next where nothing better is known.
static int64_t nominal_duration(const media_reader *reader) {
    AVRational rate = reader->video->avg_frame_rate.num > 0 ? reader->video->avg_frame_rate : reader->video->r_frame_rate;
    if (rate.num <= 0 || rate.den <= 0) return 1;
    return FFMAX(1, av_rescale_q(1, av_inv_q(rate), reader->video->time_base));
}

/// Sets the frame's time as it is presented. Returns false for a frame that is not.
static bool frame_place(media_reader *reader, AVFrame *frame) {
    int64_t pts = frame->best_effort_timestamp;
    if (pts < -max_ticks || pts > max_ticks) pts = AV_NOPTS_VALUE;
    if (pts != AV_NOPTS_VALUE && pts < reader->first_pts) return false;
    if (pts != AV_NOPTS_VALUE) pts -= reader->zero;
    else pts = reader->last_pts == INT64_MIN ? 0 : reader->last_pts + nominal_duration(reader);
    // A file may repeat a time or step back; order is kept, since pictures are shown in the order of decoding.
    if (pts <= reader->last_pts) pts = reader->last_pts + 1;
    frame->pts = reader->last_pts = pts;
    return true;
}

/// Gives the decoder one packet, or tells it that there are no more.
static void feed_decoder(media_reader *reader) {
    if (!reader->has_packet) {
        int64_t reports = log_sink_count(&reader->log);
        int code = av_read_frame(reader->input, reader->packet);
        if (code < 0) {
            if (code == AVERROR_EOF && reader->input->pb->error < 0) code = reader->input->pb->error;
            if (code != AVERROR_EOF) damage_note(reader, code, reports);
            else if (ends_early(reader)) log_sink_add(&reader->log, "the file ends early");
            avcodec_send_packet(reader->decoder, NULL);
            reader->is_draining = true;
            return;
        }
        if (reader->packet->stream_index != reader->video->index) {
            av_packet_unref(reader->packet);
            return;
        }
        if (reader->packet->dts != AV_NOPTS_VALUE) reader->last_dts = reader->packet->dts;
        if (reader->awaits_keyframe && reader->packet->flags & AV_PKT_FLAG_KEY) {
            reader->awaits_keyframe = false;
            reader->first_pts = reader->packet->pts == AV_NOPTS_VALUE ? INT64_MIN : reader->packet->pts;
        }
    }
    int64_t reports = log_sink_count(&reader->log);
    int code = avcodec_send_packet(reader->decoder, reader->packet);
    reader->has_packet = code == AVERROR(EAGAIN);
    if (reader->has_packet) return;
    if (code < 0) damage_note(reader, code, reports);
    av_packet_unref(reader->packet);
}

media_status media_reader_next(media_reader *reader, media_frame **out) {
    *out = NULL;
    AVFrame *frame = av_frame_alloc();
    if (!frame) return status_make(AVERROR(ENOMEM), media_step_allocate);
    for (;;) {
        int64_t reports = log_sink_count(&reader->log);
        int code = avcodec_receive_frame(reader->decoder, frame);
        if (code == 0) {
            reader->drain_failures = 0;
            if (frame->width > 0 && frame->height > 0 && frame_place(reader, frame)) {
                code = frame_normalise(frame);
                if (code < 0) {
                    av_frame_free(&frame);
                    return status_make(code, media_step_allocate);
                }
                log_sink_mute(&reader->log, false);
                *out = frame_media(frame);
                return status_make(0, media_step_decode);
            }
            av_frame_unref(frame);
            continue;
        }
        if (code == AVERROR_EOF) break;
        if (code != AVERROR(EAGAIN)) {
            damage_note(reader, code, reports);
            // A packet that the decoder cannot take while it gives nothing either would wait for ever.
            if (reader->has_packet) {
                av_packet_unref(reader->packet);
                reader->has_packet = false;
            }
            if (reader->is_draining && ++reader->drain_failures > max_drain_failures) break;
        }
        if (!reader->is_draining) feed_decoder(reader);
        else if (code == AVERROR(EAGAIN)) break;
    }
    av_frame_free(&frame);
    return status_make(media_end, media_step_decode);
}

media_status media_reader_seek(media_reader *reader, int64_t pts) {
    int64_t target = av_clip64(pts, -max_ticks, max_ticks) + reader->zero;
    int code = av_seek_frame(reader->input, reader->video->index, target, AVSEEK_FLAG_BACKWARD);
    if (code < 0) return status_make(code, media_step_read);
    avcodec_flush_buffers(reader->decoder);
    av_packet_unref(reader->packet);
    reader->has_packet = reader->is_draining = false;
    reader->drain_failures = 0;
    reader->awaits_keyframe = true;
    log_sink_mute(&reader->log, true);
    reader->first_pts = reader->last_pts = INT64_MIN;
    return status_make(0, media_step_read);
}

int64_t media_reader_damage(media_reader *reader, char *text, int32_t size) {
    int64_t count = log_sink_count(&reader->log);
    if (size > 0) text[0] = 0;
    if (count > 0) av_strlcpy(text, reader->log.first, size);  // written once, before the count was raised
    return count;
}
