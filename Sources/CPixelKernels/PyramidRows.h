// Row loops of the pyramids, for one depth: see Pyramid.c.

void NAMED(pixel_extract_row)(const SAMPLE *source, int32_t step, int32_t shift, int32_t count, SAMPLE *row) {
    if (step == 1) {
        for (int32_t x = 0; x < count; x++) row[x] = (SAMPLE)(source[x] >> shift);
    } else {
        for (int32_t x = 0; x < count; x++) row[x] = (SAMPLE)(source[(ptrdiff_t)x * step] >> shift);
    }
}

static inline void NAMED(sum_rows)(
    const SAMPLE *above, const SAMPLE *upper, const SAMPLE *lower, const SAMPLE *below, int32_t width, bool is_light,
    float black, float *sums
) {
    for (int32_t x = 0; x < width; x++) {
        float outer = light(above[x], is_light, black) + light(below[x], is_light, black);
        float inner = light(upper[x], is_light, black) + light(lower[x], is_light, black);
        sums[x] = outer + 3.0f * inner;
    }
}

static inline void NAMED(halve)(
    const SAMPLE *above, const SAMPLE *upper, const SAMPLE *lower, const SAMPLE *below, int32_t width, bool is_light,
    float black, float *sums, SAMPLE *row
) {
    // One sum before the row's beginning and up to two behind its end repeat the outermost.
    float *sum = sums + 1;
    NAMED(sum_rows)(above, upper, lower, below, width, is_light, black, sum);
    sum[-1] = sum[0];
    sum[width + 1] = sum[width] = sum[width - 1];
    for (int32_t x = 0; x < (width + 1) / 2; x++) {
        const float *s = sum + 2 * x;
        float mean = (s[-1] + s[2] + 3.0f * (s[0] + s[1])) * (1.0f / 64.0f);
        row[x] = (SAMPLE)(int32_t)(code(mean, is_light, black) + 0.5f);
    }
}

void NAMED(pixel_halve_rows)(
    const SAMPLE *above, const SAMPLE *upper, const SAMPLE *lower, const SAMPLE *below, int32_t width, bool is_light,
    float black, float *sums, SAMPLE *row
) {
    if (is_light) {
        NAMED(halve)(above, upper, lower, below, width, true, black, sums, row);
    } else {
        NAMED(halve)(above, upper, lower, below, width, false, 0, sums, row);
    }
}

void NAMED(pixel_between_rows)(
    const SAMPLE *above, const SAMPLE *upper, const SAMPLE *lower, const SAMPLE *below, int32_t width, int32_t maximum,
    SAMPLE *row
) {
    for (int32_t x = 0; x < width; x++) {
        int32_t sum = 9 * (upper[x] + lower[x]) - above[x] - below[x];
        row[x] = (SAMPLE)clamp((sum + 8) >> 4, 0, maximum);
    }
}

void NAMED(pixel_double_row)(const SAMPLE *source, int32_t width, int32_t maximum, SAMPLE *row) {
    const SAMPLE *s = source;
    // The first and last gaps repeat the outermost sample, and are done after the rest.
    for (int32_t x = 1; x < width - 2; x++) {
        row[2 * x] = s[x];
        row[2 * x + 1] = (SAMPLE)clamp((9 * (s[x] + s[x + 1]) - s[x - 1] - s[x + 2] + 8) >> 4, 0, maximum);
    }
    int32_t last = width - 1;
    for (int32_t x = 0; x < last; x = x == 0 && last > 2 ? last - 1 : x + 1) {
        int32_t outer = s[clamp(x - 1, 0, last)] + s[clamp(x + 2, 0, last)];
        row[2 * x] = s[x];
        row[2 * x + 1] = (SAMPLE)clamp((9 * (s[x] + s[x + 1]) - outer + 8) >> 4, 0, maximum);
    }
    row[2 * last] = s[last];
}

void NAMED(pixel_box_line)(SAMPLE *samples, ptrdiff_t stride, int32_t count, int32_t radius, SAMPLE *line) {
    for (int32_t i = 0; i < count; i++) line[i] = samples[i * stride];
    int32_t size = 2 * radius + 1;
    int64_t sum = 0;
    for (int32_t i = -radius; i <= radius; i++) sum += line[clamp(i, 0, count - 1)];
    for (int32_t i = 0; i < count; i++) {
        samples[i * stride] = (SAMPLE)((sum + radius) / size);
        sum += line[clamp(i + radius + 1, 0, count - 1)] - line[clamp(i - radius, 0, count - 1)];
    }
}
