#define _POSIX_C_SOURCE 200112L  // setenv
#include "media_status.h"
#include <libavutil/error.h>
#include <libavutil/log.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

void media_status_text(int32_t code, char *text, int32_t size) {
    if (size <= 0) return;
    switch (code) {
    case media_error_no_stream: snprintf(text, size, "no such stream"); return;
    case media_error_no_decoder: snprintf(text, size, "no decoder for this codec"); return;
    case media_error_not_media: snprintf(text, size, "a playlist or a text"); return;
    default:
        if (av_strerror(code, text, size) < 0) snprintf(text, size, "error %d", code);
    }
}

static void silence_once(void) {
    av_log_set_level(AV_LOG_QUIET);
    // SVT-AV1 prints by itself: errors alone.
    setenv("SVT_LOG", "1", 0);
}

void media_silence(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, silence_once);
}
