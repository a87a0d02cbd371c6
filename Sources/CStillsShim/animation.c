#include "still_animation.h"
#include <stdlib.h>
#include <webp/demux.h>

struct still_animation {
    WebPAnimDecoder *decoder;
    WebPAnimInfo info;
};

/// Reads no more than the header: whether the canvas is allowed.
static bool fits(const WebPData *data, int64_t max_pixels, bool *is_too_large) {
    WebPDemuxer *demuxer = WebPDemux(data);
    if (!demuxer) return false;
    int64_t width = WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH), height = WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT);
    WebPDemuxDelete(demuxer);
    *is_too_large = width * height > max_pixels;
    return width > 0 && height > 0 && !*is_too_large;
}

still_animation *still_animation_open(const uint8_t *bytes, int64_t size, int64_t max_pixels, bool *is_too_large) {
    const WebPData data = {bytes, (size_t)size};
    *is_too_large = false;
    if (size <= 0 || !fits(&data, max_pixels, is_too_large)) return NULL;
    still_animation *animation = calloc(1, sizeof *animation);
    WebPAnimDecoderOptions options;
    if (!animation || !WebPAnimDecoderOptionsInit(&options)) {
        free(animation);
        return NULL;
    }
    options.color_mode = MODE_RGBA;
    options.use_threads = 0;
    animation->decoder = WebPAnimDecoderNew(&data, &options);
    if (!animation->decoder || !WebPAnimDecoderGetInfo(animation->decoder, &animation->info)) {
        still_animation_close(animation);
        return NULL;
    }
    return animation;
}

still_animation_info still_animation_describe(const still_animation *animation) {
    const WebPAnimInfo *info = &animation->info;
    return (still_animation_info){
        (int32_t)info->canvas_width, (int32_t)info->canvas_height, (int32_t)info->frame_count};
}

int32_t still_animation_duration(const still_animation *animation, int32_t frame) {
    WebPIterator iterator;
    if (!WebPDemuxGetFrame(WebPAnimDecoderGetDemuxer(animation->decoder), frame + 1, &iterator)) return -1;
    int32_t duration = iterator.duration;
    WebPDemuxReleaseIterator(&iterator);
    return duration;
}

const uint8_t *still_animation_next(still_animation *animation) {
    uint8_t *pixels = NULL;
    int timestamp = 0;
    if (!WebPAnimDecoderHasMoreFrames(animation->decoder)) return NULL;
    return WebPAnimDecoderGetNext(animation->decoder, &pixels, &timestamp) ? pixels : NULL;
}

void still_animation_rewind(still_animation *animation) { WebPAnimDecoderReset(animation->decoder); }

const uint8_t *still_animation_profile(const still_animation *animation, int64_t *size) {
    WebPChunkIterator chunk;
    *size = 0;
    if (!WebPDemuxGetChunk(WebPAnimDecoderGetDemuxer(animation->decoder), "ICCP", 1, &chunk)) return NULL;
    const uint8_t *bytes = chunk.chunk.bytes;
    *size = (int64_t)chunk.chunk.size;
    WebPDemuxReleaseChunkIterator(&chunk);
    return bytes;
}

void still_animation_close(still_animation *animation) {
    if (!animation) return;
    if (animation->decoder) WebPAnimDecoderDelete(animation->decoder);
    free(animation);
}
