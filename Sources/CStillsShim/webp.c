#include "raster.h"
#include <webp/decode.h>
#include <webp/demux.h>

/// The size to which libwebp's own scaler reduces: a long side of just what is needed.
static void scaled_size(still_raster_wish wish, int32_t width, int32_t height, still_raster_info *info) {
    int64_t side = width > height ? width : height;
    info->width = (int32_t)(((int64_t)width * wish.long_side + side / 2) / side);
    info->height = (int32_t)(((int64_t)height * wish.long_side + side / 2) / side);
    if (info->width < 1) info->width = 1;
    if (info->height < 1) info->height = 1;
}

static void take_profile(still_raster *raster, const WebPData *data) {
    WebPDemuxer *demuxer = WebPDemux(data);
    WebPChunkIterator chunk;
    if (demuxer && WebPDemuxGetChunk(demuxer, "ICCP", 1, &chunk)) {
        raster_take_profile(raster, chunk.chunk.bytes, chunk.chunk.size);
        WebPDemuxReleaseChunkIterator(&chunk);
    }
    WebPDemuxDelete(demuxer);
}

still_raster_status still_raster_read_webp(
    const uint8_t *bytes, int64_t byte_count, still_raster_wish wish, still_raster **out) {
    *out = NULL;
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return still_raster_not_mine;
    if (WebPGetFeatures(bytes, (size_t)byte_count, &config.input) != VP8_STATUS_OK) return still_raster_damaged;
    int32_t width = config.input.width, height = config.input.height;
    if ((int64_t)width * height > wish.max_pixels) return still_raster_too_large;
    if (raster_factor(wish, width, height) == 1) return still_raster_not_mine;
    still_raster *raster = raster_create(width, height);
    if (!raster) return still_raster_no_memory;
    // The raster takes memory for the picture as it comes out.
    still_raster_info *info = &raster->info;
    scaled_size(wish, width, height, info);
    info->full_width = info->width;
    info->full_height = info->height;
    if (!raster_begin(raster, config.input.has_alpha ? 4 : 3, 8, false, 1)) {
        still_raster_close(raster);
        return still_raster_no_memory;
    }
    info->full_width = width;
    info->full_height = height;
    config.options.use_scaling = 1;
    config.options.scaled_width = info->width;
    config.options.scaled_height = info->height;
    config.output.colorspace = config.input.has_alpha ? MODE_RGBA : MODE_RGB;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = raster->samples;
    config.output.u.RGBA.stride = info->stride;
    config.output.u.RGBA.size = (size_t)info->stride * info->height;
    VP8StatusCode code = WebPDecode(bytes, (size_t)byte_count, &config);
    WebPFreeDecBuffer(&config.output);
    if (code != VP8_STATUS_OK) {
        still_raster_close(raster);
        return code == VP8_STATUS_OUT_OF_MEMORY ? still_raster_no_memory : still_raster_damaged;
    }
    const WebPData data = {bytes, (size_t)byte_count};
    take_profile(raster, &data);
    *out = raster;
    return still_raster_done;
}
