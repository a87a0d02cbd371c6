#include "media_scaler.h"
#include <libavutil/mem.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

struct media_scaler {
    struct SwsContext *context;
    int32_t source_height;
};

static media_status status_make(int code) { return (media_status){code, media_step_convert}; }

/// The coefficients that swscale knows for a matrix number; its numbers are those of H.273 for the ones it has.
static const int *coefficients(int32_t matrix) { return sws_getCoefficients(matrix); }

/// Where chroma lies in units of 1/256 luma sample (libavutil's `AVChromaLocation`); swscale's default where it is not
/// known or chroma is not coarser.
static void set_chroma_position(struct SwsContext *context, const char *side, media_picture_kind kind) {
    char name[32];
    const AVPixFmtDescriptor *d = av_pix_fmt_desc_get(kind.format);
    if (!d || d->log2_chroma_w != 1 || d->log2_chroma_h > 1) return;
    // Left is where MPEG-2, H.264 and HEVC have it when nothing is said; JPEG has the centre, and says so.
    bool is_centred = kind.colour.chroma_location == AVCHROMA_LOC_CENTER || kind.colour.chroma_location == AVCHROMA_LOC_TOP
        || kind.colour.chroma_location == AVCHROMA_LOC_BOTTOM;
    bool is_top = kind.colour.chroma_location == AVCHROMA_LOC_TOPLEFT || kind.colour.chroma_location == AVCHROMA_LOC_TOP;
    bool is_bottom =
        kind.colour.chroma_location == AVCHROMA_LOC_BOTTOMLEFT || kind.colour.chroma_location == AVCHROMA_LOC_BOTTOM;
    snprintf(name, sizeof name, "%s_h_chr_pos", side);
    av_opt_set_int(context, name, is_centred ? 128 : 0, 0);
    if (d->log2_chroma_h == 0) return;
    snprintf(name, sizeof name, "%s_v_chr_pos", side);
    av_opt_set_int(context, name, is_top ? 0 : is_bottom ? 256 : 128, 0);
}

static int configure(struct SwsContext *context, media_picture_kind source, media_picture_kind destination) {
    bool shrinks = destination.width < source.width || destination.height < source.height;
    int flags = (shrinks ? SWS_AREA : SWS_BICUBIC) | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP;
    av_opt_set_int(context, "srcw", source.width, 0);
    av_opt_set_int(context, "srch", source.height, 0);
    av_opt_set_int(context, "src_format", source.format, 0);
    av_opt_set_int(context, "src_range", source.colour.range == AVCOL_RANGE_JPEG, 0);
    av_opt_set_int(context, "dstw", destination.width, 0);
    av_opt_set_int(context, "dsth", destination.height, 0);
    av_opt_set_int(context, "dst_format", destination.format, 0);
    av_opt_set_int(context, "dst_range", destination.colour.range == AVCOL_RANGE_JPEG, 0);
    av_opt_set_int(context, "sws_flags", flags, 0);
    set_chroma_position(context, "src", source);
    set_chroma_position(context, "dst", destination);
    sws_setColorspaceDetails(
        context, coefficients(source.colour.matrix), source.colour.range == AVCOL_RANGE_JPEG,
        coefficients(destination.colour.matrix), destination.colour.range == AVCOL_RANGE_JPEG, 0, 1 << 16, 1 << 16);
    return sws_init_context(context, NULL, NULL);
}

media_status media_scaler_create(media_picture_kind source, media_picture_kind destination, media_scaler **out) {
    *out = NULL;
    media_silence();
    if (!sws_isSupportedInput(source.format) || !sws_isSupportedOutput(destination.format))
        return status_make(AVERROR(ENOSYS));
    media_scaler *scaler = av_mallocz(sizeof *scaler);
    if (!scaler) return status_make(AVERROR(ENOMEM));
    scaler->source_height = source.height;
    scaler->context = sws_alloc_context();
    int code = scaler->context ? configure(scaler->context, source, destination) : AVERROR(ENOMEM);
    if (code < 0) {
        media_scaler_free(scaler);
        return status_make(code);
    }
    *out = scaler;
    return status_make(0);
}

media_status media_scaler_run(
    media_scaler *scaler, const uint8_t *const *source, const int32_t *source_strides, uint8_t *const *destination,
    const int32_t *destination_strides) {
    int rows = sws_scale(
        scaler->context, source, source_strides, 0, scaler->source_height, destination, destination_strides);
    return status_make(rows < 0 ? rows : 0);
}

void media_scaler_free(media_scaler *scaler) {
    if (!scaler) return;
    sws_freeContext(scaler->context);
    av_free(scaler);
}
