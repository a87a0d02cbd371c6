#include "input.h"
#include <libavcodec/avcodec.h>
#include <libavutil/avstring.h>

/// Larger pictures than this are refused before memory is asked for: 8192 × 8192, twice those of 8K. A decoder keeps up to
/// sixteen of them.
static const int64_t max_pixels = (int64_t)1 << 26;

static int refuse_nested_open(AVFormatContext *s, AVIOContext **pb, const char *url, int flags, AVDictionary **options) {
    return AVERROR(EPERM);
}

/// The containers that are read: those of cameras, phones, messengers and editing programs, and of sound. Others are not
/// opened: neither lists of other files (hls, dash, concat, sdp, imf), nor text drawn as pictures, nor what old games used.
static const char *const containers =
    "mov,matroska,avi,mpegts,mpeg,mpegvideo,flv,gif,apng,asf,mxf,dv,ogg,nut,ivf,obu,h264,hevc,m4v,mjpeg,yuv4mpegpipe,"
    "wtv,rm,wav,w64,aiff,caf,au,mp3,aac,flac,ac3,eac3,amr,ape,wv,tta";

/// Opens bytes of the file. The name passes through `file:` so that no character of it means anything.
static int open_bytes(const char *path, media_range part, AVIOContext **out) {
    AVDictionary *options = NULL;
    char *url = part.end > 0
        ? av_asprintf("subfile,,start,%" PRId64 ",end,%" PRId64 ",,:file:%s", part.start, part.end, path)
        : av_asprintf("file:%s", path);
    if (!url) return AVERROR(ENOMEM);
    av_dict_set(&options, "protocol_whitelist", "file,subfile", 0);
    int code = avio_open2(out, url, AVIO_FLAG_READ, NULL, &options);
    av_dict_free(&options);
    av_free(url);
    return code;
}

media_status input_open(const char *path, media_range part, AVFormatContext **out) {
    AVIOContext *bytes = NULL;
    AVDictionary *options = NULL;
    media_silence();
    AVFormatContext *input = avformat_alloc_context();
    if (!input) return status_make(AVERROR(ENOMEM), media_step_allocate);
    int code = open_bytes(path, part, &bytes);
    if (code < 0) {
        avformat_free_context(input);
        return status_make(code, media_step_open);
    }
    input->pb = bytes;
    input->io_open = refuse_nested_open;
    av_dict_set(&options, "protocol_whitelist", "file", 0);
    av_dict_set(&options, "format_whitelist", containers, 0);
    // Without a name the extension has no say, nor has a pattern in it.
    code = avformat_open_input(&input, "", NULL, &options);
    av_dict_free(&options);
    if (code < 0) {  // `input` was freed, but not the bytes, which are ours
        avio_closep(&bytes);
        // So libav calls a container that is not among those.
        return status_make(code == AVERROR(EINVAL) ? media_error_not_media : code, media_step_open);
    }
    *out = input;
    return status_make(0, media_step_open);
}

void input_close(AVFormatContext **input) {
    if (!*input) return;
    AVIOContext *bytes = (*input)->pb;
    avformat_close_input(input);
    avio_closep(&bytes);
}

int input_find_streams(AVFormatContext *input) {
    // libav decodes here with decoders of its own, which want to be told as well.
    const unsigned count = input->nb_streams;
    AVDictionary **options = av_calloc(FFMAX(count, 1), sizeof *options);
    if (!options) return AVERROR(ENOMEM);
    for (unsigned i = 0; i < count; i++) av_dict_set_int(&options[i], "max_pixels", max_pixels, 0);
    int code = avformat_find_stream_info(input, options);
    for (unsigned i = 0; i < count; i++) av_dict_free(&options[i]);
    av_free(options);
    return code;
}

static int64_t stream_size(const AVStream *stream) {
    return (int64_t)stream->codecpar->width * stream->codecpar->height;
}

bool input_is_picture(const AVStream *stream) {
    return stream->disposition & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS);
}

/// The stream of that type with that number among those of its type.
static AVStream *numbered_stream(AVFormatContext *input, enum AVMediaType type, int32_t number) {
    for (unsigned i = 0; i < input->nb_streams; i++) {
        AVStream *stream = input->streams[i];
        if (stream->codecpar->codec_type == type && !input_is_picture(stream) && --number == 0) return stream;
    }
    return NULL;
}

AVStream *input_stream(AVFormatContext *input, enum AVMediaType type, int32_t number) {
    if (number > 0) return numbered_stream(input, type, number);
    AVStream *best = NULL;
    for (unsigned i = 0; i < input->nb_streams; i++) {
        AVStream *stream = input->streams[i];
        if (stream->codecpar->codec_type != type || input_is_picture(stream)) continue;
        if (stream->codecpar->codec_id == AV_CODEC_ID_NONE || stream->codecpar->codec_id == AV_CODEC_ID_ANSI) continue;
        if (!best) {
            best = stream;
            continue;
        }
        bool is_default = stream->disposition & AV_DISPOSITION_DEFAULT;
        bool best_is_default = best->disposition & AV_DISPOSITION_DEFAULT;
        if (is_default != best_is_default ? is_default : stream_size(stream) > stream_size(best)) best = stream;
    }
    return best;
}

bool input_tag(const AVDictionary *entries, int32_t number, const char **key, const char **value) {
    const AVDictionaryEntry *entry = NULL;
    for (int32_t i = 0; i <= number; i++) {
        entry = av_dict_get(entries, "", entry, AV_DICT_IGNORE_SUFFIX);
        if (!entry) return false;
    }
    *key = entry->key;
    *value = entry->value;
    return true;
}

/// libav's own decoders of VP8 and VP9 pass over the alpha that Matroska keeps beside the picture; libvpx's do not.
static const AVCodec *alpha_decoder(const AVStream *stream) {
    const AVDictionaryEntry *mode = av_dict_get(stream->metadata, "alpha_mode", NULL, 0);
    if (!mode || strcmp(mode->value, "1") != 0) return NULL;
    switch (stream->codecpar->codec_id) {
    case AV_CODEC_ID_VP8: return avcodec_find_decoder_by_name("libvpx");
    case AV_CODEC_ID_VP9: return avcodec_find_decoder_by_name("libvpx-vp9");
    default: return NULL;
    }
}

media_status input_open_decoder(AVStream *stream, int32_t thread_count, AVCodecContext **out) {
    const AVCodec *codec = alpha_decoder(stream);
    if (!codec) codec = avcodec_find_decoder(stream->codecpar->codec_id);
    if (!codec) return status_make(media_error_no_decoder, media_step_open_decoder);
    AVCodecContext *decoder = avcodec_alloc_context3(codec);
    if (!decoder) return status_make(AVERROR(ENOMEM), media_step_allocate);
    int code = avcodec_parameters_to_context(decoder, stream->codecpar);
    if (code >= 0) {
        decoder->pkt_timebase = stream->time_base;
        decoder->thread_count = thread_count;
        decoder->thread_type = FF_THREAD_FRAME | FF_THREAD_SLICE;
        decoder->max_pixels = max_pixels;
        code = avcodec_open2(decoder, codec, NULL);
    }
    if (code < 0) {
        avcodec_free_context(&decoder);
        return status_make(code, media_step_open_decoder);
    }
    *out = decoder;
    return status_make(0, media_step_open_decoder);
}

int64_t input_zero(const AVFormatContext *input, const AVStream *stream) {
    if (!(input->iformat->flags & AVFMT_TS_DISCONT) || input->start_time == AV_NOPTS_VALUE) return 0;
    return av_rescale_q(input->start_time, AV_TIME_BASE_Q, stream->time_base);
}
