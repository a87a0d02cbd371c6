#define _GNU_SOURCE  // dlopen's flags
#include "deinterlacer.h"

#include <dlfcn.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavutil/mem.h>
#include <libavutil/avstring.h>
#include <pthread.h>

/// The functions of libavfilter that are used. It brings 160 libraries with it and clips are rarely interlaced: it is loaded
/// when the first one comes.
static struct {
    bool is_loaded;
    const AVFilter *(*get_by_name)(const char *);
    AVFilterGraph *(*graph_alloc)(void);
    void (*graph_free)(AVFilterGraph **);
    int (*graph_create_filter)(AVFilterContext **, const AVFilter *, const char *, const char *, void *, AVFilterGraph *);
    int (*link)(AVFilterContext *, unsigned, AVFilterContext *, unsigned);
    int (*graph_config)(AVFilterGraph *, void *);
    int (*add_frame)(AVFilterContext *, AVFrame *);
    int (*get_frame)(AVFilterContext *, AVFrame *);
    AVRational (*time_base)(const AVFilterContext *);
} filters;

static void load(void) {
    void *library = dlopen("libavfilter.so." AV_STRINGIFY(LIBAVFILTER_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    struct {
        const char *name;
        void *function;
    } const wanted[] = {
        {"avfilter_get_by_name", &filters.get_by_name},
        {"avfilter_graph_alloc", &filters.graph_alloc},
        {"avfilter_graph_free", &filters.graph_free},
        {"avfilter_graph_create_filter", &filters.graph_create_filter},
        {"avfilter_link", &filters.link},
        {"avfilter_graph_config", &filters.graph_config},
        {"av_buffersrc_add_frame", &filters.add_frame},
        {"av_buffersink_get_frame", &filters.get_frame},
        {"av_buffersink_get_time_base", &filters.time_base},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        void *found = dlsym(library, wanted[i].name);
        if (!found) return;
        memcpy(wanted[i].function, &found, sizeof found);
    }
    filters.is_loaded = true;
}

struct deinterlacer {
    AVFilterGraph *graph;
    AVFilterContext *source, *sink;
    AVRational time_base;
    int width, height, format;
};

static int build(deinterlacer *d, const AVFrame *first) {
    char source[160];
    AVFilterContext *fields = NULL;
    d->graph = filters.graph_alloc();
    if (!d->graph) return AVERROR(ENOMEM);
    d->graph->nb_threads = 1;
    snprintf(
        source, sizeof source, "video_size=%dx%d:pix_fmt=%d:time_base=%d/%d", first->width, first->height, first->format,
        d->time_base.num, d->time_base.den);
    int code = filters.graph_create_filter(&d->source, filters.get_by_name("buffer"), "in", source, NULL, d->graph);
    if (code >= 0)
        code = filters.graph_create_filter(
            &fields, filters.get_by_name("bwdif"), "fields", "mode=send_frame:parity=auto:deint=interlaced", NULL, d->graph);
    if (code >= 0)
        code = filters.graph_create_filter(&d->sink, filters.get_by_name("buffersink"), "out", NULL, NULL, d->graph);
    if (code >= 0) code = filters.link(d->source, 0, fields, 0);
    if (code >= 0) code = filters.link(fields, 0, d->sink, 0);
    if (code >= 0) code = filters.graph_config(d->graph, NULL);
    // A format that bwdif does not know would be converted in between, by a filter that configuring inserts.
    if (code >= 0 && d->graph->nb_filters != 3) code = AVERROR(ENOSYS);
    return code;
}

int deinterlacer_create(const AVFrame *first, AVRational time_base, deinterlacer **out) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    *out = NULL;
    if (!filters.is_loaded || !filters.get_by_name("bwdif")) return AVERROR(ENOSYS);
    deinterlacer *d = av_mallocz(sizeof *d);
    if (!d) return AVERROR(ENOMEM);
    d->time_base = time_base;
    d->width = first->width;
    d->height = first->height;
    d->format = first->format;
    int code = build(d, first);
    if (code < 0) {
        deinterlacer_free(d);
        return code;
    }
    *out = d;
    return 0;
}

bool deinterlacer_fits(const deinterlacer *d, const AVFrame *frame) {
    return d->width == frame->width && d->height == frame->height && d->format == frame->format;
}

int deinterlacer_push(deinterlacer *d, AVFrame *frame) { return filters.add_frame(d->source, frame); }

int deinterlacer_pull(deinterlacer *d, AVFrame *frame) {
    int code = filters.get_frame(d->sink, frame);
    if (code < 0) return code;
    // The filter counts in half ticks.
    frame->pts = av_rescale_q(frame->pts, filters.time_base(d->sink), d->time_base);
    frame->interlaced_frame = 0;
    return 0;
}

void deinterlacer_free(deinterlacer *d) {
    if (!d) return;
    if (d->graph) filters.graph_free(&d->graph);
    av_free(d);
}
