// The loops of px_keying.h for one type of samples: SAMPLE, and NAME(x), which appends its letters.

void NAME(px_screen_histogram)(
    const SAMPLE *const *rgb, int32_t count, px_screen screen, double *bins, int32_t bin_count) {
    const float scale = 1 / screen.maximum;
    for (int32_t x = 0; x < count; x++) {
        const float r = rgb[0][x] * scale, g = rgb[1][x] * scale, b = rgb[2][x] * scale;
        const chroma c = chroma_of(r, g, b, screen);
        if (c.along < faintest_screen || c.aside > 0.5f * c.along) continue;
        int bin = (int)(c.along * (1 / 1.5f) * (float)bin_count);
        double *entry = bins + 5 * (bin < bin_count ? bin : bin_count - 1);
        entry[0] += 1;
        entry[1] += r;
        entry[2] += g;
        entry[3] += b;
        entry[4] += c.along;
    }
}

WITH_CLONES void NAME(px_screen_masks)(
    const SAMPLE *const *rgb, int32_t count, px_screen screen, SAMPLE *solid, SAMPLE *clear) {
    const float scale = 1 / screen.maximum;
    for (int32_t x = 0; x < count; x++) {
        const chroma c = chroma_of(rgb[0][x] * scale, rgb[1][x] * scale, rgb[2][x] * scale, screen);
        const float key = keyness(c);
        solid[x] = (SAMPLE)(key <= most_spill ? screen.maximum : 0);
        clear[x] = (SAMPLE)(key >= least_screen ? screen.maximum : 0);
    }
}

void NAME(px_least_along)(const SAMPLE *row, int32_t count, int32_t radius, SAMPLE *out) {
    for (int32_t x = 0; x < count; x++) {
        const int32_t first = x > radius ? x - radius : 0, last = x + radius < count ? x + radius : count - 1;
        SAMPLE least = row[first];
        for (int32_t i = first + 1; i <= last; i++) least = row[i] < least ? row[i] : least;
        out[x] = least;
    }
}

WITH_CLONES void NAME(px_least_into)(SAMPLE *row, const SAMPLE *other, int32_t count) {
    for (int32_t x = 0; x < count; x++) row[x] = other[x] < row[x] ? other[x] : row[x];
}

void NAME(px_key_row)(
    SAMPLE *const *rgb, const float *front, const float *back, const SAMPLE *solid, int32_t count, px_screen screen,
    SAMPLE *alpha) {
    const float scale = 1 / screen.maximum;
    for (int32_t x = 0; x < count; x++) {
        float seen[3], f[3], b[3];
        const float *nearby = front + 4 * (x / 2), *behind = back + 4 * (x / 2);
        for (int i = 0; i < 3; i++) {
            seen[i] = rgb[i][x] * scale;
            // Where nothing is known of the screen nearby it has its usual colour; of the front, that of the pixel.
            b[i] = behind[3] > 0 ? behind[i] / behind[3] * scale : (&screen.r)[i];
            f[i] = nearby[3] > 0 ? nearby[i] / nearby[3] * scale : seen[i];
        }
        const float opaque = solid[x] ? 1 : opacity_of(seen, f, b, nearby[3] > 0, screen);
        float colour[3];
        unmix(seen, f, b, opaque, colour);
        remove_spill(colour, screen);
        for (int i = 0; i < 3; i++) rgb[i][x] = (SAMPLE)(bounded(colour[i]) * screen.maximum + 0.5f);
        alpha[x] = (SAMPLE)((float)alpha[x] * opaque + 0.5f);
    }
}
