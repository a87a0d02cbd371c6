#define _POSIX_C_SOURCE 200809L  // setenv
#include "log.h"
#include "media_status.h"
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void media_status_text(int32_t code, char *text, int32_t size) {
    if (size <= 0) return;
    switch (code) {
    case media_error_no_stream: snprintf(text, size, "no such stream"); return;
    case media_error_no_decoder: snprintf(text, size, "no decoder for this codec"); return;
    case media_error_not_media: snprintf(text, size, "no container that is read"); return;
    default:
        if (av_strerror(code, text, size) < 0) snprintf(text, size, "error %d", code);
    }
}

void log_sink_add(log_sink *sink, const char *text) {
    pthread_mutex_lock(&sink->lock);
    if (!sink->is_muted && sink->count++ == 0) {
        snprintf(sink->first, sizeof sink->first, "%s", text);
        sink->first[strcspn(sink->first, "\r\n")] = 0;
    }
    pthread_mutex_unlock(&sink->lock);
}

void log_sink_mute(log_sink *sink, bool is_muted) {
    pthread_mutex_lock(&sink->lock);
    sink->is_muted = is_muted;
    pthread_mutex_unlock(&sink->lock);
}

int64_t log_sink_count(log_sink *sink) {
    pthread_mutex_lock(&sink->lock);
    int64_t count = sink->count;
    pthread_mutex_unlock(&sink->lock);
    return count;
}

/// The sink that the context at `source` carries in its `opaque`, which the decoder's threads copy; NULL for others.
static log_sink *sink_of(void *source) {
    const AVClass *class = source ? *(const AVClass **)source : NULL;
    if (!class) return NULL;
    if (class == avcodec_get_class()) return ((AVCodecContext *)source)->opaque;
    if (class == avformat_get_class()) return ((AVFormatContext *)source)->opaque;
    return NULL;
}

/// libav's log: nothing is printed, errors go to the reader that they concern.
static void collect(void *source, int level, const char *format, va_list arguments) {
    log_sink *sink = level <= AV_LOG_ERROR ? sink_of(source) : NULL;
    if (!sink) return;
    char text[160];
    vsnprintf(text, sizeof text, format, arguments);
    log_sink_add(sink, text);
}

static void silence_once(void) {
    av_log_set_callback(collect);
    // SVT-AV1 prints by itself: errors alone.
    setenv("SVT_LOG", "1", 0);
}

void media_silence(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, silence_once);
}
