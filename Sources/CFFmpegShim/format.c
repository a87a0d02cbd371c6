#include "media_format.h"
#include <libavutil/pixdesc.h>

int32_t media_format_named(const char *name) { return av_get_pix_fmt(name); }

const char *media_format_name(int32_t format) { return av_get_pix_fmt_name(format); }

media_format_layout media_format_describe(int32_t format) {
    const AVPixFmtDescriptor *d = av_pix_fmt_desc_get(format);
    if (!d) return (media_format_layout){0};
    bool is_wide = d->comp[0].depth > 8;
    bool is_big_endian = d->flags & AV_PIX_FMT_FLAG_BE;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bool is_foreign_endian = is_wide && !is_big_endian;
#else
    bool is_foreign_endian = is_wide && is_big_endian;
#endif
    return (media_format_layout){
        .component_count = d->nb_components,
        .log2_chroma_width = d->log2_chroma_w, .log2_chroma_height = d->log2_chroma_h,
        .is_rgb = d->flags & AV_PIX_FMT_FLAG_RGB, .is_planar = d->flags & AV_PIX_FMT_FLAG_PLANAR,
        .has_alpha = d->flags & AV_PIX_FMT_FLAG_ALPHA, .has_palette = d->flags & AV_PIX_FMT_FLAG_PAL,
        .is_bitstream = d->flags & AV_PIX_FMT_FLAG_BITSTREAM, .is_float = d->flags & AV_PIX_FMT_FLAG_FLOAT,
        .is_foreign_endian = is_foreign_endian, .is_hardware = d->flags & AV_PIX_FMT_FLAG_HWACCEL,
        .is_bayer = d->flags & AV_PIX_FMT_FLAG_BAYER,
    };
}

media_format_component media_format_component_at(int32_t format, int32_t index) {
    const AVPixFmtDescriptor *d = av_pix_fmt_desc_get(format);
    if (!d || index < 0 || index >= d->nb_components) return (media_format_component){0};
    const AVComponentDescriptor *c = &d->comp[index];
    return (media_format_component){c->plane, c->step, c->offset, c->shift, c->depth};
}
