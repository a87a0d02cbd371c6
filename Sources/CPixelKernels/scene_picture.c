// From light to code values: lamps, lens blur, the sensor's noise, sRGB and Y'CbCr.

#include <math.h>
#include <string.h>

#include "scene_kernels.h"

typedef float pixel __attribute__((vector_size(16), aligned(4)));

void scene_light_row(float *row, int32_t width, const float *above, const float *below, float fraction, int32_t spacing) {
    for (int32_t x = 0; x < width; x++) {
        const int32_t cell = x / spacing;
        const float a = (float)(x - cell * spacing) / (float)spacing;
        const float *p = above + 6 * cell, *q = below + 6 * cell;
        float node[6];
        for (int32_t i = 0; i < 6; i++) {
            node[i] = (p[i] * (1 - a) + p[i + 6] * a) * (1 - fraction) + (q[i] * (1 - a) + q[i + 6] * a) * fraction;
        }
        for (int32_t c = 0; c < 3; c++) row[4 * x + c] = row[4 * x + c] * node[c] + node[3 + c];
    }
}

static inline int32_t within(int32_t i, int32_t size) { return i < 0 ? 0 : i >= size ? size - 1 : i; }

void scene_blur(float *picture, float *scratch, int32_t width, int32_t height, const float *weights, int32_t radius) {
    pixel *image = (pixel *)(void *)picture, *across = (pixel *)(void *)scratch;
    for (int32_t y = 0; y < height; y++) {
        const pixel *source = image + (int64_t)y * width;
        for (int32_t x = 0; x < width; x++) {
            pixel sum = {0, 0, 0, 0};
            for (int32_t i = -radius; i <= radius; i++) sum += source[within(x + i, width)] * weights[i + radius];
            across[(int64_t)y * width + x] = sum;
        }
    }
    for (int32_t y = 0; y < height; y++) {
        pixel *result = image + (int64_t)y * width;
        memset(result, 0, sizeof(pixel) * (size_t)width);
        for (int32_t i = -radius; i <= radius; i++) {
            const pixel *source = across + (int64_t)within(y + i, height) * width;
            const float weight = weights[i + radius];
            for (int32_t x = 0; x < width; x++) result[x] += source[x] * weight;
        }
    }
}

/// Mixes a place and a seed into 64 bits (the finaliser of SplitMix64).
static inline uint64_t scatter(uint64_t seed, uint32_t x, uint32_t y) {
    uint64_t z = seed + 0x9E3779B97F4A7C15u * (((uint64_t)y << 32 | x) + 1);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

/// A nearly normal number (mean 0, deviation 1) from the four lowest bytes.
static inline float nearly_normal(uint32_t bits) {
    const uint32_t sum = (bits & 255) + (bits >> 8 & 255) + (bits >> 16 & 255) + (bits >> 24);
    return ((float)sum - 510) * (1 / 147.8f);
}

/// Light as a phone's tone curve passes it on: straight up to the shoulder, then ever slower towards 1.
static inline float roll_off(float light, float shoulder) {
    if (light <= shoulder || shoulder >= 1) return light < 0 ? 0 : light > 1 ? 1 : light;
    const float room = 1 - shoulder, over = (light - shoulder) / room;
    return shoulder + room * over / (1 + over);
}

void scene_develop_row(const float *row, uint8_t *rgba, int32_t width, int32_t y, scene_sensor sensor, const uint8_t *codes) {
    const int noisy = sensor.shot > 0 || sensor.read > 0;
    for (int32_t x = 0; x < width; x++) {
        float noise[3] = {0, 0, 0};
        if (noisy) {
            // A phone's denoiser leaves fine grain in the luma and blotches of two pixels in colour.
            const uint64_t fine = scatter(sensor.seed, (uint32_t)x, (uint32_t)y);
            const uint64_t coarse = scatter(~sensor.seed, (uint32_t)(x >> 1), (uint32_t)(y >> 1));
            const float grain = 0.75f * nearly_normal((uint32_t)fine) + 0.4f * nearly_normal((uint32_t)coarse);
            const float blotch = nearly_normal((uint32_t)(coarse >> 32)), own = nearly_normal((uint32_t)(fine >> 32));
            noise[0] = grain + 0.35f * blotch + 0.25f * own;
            noise[1] = grain - 0.20f * own;
            noise[2] = grain - 0.45f * blotch + 0.25f * own;
        }
        for (int32_t c = 0; c < 3; c++) {
            float light = row[4 * x + c];
            if (noisy) light += noise[c] * sqrtf(sensor.shot * (light > 0 ? light : 0) + sensor.read);
            light = roll_off(light, sensor.shoulder);
            rgba[4 * x + c] = codes[(int32_t)(sqrtf(light) * 4095 + 0.5f)];
        }
        rgba[4 * x + 3] = 255;
    }
}

void scene_turn(const uint8_t *source, uint8_t *result, int32_t width, int32_t height, int64_t origin, int64_t step_x,
                int64_t step_y) {
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            memcpy(result + 4 * ((int64_t)y * width + x), source + 4 * (origin + x * step_x + y * step_y), 4);
        }
    }
}

void scene_luma_row(const uint8_t *rgba, uint8_t *luma, int32_t width) {
    for (int32_t x = 0; x < width; x++) {
        // 219 / 255 · (0.2126, 0.7152, 0.0722) · 65536
        const uint32_t sum = 11966u * rgba[4 * x] + 40254u * rgba[4 * x + 1] + 4064u * rgba[4 * x + 2];
        luma[x] = (uint8_t)((sum + (16u << 16) + 32768u) >> 16);
    }
}

void scene_chroma_row(const uint8_t *above, const uint8_t *below, uint8_t *chroma, int32_t width, int32_t component) {
    const int32_t channel = component == 1 ? 2 : 0;
    const float scale = 224.0f / 255 / (component == 1 ? 1.8556f : 1.5748f);
    for (int32_t i = 0; i < (width + 1) / 2; i++) {
        const int32_t x = 2 * i, left = x > 0 ? x - 1 : 0, right = x + 1 < width ? x + 1 : x;
        float mean[3];
        for (int32_t c = 0; c < 3; c++) {
            const int32_t sum = above[4 * left + c] + 2 * above[4 * x + c] + above[4 * right + c]
                + below[4 * left + c] + 2 * below[4 * x + c] + below[4 * right + c];
            mean[c] = (float)sum * 0.125f;
        }
        const float luma = 0.2126f * mean[0] + 0.7152f * mean[1] + 0.0722f * mean[2];
        chroma[i] = (uint8_t)(128.5f + (mean[channel] - luma) * scale);
    }
}
