#include "input.h"
#include "media_probe.h"
#include <libavutil/avstring.h>

/// Whether a GIF's demuxer finds a second picture.
static bool is_animated_gif(AVFormatContext *input) {
    if (!av_match_name("gif", input->iformat->name)) return false;
    AVPacket *packet = av_packet_alloc();
    int count = 0;
    while (packet && count < 2 && av_read_frame(input, packet) >= 0) {
        count++;
        av_packet_unref(packet);
    }
    av_packet_free(&packet);
    return count == 2;
}

media_status media_probe(const char *path, media_range part, media_content *out) {
    AVFormatContext *input = NULL;
    media_status status = input_open(path, part, &input);
    if (status.code < 0) return status;
    // Some containers tell their streams only in what follows the header, some know a stream's codec no earlier.
    bool is_vague = input->nb_streams == 0 || input->ctx_flags & AVFMTCTX_NOHEADER;
    for (unsigned i = 0; i < input->nb_streams; i++)
        is_vague = is_vague || input->streams[i]->codecpar->codec_id == AV_CODEC_ID_NONE;
    if (is_vague) input_find_streams(input);
    *out = (media_content){
        .has_video = input_stream(input, AVMEDIA_TYPE_VIDEO, 0) != NULL,
        .has_audio = input_stream(input, AVMEDIA_TYPE_AUDIO, 0) != NULL,
        .has_several_pictures = is_animated_gif(input),
        .score = input->probe_score,
    };
    input_close(&input);
    return status_make(0, media_step_open);
}

media_status media_measure(const char *path, media_range part, double *seconds) {
    AVFormatContext *input = NULL;
    *seconds = 0;
    media_status status = input_open(path, part, &input);
    if (status.code < 0) return status;
    input_find_streams(input);
    AVStream *stream = input_stream(input, AVMEDIA_TYPE_VIDEO, 0);
    if (!stream) stream = input_stream(input, AVMEDIA_TYPE_AUDIO, 0);
    AVPacket *packet = av_packet_alloc();
    int64_t first = INT64_MAX, end = INT64_MIN, count = 0;
    while (stream && packet && av_read_frame(input, packet) >= 0) {
        int64_t pts = packet->pts != AV_NOPTS_VALUE ? packet->pts : packet->dts;
        if (packet->stream_index == stream->index && pts != AV_NOPTS_VALUE) {
            first = FFMIN(first, pts);
            end = FFMAX(end, av_sat_add64(pts, packet->duration));
        }
        count += packet->stream_index == stream->index;
        av_packet_unref(packet);
    }
    if (end > first) *seconds = ((double)end - (double)first) * av_q2d(stream->time_base);
    // A bare stream has no times at all: then its rate tells.
    else if (stream && stream->avg_frame_rate.num > 0) *seconds = (double)count / av_q2d(stream->avg_frame_rate);
    av_packet_free(&packet);
    input_close(&input);
    return status_make(0, media_step_read);
}
