#pragma once
#include "still_heif.h"
#include <libheif/heif.h>
#include <stddef.h>

struct still_heif {
    struct heif_image *image;
    uint8_t *profile;
    size_t profile_size;
    still_heif_info info;
};

/// Y, Cb, Cr and alpha; R, G, B and alpha.
extern const enum heif_channel heif_yuv_channels[4], heif_rgb_channels[4];

/// Loads libheif's decoders, once.
void heif_prepare(void);

/// The status for libheif's error, whose words go into `text`.
still_heif_status heif_refuse(struct heif_error error, char *text, int32_t size);

/// Describes an image whose planes can be given out as they are; false for one that libheif has to convert first.
bool heif_describe_planes(const struct heif_image *image, still_heif_info *info);

/// Takes the numbers of H.273 from the container, else from the codec's own stream.
void heif_describe_colour(const struct heif_image_handle *handle, still_heif *picture);

void heif_take_profile(const struct heif_image_handle *handle, still_heif *picture);
