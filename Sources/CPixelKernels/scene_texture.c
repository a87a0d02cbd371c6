// Textures: from sRGB to linear light, smaller sizes, and bodies that are made of round bones.

#include <math.h>
#include <stdlib.h>

#include "scene_kernels.h"

void scene_linearise(const uint8_t *rgba, uint16_t *texels, int64_t count, const uint16_t *linear) {
    for (int64_t i = 0; i < count; i++) {
        const uint32_t alpha = rgba[4 * i + 3];
        for (int c = 0; c < 3; c++) texels[4 * i + c] = (uint16_t)((linear[rgba[4 * i + c]] * alpha + 127) / 255);
        texels[4 * i + 3] = (uint16_t)(alpha * 257);
    }
}

void scene_shrink(scene_level source, uint16_t *texels, int32_t width, int32_t height) {
    const double rx = (double)source.width / width, ry = (double)source.height / height;
    for (int32_t y = 0; y < height; y++) {
        const double top = y * ry, bottom = (y + 1) * ry;
        for (int32_t x = 0; x < width; x++) {
            const double left = x * rx, right = (x + 1) * rx;
            double sum[4] = {0, 0, 0, 0};
            for (int32_t j = (int32_t)top; j < source.height && j < bottom; j++) {
                const double down = fmin(j + 1, bottom) - fmax(j, top);
                for (int32_t i = (int32_t)left; i < source.width && i < right; i++) {
                    const double weight = down * (fmin(i + 1, right) - fmax(i, left));
                    const uint16_t *texel = source.texels + 4 * ((int64_t)j * source.width + i);
                    for (int c = 0; c < 4; c++) sum[c] += weight * texel[c];
                }
            }
            for (int c = 0; c < 4; c++) texels[4 * ((int64_t)y * width + x) + c] = (uint16_t)(sum[c] / (rx * ry) + 0.5);
        }
    }
}

/// Height of a limb's surface above the ground at a place, minus infinity where it is not.
typedef struct {
    float distance, height;
} surface;

static surface limb_surface(const scene_limb *limb, float x, float y) {
    const float dx = limb->x1 - limb->x0, dy = limb->y1 - limb->y0;
    const float length = dx * dx + dy * dy;
    float t = length > 0 ? ((x - limb->x0) * dx + (y - limb->y0) * dy) / length : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    const float px = x - limb->x0 - t * dx, py = y - limb->y0 - t * dy;
    const float radius = limb->radius0 + (limb->radius1 - limb->radius0) * t;
    const float away = sqrtf(px * px + py * py);
    const float inside = radius * radius - away * away;
    return (surface){away - radius, limb->lift + (inside > 0 ? sqrtf(inside) : -sqrtf(-inside))};
}

/// The common surface of all limbs (a smooth maximum) and the mean of their colours there.
static surface whole_surface(const scene_limb *limbs, int32_t count, float x, float y, float *colour) {
    surface all = {1e6f, -1e6f};
    for (int32_t i = 0; i < count; i++) {
        const surface one = limb_surface(limbs + i, x, y);
        const float blend = limbs[i].blend;
        float t = 0.5f + 0.5f * (all.distance - one.distance) / blend;
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        const float bulge = blend * t * (1 - t);
        float h = 0.5f + 0.5f * (one.height - all.height) / blend;
        h = h < 0 ? 0 : h > 1 ? 1 : h;
        all.distance = all.distance * (1 - t) + one.distance * t - bulge;
        all.height = all.height * (1 - h) + one.height * h + blend * 0.5f * h * (1 - h);
        colour[0] = colour[0] * (1 - h) + limbs[i].red * h;
        colour[1] = colour[1] * (1 - h) + limbs[i].green * h;
        colour[2] = colour[2] * (1 - h) + limbs[i].blue * h;
    }
    return all;
}

static float cell_noise(int32_t x, int32_t y, uint32_t seed) {
    uint32_t h = (uint32_t)x * 0x8DA6B343u ^ (uint32_t)y * 0xD8163841u ^ seed * 0xCB1AB31Fu;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h = (h ^ h >> 12) * 0x297A2D39u;
    return (float)((h ^ h >> 15) & 0xFFFF) / 32768 - 1;
}

static float smooth_noise(float x, float y, uint32_t seed) {
    const float fx = floorf(x), fy = floorf(y), a = x - fx, b = y - fy;
    const float u = a * a * (3 - 2 * a), v = b * b * (3 - 2 * b);
    const int32_t i = (int32_t)fx, j = (int32_t)fy;
    return (cell_noise(i, j, seed) * (1 - u) + cell_noise(i + 1, j, seed) * u) * (1 - v)
        + (cell_noise(i, j + 1, seed) * (1 - u) + cell_noise(i + 1, j + 1, seed) * u) * v;
}

void scene_limb_row(uint16_t *texels, int32_t width, int32_t y, const scene_limb *limbs, int32_t limb_count,
                    const float *light, uint32_t seed) {
    for (int32_t x = 0; x < width; x++) {
        uint16_t *texel = texels + 4 * x;
        float colour[3] = {0, 0, 0}, unused[3] = {0, 0, 0};
        const surface here = whole_surface(limbs, limb_count, (float)x, (float)y, colour);
        const float covered = 0.5f - here.distance < 0 ? 0 : 0.5f - here.distance > 1 ? 1 : 0.5f - here.distance;
        if (covered == 0) {
            texel[0] = texel[1] = texel[2] = texel[3] = 0;
            continue;
        }
        const float sx = whole_surface(limbs, limb_count, (float)x + 1, (float)y, unused).height
            - whole_surface(limbs, limb_count, (float)x - 1, (float)y, unused).height;
        const float sy = whole_surface(limbs, limb_count, (float)x, (float)y + 1, unused).height
            - whole_surface(limbs, limb_count, (float)x, (float)y - 1, unused).height;
        // Skin is finely creased and mottled.
        const float crease = 0.10f * smooth_noise(x * 0.31f, y * 0.31f, seed) + 0.06f * smooth_noise(x * 0.9f, y * 0.9f, seed + 1);
        const float nx = -sx * 0.5f + crease, ny = -sy * 0.5f - crease, norm = 1 / sqrtf(nx * nx + ny * ny + 1);
        const float facing = (nx * light[0] + ny * light[1] + light[2]) * norm;
        const float mottle = 1 + 0.07f * smooth_noise(x * 0.045f, y * 0.045f, seed + 2) + 0.04f * smooth_noise(x * 0.15f, y * 0.15f, seed + 3);
        const float direct = facing > 0 ? facing : 0, shine = 0.10f * powf(direct, 24);
        // Light that wanders under the skin reddens the border of the shadow.
        for (int c = 0; c < 3; c++) {
            const float wrap = c == 0 ? 0.36f : c == 1 ? 0.18f : 0.12f;
            const float soft = (facing + wrap) / (1 + wrap);
            float value = colour[c] * mottle * (0.30f * (0.5f + 0.5f * norm) + 0.78f * (soft > 0 ? soft : 0)) + shine * 0.5f;
            value = value < 0 ? 0 : value > 1 ? 1 : value;
            texel[c] = (uint16_t)(value * covered * 65535 + 0.5f);
        }
        texel[3] = (uint16_t)(covered * 65535 + 0.5f);
    }
}
