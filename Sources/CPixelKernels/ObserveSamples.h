// What reads a frame's own samples, for one depth: see observe.c.

WITH_CLONES void NAMED(pixel_mean_row)(
    const SAMPLE *samples, ptrdiff_t stride, int32_t step SHIFT_PARAMETER, int32_t columns, int32_t rows, int32_t count,
    float *row
) {
    float share = 1.0f / (float)(columns * rows);
    for (int32_t x = 0; x < count; x++) {
        int32_t sum = 0;
        for (int32_t j = 0; j < rows; j++) {
            const SAMPLE *line = (const SAMPLE *)((const char *)samples + j * stride) + (ptrdiff_t)x * columns * step;
            for (int32_t i = 0; i < columns; i++) sum += VALUE(line[(ptrdiff_t)i * step]);
        }
        row[x] = (float)sum * share;
    }
}

observe_noise NAMED(observe_block)(const SAMPLE *samples, ptrdiff_t stride, int32_t step SHIFT_PARAMETER) {
    float block[8][8], mean = 0, across = 0, down = 0;
    for (int32_t j = 0; j < 8; j++) {
        const SAMPLE *line = (const SAMPLE *)((const char *)samples + j * stride);
        for (int32_t i = 0; i < 8; i++) {
            float value = (float)VALUE(line[(ptrdiff_t)i * step]);
            block[j][i] = value;
            mean += value;
            across += value * ((float)i - 3.5f);
            down += value * ((float)j - 3.5f);
        }
    }
    // 8 rows of eight places with a sum of squares of 42.
    mean /= 64.0f;
    across /= 336.0f;
    down /= 336.0f;
    float variance = 0, neighbour = 0;
    for (int32_t j = 0; j < 8; j++)
        for (int32_t i = 0; i < 8; i++) block[j][i] -= mean + across * ((float)i - 3.5f) + down * ((float)j - 3.5f);
    for (int32_t j = 0; j < 8; j++)
        for (int32_t i = 0; i < 8; i++) {
            variance += block[j][i] * block[j][i];
            if (i < 7) neighbour += block[j][i] * block[j][i + 1];
            if (j < 7) neighbour += block[j][i] * block[j + 1][i];
        }
    return (observe_noise){.mean = mean, .variance = variance / 61.0f, .neighbour = neighbour / 107.0f};
}
