// Row loops for one kind of texels: see Texture.c.

WITH_CLONES void NAMED(pixel_halve_rows)(
    const TEXEL *above, const TEXEL *upper, const TEXEL *lower, const TEXEL *below, int32_t width, float *sums, TEXEL *row
) {
    // One sum before the row's beginning and up to two behind its end repeat the outermost.
    float *sum = sums + 1;
    for (int32_t x = 0; x < width; x++)
        sum[x] = (float)above[x] + (float)below[x] + 3.0f * ((float)upper[x] + (float)lower[x]);
    sum[-1] = sum[0];
    sum[width + 1] = sum[width] = sum[width - 1];
    for (int32_t x = 0; x < (width + 1) / 2; x++) {
        const float *s = sum + 2 * x;
        row[x] = STORED((s[-1] + s[2] + 3.0f * (s[0] + s[1])) * (1.0f / 64.0f));
    }
}

WITH_CLONES void NAMED(pixel_codes)(const TEXEL *texels, int32_t count, pixel_scale scale, float *codes) {
    for (int32_t x = 0; x < count; x++) codes[x] = code_of((float)texels[x], scale);
}

void NAMED(pixel_box_line)(TEXEL *texels, ptrdiff_t stride, int32_t count, int32_t radius, TEXEL *line) {
    for (int32_t i = 0; i < count; i++) line[i] = texels[i * stride];
    // In double, a running sum of integers is exact, and one of floats does not drift.
    double share = 1.0 / (2 * radius + 1), sum = 0;
    for (int32_t i = -radius; i <= radius; i++) sum += line[clamp(i, 0, count - 1)];
    for (int32_t i = 0; i < count; i++) {
        texels[i * stride] = STORED((float)(sum * share));
        sum += (double)line[clamp(i + radius + 1, 0, count - 1)] - line[clamp(i - radius, 0, count - 1)];
    }
}
