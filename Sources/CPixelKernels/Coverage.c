#include "px_compositing.h"
#include "Clones.h"
#include <math.h>
#include <string.h>

enum { BLOCK = 16 };

/// The integral over an edge's height of how far each of its points lies left of `c`: the area between the edge and the
/// upright line at `c`. The edge goes from `left` to `right` and is `height` high.
static inline double area_left_of(double c, double left, double right, double height) {
    if (c <= left) return 0;
    if (c >= right) return height * (c - 0.5 * (left + right));
    return height * (c - left) * (c - left) / (2 * (right - left));
}

/// Adds the steps from cell to cell of what lies right of one edge, within the band of one row.
static void add_edge(pixel_edge edge, double top, double first, int32_t count, uint8_t *touched, float *steps) {
    bool goes_down = edge.y1 > edge.y0;
    double from = fmax(goes_down ? edge.y0 : edge.y1, top), to = fmin(goes_down ? edge.y1 : edge.y0, top + 1);
    if (!(to > from)) return;
    double slope = (edge.x1 - edge.x0) / (edge.y1 - edge.y0);
    double a = edge.x0 + (from - edge.y0) * slope - first, b = edge.x0 + (to - edge.y0) * slope - first;
    double left = fmin(fmax(fmin(a, b), 0), count), right = fmin(fmax(fmax(a, b), 0), count);
    double height = (goes_down ? -edge.weight : edge.weight) * (to - from);

    int32_t begin = (int32_t)left, end = (int32_t)right;
    double area = 0, step = 0;
    for (int32_t cell = begin; cell <= end; cell++) {
        double next = area_left_of(cell + 1, left, right, height);
        steps[cell] += (float)(next - area - step);
        step = next - area;
        area = next;
    }
    steps[end + 1] += (float)(height - step);
    for (int32_t block = begin / BLOCK; block <= (end + 1) / BLOCK; block++) touched[block] = 1;
}

static inline float settle(float sum) {
    const float little = 1.0f / 8192.0f;
    return fabsf(sum) < little ? 0 : fabsf(sum - 1) < little ? 1 : sum;
}

WITH_CLONES void pixel_cover_row(
    const pixel_edge *edges, int32_t edge_count, double y, int32_t first, int32_t count, uint8_t *touched, float *cover
) {
    memset(cover, 0, ((size_t)count + 2) * sizeof *cover);
    memset(touched, 0, (size_t)count / BLOCK + 2);
    double top = y - 0.5;
    for (int32_t i = 0; i < edge_count; i++) {
        const pixel_edge *edge = &edges[i];
        if ((edge->y0 < top + 1 || edge->y1 < top + 1) && (edge->y0 > top || edge->y1 > top))
            add_edge(*edge, top, first - 0.5, count, touched, cover);
    }

    float sum = 0;
    for (int32_t begin = 0; begin < count; begin += BLOCK) {
        int32_t end = begin + BLOCK < count ? begin + BLOCK : count;
        if (touched[begin / BLOCK]) {
            for (int32_t x = begin; x < end; x++) {
                sum += cover[x];
                cover[x] = settle(sum);
            }
        } else {
            float level = settle(sum);
            for (int32_t x = begin; x < end; x++) cover[x] = level;
        }
    }
}
