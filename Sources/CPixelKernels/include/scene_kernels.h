#pragma once

#include <stdint.h>

#pragma clang assume_nonnull begin

// Kernels of SceneRendering. Pictures are linear light, four floats a pixel (R, G, B and one that is unused), rows without
// gaps. Textures are premultiplied RGBA of 16 bits a component, linear light.

/// One size of a texture. The texels belong to the caller.
typedef struct {
    const uint16_t *texels;
    int32_t width, height;
} scene_level;

enum { scene_most_edges = 8 };

/// A flat sheet as one pose of the camera sees it.
typedef struct {
    /// From the largest down; at least one.
    const scene_level *_Nullable levels;
    int32_t level_count;
    /// Row-major: pixel (x, y, 1) to (u, v, 1) / depth, where u and v run 0…1 over the sheet's outline.
    double uv_from_pixel[9];
    /// Signed distances in pixels, positive inside: a·x + b·y + c.
    double edges[3 * scene_most_edges];
    int32_t edge_count;
    /// Rows, in pixels, between which the outline lies.
    double top, bottom;
    float opacity;
} scene_layer;

/// Fills a layer from arrays: nine numbers of `uv_from_pixel`, three for each of `edge_count` edges.
scene_layer scene_layer_make(const scene_level *levels, int32_t level_count, const double *uv_from_pixel,
                             const double *edges, int32_t edge_count, double top, double bottom, float opacity);

/// A layer that is not seen.
scene_layer scene_layer_hidden(void);

/// Turns `count` sRGB pixels with straight alpha into premultiplied linear texels. `linear` holds 256 values 0…65535.
void scene_linearise(const uint8_t *rgba, uint16_t *texels, int64_t count, const uint16_t *linear);

/// Averages a texture down to `width` × `height`, outline onto outline.
void scene_shrink(scene_level source, uint16_t *texels, int32_t width, int32_t height);

/// Exposes row `y`: the mean over `pose_count` poses of `layer_count` layers each (back to front, pose by pose), every
/// pixel from `side` × `side` samples (half of them in each pose where there are several and `side` is 2), on the colour
/// `background` (four floats). `scratch` holds width · side · 4 floats.
void scene_expose_row(float *row, float *scratch, int32_t width, int32_t y, int32_t side, const scene_layer *layers,
                      int32_t layer_count, int32_t pose_count, const float *background);

/// Lights a row: times the first three, plus the last three of six floats a node; nodes lie `spacing` pixels apart, those
/// of the row above and below at `above` and `below`, `fraction` 0…1 between them.
void scene_light_row(float *row, int32_t width, const float *above, const float *below, float fraction, int32_t spacing);

/// Blurs a picture with a symmetric kernel of 2 · radius + 1 `weights`, both ways; edges repeat. `scratch` is as large as
/// the picture.
void scene_blur(float *picture, float *scratch, int32_t width, int32_t height, const float *weights, int32_t radius);

/// What the sensor adds and how its values become codes.
typedef struct {
    /// Variance of the noise: `shot` · light + `read`, in linear light where 1 is white.
    float shot, read;
    /// Light above this is rolled off towards 1; 1 clips.
    float shoulder;
    uint64_t seed;
} scene_sensor;

/// Turns a row of light into sRGB with alpha 255, with noise that depends on the seed and the place alone. `codes` holds
/// 4,096 codes for the square roots of 0…1.
void scene_develop_row(const float *row, uint8_t *rgba, int32_t width, int32_t y, scene_sensor sensor, const uint8_t *codes);

/// Copies pixels of four bytes: pixel (x, y) of the result comes from source[origin + x · step_x + y · step_y].
void scene_turn(const uint8_t *source, uint8_t *result, int32_t width, int32_t height, int64_t origin, int64_t step_x,
                int64_t step_y);

/// One row of luma, BT.709 limited range, from R'G'B'.
void scene_luma_row(const uint8_t *rgba, uint8_t *luma, int32_t width);

/// One row of 4:2:0 chroma (sited left), from two rows of R'G'B'; component 1 is Cb, 2 is Cr. `width` is that of the rows,
/// not of the chroma.
void scene_chroma_row(const uint8_t *above, const uint8_t *below, uint8_t *chroma, int32_t width, int32_t component);

/// A round bone of a body, thicker or thinner at its other end; lengths in pixels of the texture.
typedef struct {
    float x0, y0, radius0, x1, y1, radius1;
    /// How high its middle line lies above the ground, for light and overlap.
    float lift;
    /// Linear light.
    float red, green, blue;
    /// Over how many pixels it melts into others.
    float blend;
} scene_limb;

/// Paints a row of limbs that melt into one another, lit from `light` (a unit vector x, y, z; z up), as premultiplied
/// texels.
void scene_limb_row(uint16_t *texels, int32_t width, int32_t y, const scene_limb *limbs, int32_t limb_count,
                    const float *light, uint32_t seed);

#pragma clang assume_nonnull end
