// Mixing, for one depth: see Mix.c.

WITH_CLONES void NAMED(pixel_codes_of_row)(
    const SAMPLE *samples, int32_t step, int32_t shift, int32_t count, float *codes
) {
    for (int32_t x = 0; x < count; x++) codes[x] = (float)(samples[(ptrdiff_t)x * step] >> shift);
}

static inline SAMPLE NAMED(mixed)(
    SAMPLE sample, int32_t shift, pixel_scale scale, float film, float weight, float page, float known, float grain
) {
    float old = (float)(sample >> shift);
    page = old + (page - old) * known;
    float value;
    if (scale.is_light) {
        float light = light_of(old - scale.black);
        light += weight * (light_of(film - scale.black) - light_of(page - scale.black));
        value = copysignf(sqrtf(fabsf(light)), light) + scale.black;
    } else {
        value = old + weight * (film - page);
    }
    value += weight * grain;
    value = value < 0 ? 0 : value > scale.maximum ? scale.maximum : value;
    return weight > 0 ? (SAMPLE)((int32_t)(value + 0.5f) << shift) : sample;
}

WITH_CLONES void NAMED(pixel_mix_row)(
    SAMPLE *destination, int32_t step, int32_t shift, pixel_scale scale, const float *film, const float *weight,
    const float *page, const float *known, const float *grain, int32_t count
) {
    if (!page || !known) {
        if (step == 1 && shift == 0 && !grain) {
            for (int32_t x = 0; x < count; x++)
                destination[x] = NAMED(mixed)(destination[x], 0, scale, film[x], weight[x], 0, 0, 0);
            return;
        }
        for (int32_t x = 0; x < count; x++) {
            SAMPLE *sample = destination + (ptrdiff_t)x * step;
            *sample = NAMED(mixed)(*sample, shift, scale, film[x], weight[x], 0, 0, grain ? grain[x] : 0);
        }
        return;
    }
    for (int32_t x = 0; x < count; x++) {
        SAMPLE *sample = destination + (ptrdiff_t)x * step;
        *sample = NAMED(mixed)(*sample, shift, scale, film[x], weight[x], page[x], known[x], grain ? grain[x] : 0);
    }
}
