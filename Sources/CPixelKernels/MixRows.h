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
        float old_light = light_of(old - scale.black);
        // Exact where the page is all that is seen, and where the film is.
        float light = (1.0f - weight) * old_light + weight * light_of(film - scale.black)
            + weight * (old_light - light_of(page - scale.black));
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

WITH_CLONES void NAMED(pixel_mix_chroma_row)(
    SAMPLE *destination, int32_t step, int32_t shift, pixel_chroma_mix mix, int32_t count
) {
    for (int32_t x = 0; x < count; x++) {
        SAMPLE *sample = destination + (ptrdiff_t)x * step;
        float weight = mix.weight[x], old = (float)(*sample >> shift) - mix.middle;
        float old_height = height_of(mix.old_y[x] - mix.black), film_height = height_of(mix.film_y[x] - mix.black);
        float film = mix.film[x] - mix.middle, page = old, page_height = old_height;
        if (mix.page && mix.page_y && mix.known) {
            page += (mix.page[x] - mix.middle - old) * mix.known[x];
            page_height += (height_of(mix.page_y[x] - mix.black) - old_height) * mix.known[x];
        }
        float light = old_height * old_height
            + weight * (film_height * film_height - page_height * page_height);
        float colour = old_height * old + weight * (film_height * film - page_height * page);
        // What is left of the frame's own colour cannot be more than it had, however dark the mixture is.
        float value = colour / sqrtf(light > 1.0f ? light : 1.0f);
        float most = fabsf(old) + fabsf(film) + fabsf(page);
        value = value < -most ? -most : value > most ? most : value;
        value += mix.middle + (mix.grain ? weight * mix.grain[x] : 0);
        value = value < 0 ? 0 : value > mix.maximum ? mix.maximum : value;
        *sample = weight > 0 ? (SAMPLE)((int32_t)(value + 0.5f) << shift) : *sample;
    }
}
