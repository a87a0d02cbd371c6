// The loops of px_transparency.h for one type of samples: SAMPLE, and NAME(x), which appends its letters.

WITH_CLONES void NAME(px_straighten_row)(SAMPLE *const *c, const SAMPLE *alpha, int32_t count, float maximum) {
    for (int plane = 0; plane < 3; plane++) {
        SAMPLE *row = c[plane];
        for (int32_t x = 0; x < count; x++) {
            float opaque = alpha[x] > 0 ? (float)alpha[x] : maximum;
            float code = (float)row[x] * maximum / opaque + 0.5f;
            row[x] = (SAMPLE)(code < maximum ? code : maximum);
        }
    }
}

WITH_CLONES bool NAME(px_is_at_least)(const SAMPLE *row, int32_t count, int32_t value) {
    int32_t fewer = 0;
    for (int32_t x = 0; x < count; x++) fewer |= row[x] < value;
    return !fewer;
}

WITH_CLONES void NAME(px_gather_rows)(
    const SAMPLE *const *upper, const SAMPLE *upper_weight, const SAMPLE *const *lower, const SAMPLE *lower_weight,
    int32_t count, float maximum, float *out) {
    const float scale = 1.0f / (4.0f * maximum);
    for (int32_t x = 0; x < (count + 1) / 2; x++) {
        const int32_t left = 2 * x, right = left + 1 < count ? left + 1 : left;
        const float w00 = upper_weight[left], w01 = upper_weight[right];
        const float w10 = lower_weight[left], w11 = lower_weight[right];
        for (int plane = 0; plane < 3; plane++)
            out[4 * x + plane] = (w00 * (float)upper[plane][left] + w01 * (float)upper[plane][right]
                                  + w10 * (float)lower[plane][left] + w11 * (float)lower[plane][right])
                                 * scale;
        out[4 * x + 3] = (w00 + w01 + w10 + w11) * scale;
    }
}

WITH_CLONES void NAME(px_spread_row)(
    SAMPLE *const *c, const SAMPLE *weight, const float *coarser, int32_t count, float maximum) {
    const float sixteen = 16.0f / maximum;
    for (int plane = 0; plane < 3; plane++) {
        SAMPLE *row = c[plane];
        for (int32_t x = 0; x < count; x++) {
            float kept = (float)weight[x] * sixteen;
            if (kept >= 1) continue;
            float code = (float)row[x] * kept + coarser[4 * (x / 2) + plane] * (1 - kept) + 0.5f;
            row[x] = (SAMPLE)(code < maximum ? code : maximum);
        }
    }
}
