#include "hdr.h"

#include <libavutil/mastering_display_metadata.h>

static void take_mastering(media_hdr *hdr, const AVMasteringDisplayMetadata *display) {
    if (!display) return;
    hdr->has_primaries = display->has_primaries;
    hdr->has_luminance = display->has_luminance;
    for (int axis = 0; axis < 2; axis++) {
        for (int colour = 0; colour < 3; colour++)
            hdr->primaries[colour][axis] = av_q2d(display->display_primaries[colour][axis]);
        hdr->primaries[3][axis] = av_q2d(display->white_point[axis]);
    }
    hdr->least_luminance = av_q2d(display->min_luminance);
    hdr->most_luminance = av_q2d(display->max_luminance);
}

static void take_light(media_hdr *hdr, const AVContentLightMetadata *light) {
    if (!light) return;
    hdr->has_light = true;
    hdr->most_light = (int32_t)FFMIN(light->MaxCLL, UINT16_MAX);
    hdr->most_average_light = (int32_t)FFMIN(light->MaxFALL, UINT16_MAX);
}

void hdr_learn(media_hdr *hdr, const AVFrame *frame) {
    const AVFrameSideData *display = av_frame_get_side_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA);
    const AVFrameSideData *light = av_frame_get_side_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL);
    take_mastering(hdr, display ? (const void *)display->data : NULL);
    take_light(hdr, light ? (const void *)light->data : NULL);
}

void hdr_learn_stream(media_hdr *hdr, const AVStream *stream) {
    take_mastering(hdr, (const void *)av_stream_get_side_data(stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, NULL));
    take_light(hdr, (const void *)av_stream_get_side_data(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, NULL));
}

/// A chromaticity in the steps of 0.00002 and a luminance in those of 0.0001 cd/m² that SMPTE ST 2086 has.
static AVRational chromaticity(double value) { return av_make_q((int)(value * 50000 + 0.5), 50000); }
static AVRational luminance(double value) { return av_make_q((int)(FFMIN(value, 100000) * 10000 + 0.5), 10000); }

int hdr_note(const media_hdr *hdr, AVStream *stream) {
    if (hdr->has_primaries || hdr->has_luminance) {
        AVMasteringDisplayMetadata *display = av_mastering_display_metadata_alloc();
        if (!display) return AVERROR(ENOMEM);
        display->has_primaries = hdr->has_primaries;
        display->has_luminance = hdr->has_luminance;
        for (int axis = 0; axis < 2; axis++) {
            for (int colour = 0; colour < 3; colour++)
                display->display_primaries[colour][axis] = chromaticity(hdr->primaries[colour][axis]);
            display->white_point[axis] = chromaticity(hdr->primaries[3][axis]);
        }
        display->min_luminance = luminance(hdr->least_luminance);
        display->max_luminance = luminance(hdr->most_luminance);
        int code = av_stream_add_side_data(
            stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, (uint8_t *)display, sizeof *display);
        if (code < 0) {
            av_free(display);
            return code;
        }
    }
    if (hdr->has_light) {
        size_t size;
        AVContentLightMetadata *light = av_content_light_metadata_alloc(&size);
        if (!light) return AVERROR(ENOMEM);
        light->MaxCLL = hdr->most_light;
        light->MaxFALL = hdr->most_average_light;
        int code = av_stream_add_side_data(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, (uint8_t *)light, size);
        if (code < 0) {
            av_free(light);
            return code;
        }
    }
    return 0;
}
