#pragma once
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/// Collects what libav reports as errors of one decoder or demuxer. Decoding threads write to it at once.
typedef struct {
    pthread_mutex_t lock;
    bool is_muted;
    int64_t count;
    char first[160];
} log_sink;

/// Adds a report; the first one's text is kept, in one line.
void log_sink_add(log_sink *sink, const char *text);

/// While muted, reports are dropped: the pictures that they speak of are dropped as well.
void log_sink_mute(log_sink *sink, bool is_muted);

/// The number of reports so far.
int64_t log_sink_count(log_sink *sink);
