#include "writer.h"
#include <libavutil/avstring.h>
#include <libavutil/imgutils.h>

media_status media_writer_create(const char *path, const char *container, media_writer **out) {
    *out = NULL;
    media_silence();
    media_writer *writer = av_mallocz(sizeof *writer);
    if (writer) pthread_mutex_init(&writer->log.lock, NULL);
    char *url = av_asprintf("file:%s", path);
    int code = writer && url ? avformat_alloc_output_context2(&writer->output, NULL, container, url) : AVERROR(ENOMEM);
    av_free(url);
    if (code >= 0 && !(writer->packet = av_packet_alloc())) code = AVERROR(ENOMEM);
    if (code < 0) {
        media_writer_close(writer);
        return status_make(code, media_step_open);
    }
    writer->output->opaque = &writer->log;
    *out = writer;
    return status_make(0, media_step_open);
}

void media_writer_set_tag(media_writer *writer, bool of_file, const char *key, const char *value) {
    if (of_file) av_dict_set(&writer->output->metadata, key, value, 0);
    else if (writer->latest) av_dict_set(&writer->latest->metadata, key, value, 0);
}

void media_writer_set_option(media_writer *writer, const char *name, const char *value) {
    av_dict_set(&writer->options, name, value, 0);
}

media_status media_writer_start(media_writer *writer) {
    AVDictionary *protocol = NULL;
    av_dict_set(&protocol, "protocol_whitelist", "file", 0);
    int code = avio_open2(&writer->output->pb, writer->output->url, AVIO_FLAG_WRITE, NULL, &protocol);
    av_dict_free(&protocol);
    if (code >= 0) code = avformat_write_header(writer->output, &writer->options);
    return status_make(code < 0 ? code : 0, media_step_write);
}

int writer_interleave(media_writer *writer, AVStream *stream, AVRational time_base) {
    AVPacket *packet = writer->packet;
    packet->stream_index = stream->index;
    av_packet_rescale_ts(packet, time_base, stream->time_base);
    return av_interleaved_write_frame(writer->output, packet);
}

media_status media_writer_finish(media_writer *writer) {
    int code = av_write_trailer(writer->output);
    if (code >= 0) code = writer->output->pb->error;
    int closed = avio_closep(&writer->output->pb);
    if (code >= 0) code = closed;
    return status_make(code < 0 ? code : 0, media_step_write);
}

void media_writer_report(media_writer *writer, char *text, int32_t size) {
    if (size <= 0) return;
    if (log_sink_count(&writer->log) > 0) av_strlcpy(text, writer->log.first, size);
    else text[0] = 0;
}

/// A black picture of the encoder's kind; NULL when memory is short.
static AVFrame *blank_picture(const AVCodecContext *encoder) {
    AVFrame *picture = av_frame_alloc();
    if (!picture) return NULL;
    picture->width = encoder->width;
    picture->height = encoder->height;
    picture->format = encoder->pix_fmt;
    picture->pts = 0;
    if (av_frame_get_buffer(picture, 0) < 0) {
        av_frame_free(&picture);
        return NULL;
    }
    ptrdiff_t strides[4];
    for (int i = 0; i < 4; i++) strides[i] = picture->linesize[i];
    av_image_fill_black(
        picture->data, strides, picture->format, encoder->color_range, picture->width, picture->height);
    return picture;
}

/// SVT-AV1 1.4 waits for ever when it is closed before it has had a picture, was told of the end, and was emptied.
static void empty_svt(AVCodecContext *encoder, AVPacket *packet) {
    if (!encoder || !avcodec_is_open(encoder) || strcmp(encoder->codec->name, "libsvtav1") != 0) return;
    AVFrame *picture = encoder->frame_number == 0 ? blank_picture(encoder) : NULL;
    if (picture) avcodec_send_frame(encoder, picture);
    av_frame_free(&picture);
    avcodec_send_frame(encoder, NULL);
    while (avcodec_receive_packet(encoder, packet) >= 0) av_packet_unref(packet);
}

void media_writer_close(media_writer *writer) {
    if (!writer) return;
    empty_svt(writer->video_encoder, writer->packet);
    avcodec_free_context(&writer->video_encoder);
    avcodec_free_context(&writer->sound_encoder);
    swr_free(&writer->sound_converter);
    av_frame_free(&writer->sound_frame);
    av_packet_free(&writer->packet);
    av_dict_free(&writer->video_options);
    av_dict_free(&writer->options);
    av_free(writer->durations);
    if (writer->output) {
        avio_closep(&writer->output->pb);
        avformat_free_context(writer->output);
    }
    pthread_mutex_destroy(&writer->log.lock);
    av_free(writer);
}
