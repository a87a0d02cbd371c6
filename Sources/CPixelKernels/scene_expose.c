// The renderer's inner loop: flat sheets, seen in perspective, laid over each other sample by sample.

#include <math.h>
#include <string.h>

#include "scene_kernels.h"

typedef float pixel __attribute__((vector_size(16), aligned(4)));
typedef uint16_t texel __attribute__((vector_size(8), aligned(2)));

/// Samples that share one size of the texture and one pair of exact texture coordinates.
enum { run_length = 16 };

/// Less light than this from behind cannot be seen.
static const float least_share = 1.0f / 1024;

static inline pixel load_texel(const uint16_t *at) {
    texel value;
    memcpy(&value, at, sizeof value);
    return __builtin_convertvector(value, pixel);
}

static inline int32_t clamp_index(int32_t i, int32_t last) { return i < 0 ? 0 : i > last ? last : i; }

/// Bilinear, the border repeated; (u, v) in texels, the centre of the first at 0.
static inline pixel sample_texture(const scene_level *level, float u, float v) {
    const int32_t right = level->width - 1, bottom = level->height - 1;
    u = u < -1 ? -1 : u > (float)right ? (float)right : u;
    v = v < -1 ? -1 : v > (float)bottom ? (float)bottom : v;
    // Rounds down, since neither is below −1.
    const int32_t left = (int32_t)(u + 1) - 1, top = (int32_t)(v + 1) - 1;
    const float a = u - (float)left, b = v - (float)top;
    const int32_t x0 = clamp_index(left, right), x1 = clamp_index(left + 1, right);
    const uint16_t *upper = level->texels + (int64_t)clamp_index(top, bottom) * level->width * 4;
    const uint16_t *lower = level->texels + (int64_t)clamp_index(top + 1, bottom) * level->width * 4;
    const pixel above = load_texel(upper + 4 * x0) * (1 - a) + load_texel(upper + 4 * x1) * a;
    const pixel below = load_texel(lower + 4 * x0) * (1 - a) + load_texel(lower + 4 * x1) * a;
    return (above * (1 - b) + below * b) * (1.0f / 65535);
}

/// The size of the texture whose texels are about as large as the samples: by the shorter side of a sample's footprint,
/// unless the longer is much longer; what aliases then is averaged by the samples of a pixel.
static int32_t choose_level(const scene_layer *layer, double u, double v, double w, double step) {
    const double *m = layer->uv_from_pixel;
    const double size_x = layer->levels[0].width / w * step, size_y = layer->levels[0].height / w * step;
    const double ux = (m[0] - u * m[6]) * size_x, vx = (m[3] - v * m[6]) * size_y;
    const double uy = (m[1] - u * m[7]) * size_x, vy = (m[4] - v * m[7]) * size_y;
    const double across = sqrt(ux * ux + vx * vx), down = sqrt(uy * uy + vy * vy);
    const double footprint = fmax(fmin(across, down), 0.3 * fmax(across, down));
    int32_t level = 0;
    while (level + 1 < layer->level_count && footprint * 1.15 >= (double)(2 << level)) level++;
    return level;
}

static inline float coverage_at(const scene_layer *layer, double x, double y, double per_pixel) {
    double covered = 1;
    for (int32_t e = 0; e < layer->edge_count; e++) {
        const double *edge = layer->edges + 3 * e;
        const double distance = (edge[0] * x + edge[1] * y + edge[2]) * per_pixel + 0.5;
        if (distance <= 0) return 0;
        if (distance < 1) covered *= distance;
    }
    return (float)covered;
}

/// A row of samples: the first at x, the others `step` pixels apart, each for a square `side`-th of a pixel wide.
typedef struct {
    pixel *line;
    int32_t count;
    double x, y, step, side;
} sample_row;

/// The samples of a row that a layer may touch: [first, end).
static void find_span(const scene_layer *layer, const sample_row *row, int32_t *first, int32_t *end) {
    double low = 0, high = row->count;
    for (int32_t e = 0; e < layer->edge_count; e++) {
        const double *edge = layer->edges + 3 * e;
        // distance(i) = slope · i + start must exceed minus half a sample
        const double slope = edge[0] * row->step;
        const double start = edge[0] * row->x + edge[1] * row->y + edge[2] + 0.5 / row->side;
        if (fabs(slope) < 1e-12) {
            if (start < 0) high = 0;
        } else if (slope > 0) {
            low = fmax(low, floor(-start / slope));
        } else {
            high = fmin(high, ceil(-start / slope) + 1);
        }
    }
    *first = low < row->count ? (int32_t)low : row->count;
    *end = high > low ? (int32_t)fmin(high, row->count) : *first;
}

/// Puts a layer *behind* what a line of samples holds already: the colour so far, and in the last place the share of the
/// light that still comes through. What is hidden is not sampled.
static void blend_layer(const sample_row *row, const scene_layer *layer) {
    int32_t first, end;
    find_span(layer, row, &first, &end);
    pixel *line = row->line;
    const double *m = layer->uv_from_pixel, per_pixel = row->side, step = row->step, y = row->y;
    for (int32_t start = first; start < end; start += run_length) {
        const int32_t length = end - start < run_length ? end - start : run_length;
        int open = 0;
        for (int32_t i = 0; i < length; i++) open |= line[start + i][3] > least_share;
        if (!open) continue;
        const double x = row->x + start * step, last = x + (length - 1) * step;
        const double w = m[6] * x + m[7] * y + m[8];
        const double u = m[0] * x + m[1] * y + m[2], v = m[3] * x + m[4] * y + m[5];
        const double middle = 0.5 * (x + last), wm = m[6] * middle + m[7] * y + m[8];
        if (wm <= 0) continue;
        const double um = (m[0] * middle + m[1] * y + m[2]) / wm, vm = (m[3] * middle + m[4] * y + m[5]) / wm;
        const scene_level *level = layer->levels + choose_level(layer, um, vm, wm, 1 / row->side);
        const float width = (float)level->width, height = (float)level->height;
        const float u0 = (float)u, v0 = (float)v, w0 = (float)w;
        const float du = (float)(m[0] * step), dv = (float)(m[3] * step), dw = (float)(m[6] * step);
        const int whole = coverage_at(layer, x, y, per_pixel) == 1 && coverage_at(layer, last, y, per_pixel) == 1;
        for (int32_t i = 0; i < length; i++) {
            const float share = line[start + i][3];
            if (share <= least_share) continue;
            float covered = layer->opacity;
            if (!whole) {
                covered *= coverage_at(layer, x + i * step, y, per_pixel);
                if (covered == 0) continue;
            }
            const float depth = 1 / (w0 + (float)i * dw);
            const pixel paint = sample_texture(
                level, (u0 + (float)i * du) * depth * width - 0.5f, (v0 + (float)i * dv) * depth * height - 0.5f) * covered;
            pixel sum = line[start + i] + paint * share;
            sum[3] = share * (1 - paint[3]);
            line[start + i] = sum;
        }
    }
}

scene_layer scene_layer_make(const scene_level *levels, int32_t level_count, const double *uv_from_pixel,
                             const double *edges, int32_t edge_count, double top, double bottom, float opacity) {
    scene_layer layer = {.levels = levels, .level_count = level_count, .top = top, .bottom = bottom, .opacity = opacity};
    layer.edge_count = edge_count < scene_most_edges ? edge_count : scene_most_edges;
    memcpy(layer.uv_from_pixel, uv_from_pixel, sizeof layer.uv_from_pixel);
    memcpy(layer.edges, edges, sizeof(double) * 3 * (size_t)layer.edge_count);
    return layer;
}

scene_layer scene_layer_hidden(void) { return (scene_layer){.top = INFINITY, .bottom = -INFINITY}; }

/// Adds what `row`, cleared before, sees of the layers of one pose to the pixels of `sum`.
static void expose_samples(pixel *sum, const sample_row *row, int32_t per_pixel, const scene_layer *layers,
                           int32_t layer_count, pixel behind) {
    const pixel clear = {0, 0, 0, 1};
    for (int32_t i = 0; i < row->count; i++) row->line[i] = clear;
    for (int32_t k = layer_count - 1; k >= 0; k--) {
        if (row->y >= layers[k].top - 1 && row->y <= layers[k].bottom + 1) blend_layer(row, layers + k);
    }
    for (int32_t i = 0; i < row->count; i++) {
        const pixel sample = row->line[i];
        sum[i / per_pixel] += sample + behind * sample[3];
    }
}

void scene_expose_row(float *row, float *scratch, int32_t width, int32_t y, int32_t side, const scene_layer *layers,
                      int32_t layer_count, int32_t pose_count, const float *background) {
    pixel *sum = (pixel *)(void *)row;
    const pixel behind = {background[0], background[1], background[2], 0};
    // Where several poses are averaged anyway, every pose takes two of the four samples of a pixel, corner to corner and
    // in turn: their mean lies in the pixel's middle, so that no pose pulls an edge to its side.
    const int diagonal = side == 2 && pose_count > 1;
    const int32_t across = diagonal ? 1 : side;
    memset(row, 0, sizeof(pixel) * (size_t)width);
    for (int32_t pose = 0; pose < pose_count; pose++) {
        for (int32_t part = 0; part < side; part++) {
            const double first = diagonal ? ((pose + part) % 2 ? 0.25 : -0.25) : 0.5 / side - 0.5;
            const sample_row samples = {.line = (pixel *)(void *)scratch, .count = width * across, .x = first,
                .y = y + (part + 0.5) / side - 0.5, .step = 1.0 / across, .side = side};
            expose_samples(sum, &samples, across, layers + (int64_t)pose * layer_count, layer_count, behind);
        }
    }
    const float share = 1.0f / (float)(side * across * pose_count);
    for (int32_t x = 0; x < width; x++) sum[x] *= share;
}
