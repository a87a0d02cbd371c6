#include "heif.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>


/// Profiles are a few kilobytes; a larger one is none.
static const size_t max_profile_bytes = 16 << 20;

static void init_once(void) { heif_init(NULL); }

void heif_prepare(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, init_once);
}

still_heif_status heif_refuse(struct heif_error error, char *text, int32_t size) {
    if (size > 0) {
        snprintf(text, size, "%s", error.message ? error.message : "");
        text[strcspn(text, "\r\n")] = 0;
    }
    switch (error.code) {
    case heif_error_Ok: return still_heif_done;
    case heif_error_Unsupported_feature:
    case heif_error_Unsupported_filetype: return still_heif_unsupported;
    case heif_error_Memory_allocation_error:
        return error.subcode == heif_suberror_Security_limit_exceeded ? still_heif_too_large : still_heif_no_memory;
    default: return still_heif_damaged;
    }
}

const enum heif_channel heif_yuv_channels[4] = {heif_channel_Y, heif_channel_Cb, heif_channel_Cr, heif_channel_Alpha};
const enum heif_channel heif_rgb_channels[4] = {heif_channel_R, heif_channel_G, heif_channel_B, heif_channel_Alpha};

static enum heif_channel channel_of(const still_heif *picture, int plane) {
    switch (picture->info.layout) {
    case still_layout_rgba: return heif_channel_interleaved;
    case still_layout_planar_rgb: return heif_rgb_channels[plane];
    default: return heif_yuv_channels[plane];
    }
}

/// Whether a channel has the size and the depth that the others lead to expect.
static bool channel_fits(const struct heif_image *image, enum heif_channel channel, int width, int height, int depth) {
    return heif_image_has_channel(image, channel) && heif_image_get_width(image, channel) == width
        && heif_image_get_height(image, channel) == height
        && heif_image_get_bits_per_pixel_range(image, channel) == depth;
}

/// Describes an image whose planes can be given out as they are; false for one that libheif has to convert first.
bool heif_describe_planes(const struct heif_image *image, still_heif_info *info) {
    enum heif_chroma chroma = heif_image_get_chroma_format(image);
    enum heif_colorspace space = heif_image_get_colorspace(image);
    bool is_rgb = space == heif_colorspace_RGB && chroma == heif_chroma_444;
    bool is_grey = chroma == heif_chroma_monochrome;
    if (!is_rgb && !is_grey && space != heif_colorspace_YCbCr) return false;
    const enum heif_channel *channels = is_rgb ? heif_rgb_channels : heif_yuv_channels;
    int width = heif_image_get_width(image, channels[0]), height = heif_image_get_height(image, channels[0]);
    int depth = heif_image_get_bits_per_pixel_range(image, channels[0]);
    bool has_alpha = heif_image_has_channel(image, heif_channel_Alpha);
    int columns = chroma == heif_chroma_420 || chroma == heif_chroma_422 ? (width + 1) / 2 : width;
    int rows = chroma == heif_chroma_420 ? (height + 1) / 2 : height;
    if (depth != 8 && depth != 10 && depth != 12) return false;
    if (is_grey && has_alpha) return false;
    for (int i = 1; i < 3 && !is_grey; i++)
        if (!channel_fits(image, channels[i], columns, rows, depth)) return false;
    if (has_alpha && !channel_fits(image, heif_channel_Alpha, width, height, depth)) return false;
    info->width = width;
    info->height = height;
    info->depth = depth;
    info->has_alpha = has_alpha;
    info->layout = is_rgb                     ? still_layout_planar_rgb
                   : is_grey                  ? still_layout_grey
                   : chroma == heif_chroma_420 ? still_layout_420
                   : chroma == heif_chroma_422 ? still_layout_422
                                               : still_layout_444;
    return true;
}

/// Has libheif convert the picture to R, G, B, A: for what has planes of unlike sizes or depths.
static struct heif_error decode_rgba(
    const struct heif_image_handle *handle, const struct heif_decoding_options *options, still_heif *picture) {
    bool is_deep = heif_image_handle_get_luma_bits_per_pixel(handle) > 8;
    heif_image_release(picture->image);
    picture->image = NULL;
    struct heif_error error = heif_decode_image(
        handle, &picture->image, heif_colorspace_RGB,
        is_deep ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RGBA, options);
    if (error.code != heif_error_Ok) return error;
    picture->info.width = heif_image_get_width(picture->image, heif_channel_interleaved);
    picture->info.height = heif_image_get_height(picture->image, heif_channel_interleaved);
    picture->info.depth = is_deep ? heif_image_get_bits_per_pixel_range(picture->image, heif_channel_interleaved) : 8;
    picture->info.layout = still_layout_rgba;
    picture->info.has_alpha = heif_image_handle_has_alpha_channel(handle);
    return error;
}

/// Divides colours that were multiplied by alpha; pixels that are wholly clear stay black.
static void straighten(still_heif *picture) {
    int stride = 0;
    uint8_t *base = heif_image_get_plane(picture->image, heif_channel_interleaved, &stride);
    uint32_t maximum = (1u << picture->info.depth) - 1;
    for (int y = 0; base && y < picture->info.height; y++) {
        uint8_t *bytes = base + (size_t)y * stride;
        uint16_t *words = (uint16_t *)bytes;
        for (int x = 0; x < 4 * picture->info.width; x++) {
            bool is_wide = picture->info.depth > 8;
            uint32_t alpha = is_wide ? words[x | 3] : bytes[x | 3], code = is_wide ? words[x] : bytes[x];
            if ((x & 3) == 3 || alpha == 0) continue;
            uint32_t straight = (code * maximum + alpha / 2) / alpha;
            if (straight > maximum) straight = maximum;
            if (is_wide) words[x] = (uint16_t)straight;
            else bytes[x] = (uint8_t)straight;
        }
    }
}

/// Takes the numbers of H.273 from the container, else from the codec's own stream.
void heif_describe_colour(const struct heif_image_handle *handle, still_heif *picture) {
    struct heif_color_profile_nclx *nclx = NULL;
    still_heif_info *info = &picture->info;
    // MIAF (ISO/IEC 23000-22, 7.3.6.4): what is not said is full range.
    info->primaries = info->transfer = info->matrix = 2;
    info->is_full_range = true;
    struct heif_error error = heif_image_handle_get_nclx_color_profile(handle, &nclx);
    if (error.code != heif_error_Ok || !nclx) error = heif_image_get_nclx_color_profile(picture->image, &nclx);
    if (error.code != heif_error_Ok || !nclx) return;
    info->primaries = nclx->color_primaries;
    info->transfer = nclx->transfer_characteristics;
    info->matrix = nclx->matrix_coefficients;
    info->is_full_range = nclx->full_range_flag;
    heif_nclx_color_profile_free(nclx);
}

void heif_take_profile(const struct heif_image_handle *handle, still_heif *picture) {
    size_t size = heif_image_handle_get_raw_color_profile_size(handle);
    if (size == 0 || size > max_profile_bytes) return;
    picture->profile = malloc(size);
    if (picture->profile && heif_image_handle_get_raw_color_profile(handle, picture->profile).code == heif_error_Ok) {
        picture->profile_size = size;
        return;
    }
    free(picture->profile);
    picture->profile = NULL;
}

static struct heif_error decode(const struct heif_image_handle *handle, still_heif *picture) {
    struct heif_decoding_options *options = heif_decoding_options_alloc();
    if (options) options->strict_decoding = true;
    struct heif_error error =
        heif_decode_image(handle, &picture->image, heif_colorspace_undefined, heif_chroma_undefined, options);
    bool is_premultiplied = heif_image_handle_is_premultiplied_alpha(handle);
    if (error.code == heif_error_Ok && (is_premultiplied || !heif_describe_planes(picture->image, &picture->info)))
        error = decode_rgba(handle, options, picture);
    heif_decoding_options_free(options);
    if (error.code != heif_error_Ok) return error;
    heif_describe_colour(handle, picture);
    if (is_premultiplied && picture->info.has_alpha) straighten(picture);
    heif_take_profile(handle, picture);
    return error;
}

still_heif_status still_heif_open(
    const uint8_t *bytes, int64_t byte_count, int64_t max_pixels, still_heif **out, char *text, int32_t size) {
    heif_prepare();
    *out = NULL;
    still_heif *picture = calloc(1, sizeof *picture);
    struct heif_context *context = heif_context_alloc();
    struct heif_image_handle *handle = NULL;
    still_heif_status status = picture && context ? still_heif_done : still_heif_no_memory;
    struct heif_error error = {heif_error_Ok, heif_suberror_Unspecified, ""};
    if (status == still_heif_done) {
        heif_context_set_max_decoding_threads(context, 1);
        error = heif_context_read_from_memory_without_copy(context, bytes, (size_t)byte_count, NULL);
        if (error.code == heif_error_Ok) error = heif_context_get_primary_image_handle(context, &handle);
        status = heif_refuse(error, text, size);
    }
    if (status == still_heif_done) {
        int64_t width = heif_image_handle_get_width(handle), height = heif_image_handle_get_height(handle);
        if (width <= 0 || height <= 0) status = still_heif_damaged;
        else if (width * height > max_pixels) status = still_heif_too_large;
    }
    if (status == still_heif_done) status = heif_refuse(decode(handle, picture), text, size);
    heif_image_handle_release(handle);
    heif_context_free(context);
    if (status == still_heif_done) {
        *out = picture;
    } else {
        still_heif_close(picture);
    }
    return status;
}

/// Copies the Exif block without the four bytes before it, which say where TIFF's header begins in the rest.
static int64_t copy_exif(const struct heif_image_handle *handle, uint8_t *exif, int64_t capacity) {
    heif_item_id id;
    if (heif_image_handle_get_list_of_metadata_block_IDs(handle, "Exif", &id, 1) != 1) return 0;
    size_t size = heif_image_handle_get_metadata_size(handle, id);
    if (size <= 4 || size > (size_t)capacity) return 0;
    if (heif_image_handle_get_metadata(handle, id, exif).code != heif_error_Ok) return 0;
    size_t start = 4 + ((size_t)exif[0] << 24 | (size_t)exif[1] << 16 | (size_t)exif[2] << 8 | exif[3]);
    if (start >= size) return 0;
    memmove(exif, exif + start, size - start);
    return (int64_t)(size - start);
}

bool still_heif_peek(
    const uint8_t *bytes, int64_t byte_count, int32_t *width, int32_t *height, uint8_t *exif, int64_t capacity,
    int64_t *exif_size) {
    heif_prepare();
    *width = *height = 0;
    *exif_size = 0;
    struct heif_context *context = heif_context_alloc();
    struct heif_image_handle *handle = NULL;
    if (context && heif_context_read_from_memory_without_copy(context, bytes, (size_t)byte_count, NULL).code == heif_error_Ok
        && heif_context_get_primary_image_handle(context, &handle).code == heif_error_Ok) {
        *width = heif_image_handle_get_width(handle);
        *height = heif_image_handle_get_height(handle);
        *exif_size = copy_exif(handle, exif, capacity);
    }
    heif_image_handle_release(handle);
    heif_context_free(context);
    return *width > 0 && *height > 0;
}

still_heif_info still_heif_describe(const still_heif *picture) { return picture->info; }

const uint8_t *still_heif_plane(const still_heif *picture, int32_t plane, int32_t *stride) {
    int steady = 0;
    if (plane < 0 || plane > 3) return NULL;
    if (plane > 0 && picture->info.layout == still_layout_rgba) return NULL;
    const uint8_t *first = heif_image_get_plane_readonly(picture->image, channel_of(picture, plane), &steady);
    *stride = steady;
    return first;
}

const uint8_t *still_heif_profile(const still_heif *picture, int64_t *size) {
    *size = (int64_t)picture->profile_size;
    return picture->profile;
}

void still_heif_close(still_heif *picture) {
    if (!picture) return;
    heif_image_release(picture->image);
    free(picture->profile);
    free(picture);
}
