#include "sound.h"
#include "input.h"
#include <math.h>

/// Timestamps that differ less than this from where the samples before have led are rounded ones, not gaps: in seconds.
static const double jitter = 0.02;
/// But a clock that has slowly moved away by this much is followed; it is averaged over so many seconds.
static const double most_drift = 0.005, drift_average = 2;
/// A gap of more seconds is none, but a damaged timestamp.
static const double most_gap = 3600;

/// Samples a second that sound has. What claims others would take any amount of memory to convert.
static bool is_rate(int rate) { return rate >= 1000 && rate <= 768000; }

media_status media_sound_open(const char *path, media_range part, int32_t track, media_sound **out) {
    *out = NULL;
    media_sound *sound = av_mallocz(sizeof *sound);
    if (!sound) return status_make(AVERROR(ENOMEM), media_step_allocate);
    media_status status = decoding_open(&sound->stream, path, part, AVMEDIA_TYPE_AUDIO, track, 1);
    if (status.code >= 0 && !is_rate(media_sound_rate(sound)))
        status = status_make(AVERROR_INVALIDDATA, media_step_read);
    sound->decoded = av_frame_alloc();
    sound->converted = av_frame_alloc();
    if (status.code >= 0 && (!sound->decoded || !sound->converted))
        status = status_make(AVERROR(ENOMEM), media_step_allocate);
    if (status.code < 0) media_sound_close(sound);
    else *out = sound;
    return status;
}

void media_sound_close(media_sound *sound) {
    if (!sound) return;
    swr_free(&sound->converter);
    av_channel_layout_uninit(&sound->layout);
    av_channel_layout_uninit(&sound->source_layout);
    av_frame_free(&sound->decoded);
    av_frame_free(&sound->converted);
    decoding_close(&sound->stream);
    av_free(sound);
}

int32_t media_sound_rate(const media_sound *sound) { return sound->stream.stream->codecpar->sample_rate; }

int32_t media_sound_channel_count(const media_sound *sound) {
    return sound->stream.stream->codecpar->ch_layout.nb_channels;
}

/// The arrangement of `layout`, or the usual one of as many channels where it is not told.
static int layout_known(AVChannelLayout *known, const AVChannelLayout *layout) {
    if (layout->order == AV_CHANNEL_ORDER_NATIVE) return av_channel_layout_copy(known, layout);
    av_channel_layout_default(known, layout->nb_channels);
    return 0;
}

void media_sound_layout(const media_sound *sound, char *text, int32_t size) {
    AVChannelLayout known = {0};
    if (size > 0) text[0] = 0;
    if (layout_known(&known, &sound->stream.stream->codecpar->ch_layout) >= 0 && size > 0)
        av_channel_layout_describe(&known, text, size);
    av_channel_layout_uninit(&known);
}

media_status media_sound_convert_to(media_sound *sound, int32_t rate, const char *layout) {
    sound->rate = rate;
    av_channel_layout_uninit(&sound->layout);
    int code = av_channel_layout_from_string(&sound->layout, layout);
    return status_make(code < 0 ? code : 0, media_step_convert);
}

/// Makes a converter from the kind of `sound->decoded`, whose first sample lies at `position`.
static int start_converter(media_sound *sound, int64_t position) {
    const AVFrame *from = sound->decoded;
    if (!is_rate(from->sample_rate)) return AVERROR_INVALIDDATA;
    swr_free(&sound->converter);
    av_channel_layout_uninit(&sound->source_layout);
    sound->source_format = from->format;
    sound->source_rate = from->sample_rate;
    sound->next_position = position;
    sound->drift = 0;
    int code = layout_known(&sound->source_layout, &from->ch_layout);
    if (code >= 0)
        code = swr_alloc_set_opts2(
            &sound->converter, &sound->layout, AV_SAMPLE_FMT_FLTP, sound->rate, &sound->source_layout, from->format,
            from->sample_rate, 0, NULL);
    // One channel sounds from both sides as loud as it is; by itself swresample would take 3 dB off.
    const double both[] = {1, 1};
    if (code >= 0 && sound->source_layout.nb_channels == 1 && sound->layout.nb_channels == 2)
        code = swr_set_matrix(sound->converter, both, 1);
    if (code >= 0) code = swr_init(sound->converter);
    return code;
}

/// Whether the converter was made for frames like `sound->decoded`.
static bool converter_fits(const media_sound *sound) {
    const AVFrame *from = sound->decoded;
    return sound->converter && sound->source_format == from->format && sound->source_rate == from->sample_rate
        && sound->source_layout.nb_channels == from->ch_layout.nb_channels;
}

/// Brings `sound->converted` to hold what the converter gives for `count` samples at `data` (NULL: for what it holds back).
static int convert(media_sound *sound, const uint8_t **data, int count) {
    AVFrame *to = sound->converted;
    av_frame_unref(to);
    to->format = AV_SAMPLE_FMT_FLTP;
    to->sample_rate = sound->rate;
    to->nb_samples = swr_get_out_samples(sound->converter, count);
    if (to->nb_samples <= 0) return to->nb_samples = 0;
    int code = av_channel_layout_copy(&to->ch_layout, &sound->layout);
    if (code >= 0) code = av_frame_get_buffer(to, 0);
    if (code >= 0) code = swr_convert(sound->converter, to->extended_data, to->nb_samples, data, count);
    if (code >= 0) to->nb_samples = code;
    return code;
}

/// Where the first sample of `sound->decoded` lies, in converted samples; INT64_MIN where the file does not say.
static int64_t decoded_position(const media_sound *sound) {
    int64_t pts = sound->decoded->best_effort_timestamp;
    if (pts == AV_NOPTS_VALUE || pts < -max_ticks || pts > max_ticks) return INT64_MIN;
    return av_rescale_q(pts - sound->stream.zero, sound->stream.stream->time_base, (AVRational){1, sound->rate});
}

/// Converts `sound->decoded`, which follows what came before it or, after a gap, does not.
static int convert_decoded(media_sound *sound) {
    AVFrame *from = sound->decoded;
    int64_t expected = sound->next_position;
    if (sound->converter) expected += swr_get_delay(sound->converter, sound->rate);
    int64_t position = decoded_position(sound);
    const bool is_leap = sound->converter && fabs((double)position - (double)expected) > most_gap * sound->rate;
    if (position == INT64_MIN || is_leap) position = expected;
    double apart = (double)(position - expected) / sound->rate;
    double share = FFMIN(1, (double)from->nb_samples / from->sample_rate / drift_average);
    sound->drift += share * (apart - sound->drift);
    int code = 0;
    if (!converter_fits(sound) || fabs(apart) > jitter || fabs(sound->drift) > most_drift) code = start_converter(sound, position);
    return code < 0 ? code : convert(sound, (const uint8_t **)from->extended_data, from->nb_samples);
}

media_status media_sound_next(media_sound *sound, media_stretch *out) {
    *out = (media_stretch){sound->next_position, 0};
    if (sound->is_flushed) return status_make(media_end, media_step_decode);
    av_frame_unref(sound->decoded);
    media_status status = decoding_next(&sound->stream, sound->decoded);
    if (status.code < 0) return status;
    int code = 0;
    if (status.code == 0) {
        code = convert_decoded(sound);
    } else {
        sound->is_flushed = true;
        if (!sound->converter) return status;
        code = convert(sound, NULL, 0);
    }
    if (code < 0) return status_make(code, media_step_convert);
    *out = (media_stretch){sound->next_position, sound->converted->nb_samples};
    sound->next_position += out->count;
    return status_make(0, media_step_decode);
}

const float *media_sound_samples(const media_sound *sound, int32_t channel) {
    const AVFrame *frame = sound->converted;
    if (channel < 0 || channel >= frame->ch_layout.nb_channels) return NULL;
    return (const float *)frame->extended_data[channel];
}

int64_t media_sound_damage(media_sound *sound, char *text, int32_t size) {
    return decoding_damage(&sound->stream, text, size);
}
