#include "media_writer.h"
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>

const char *media_encoder_name(const char *codec_or_encoder, bool is_video) {
    const AVCodec *encoder = avcodec_find_encoder_by_name(codec_or_encoder);
    if (!encoder) {
        const AVCodecDescriptor *codec = avcodec_descriptor_get_by_name(codec_or_encoder);
        encoder = codec ? avcodec_find_encoder(codec->id) : NULL;
    }
    enum AVMediaType type = is_video ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_AUDIO;
    return encoder && encoder->type == type ? encoder->name : NULL;
}

int32_t media_encoder_format(const char *encoder, int32_t index) {
    const AVCodec *codec = avcodec_find_encoder_by_name(encoder);
    const enum AVPixelFormat *formats = codec ? codec->pix_fmts : NULL;
    for (int32_t i = 0; formats && formats[i] != AV_PIX_FMT_NONE; i++)
        if (i == index) return formats[i];
    return AV_PIX_FMT_NONE;
}

int32_t media_encoder_best_format(const char *encoder, int32_t format, bool has_alpha) {
    const AVCodec *codec = avcodec_find_encoder_by_name(encoder);
    if (!codec || !codec->pix_fmts) return format;
    return avcodec_find_best_pix_fmt_of_list(codec->pix_fmts, format, has_alpha, NULL);
}

bool media_encoder_has_option(const char *encoder, const char *option) {
    const AVCodec *codec = avcodec_find_encoder_by_name(encoder);
    // A fake object: the class alone is searched.
    return codec && codec->priv_class
        && av_opt_find((void *)&codec->priv_class, option, NULL, 0, AV_OPT_SEARCH_FAKE_OBJ) != NULL;
}

static bool container_takes(const char *container, enum AVCodecID id) {
    const AVOutputFormat *format = av_guess_format(container, NULL, NULL);
    return format && avformat_query_codec(format, id, FF_COMPLIANCE_NORMAL) != 0;
}

bool media_container_takes_encoder(const char *container, const char *encoder) {
    const AVCodec *codec = avcodec_find_encoder_by_name(encoder);
    return codec && container_takes(container, codec->id);
}

bool media_container_takes_codec(const char *container, const char *codec) {
    const AVCodecDescriptor *descriptor = avcodec_descriptor_get_by_name(codec);
    return descriptor && container_takes(container, descriptor->id);
}
