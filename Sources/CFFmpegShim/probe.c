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

media_status media_probe(const char *path, media_content *out) {
    AVFormatContext *input = NULL;
    media_status status = input_open(path, &input);
    if (status.code < 0) return status;
    // Some containers tell their streams only in what follows the header, some know a stream's codec no earlier.
    bool is_vague = input->nb_streams == 0 || input->ctx_flags & AVFMTCTX_NOHEADER;
    for (unsigned i = 0; i < input->nb_streams; i++)
        is_vague = is_vague || input->streams[i]->codecpar->codec_id == AV_CODEC_ID_NONE;
    if (is_vague) avformat_find_stream_info(input, NULL);
    *out = (media_content){
        .has_video = input_best_stream(input, AVMEDIA_TYPE_VIDEO) != NULL,
        .has_audio = input_best_stream(input, AVMEDIA_TYPE_AUDIO) != NULL,
        .has_several_pictures = is_animated_gif(input),
        .score = input->probe_score,
    };
    input_close(&input);
    return status_make(0, media_step_open);
}
