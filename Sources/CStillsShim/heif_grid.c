#include "heif.h"
#include <stdlib.h>
#include <string.h>

/// One tile after the other, reduced into `picture`.
typedef struct {
    still_heif_grid grid;
    still_heif *picture;
    /// Of the first tile, which all others are like.
    still_heif_info tile;
    enum heif_colorspace space;
    enum heif_chroma chroma;
} grid_reading;

static int plane_count(const still_heif_info *info) { return info->layout == still_layout_grey ? 1 : 3; }

static enum heif_channel channel_of(const grid_reading *r, int plane) {
    return (r->tile.layout == still_layout_planar_rgb ? heif_rgb_channels : heif_yuv_channels)[plane];
}

static int shift_across(const grid_reading *r, int plane) {
    return plane > 0 && (r->tile.layout == still_layout_420 || r->tile.layout == still_layout_422);
}

static int shift_down(const grid_reading *r, int plane) { return plane > 0 && r->tile.layout == still_layout_420; }

/// Makes the picture that the tiles go into, and takes over what the first of them says of its colours.
static still_heif_status begin(grid_reading *r, const struct heif_image *tile) {
    const still_heif_grid *grid = &r->grid;
    if (!heif_describe_planes(tile, &r->tile) || r->tile.has_alpha || r->tile.layout > still_layout_planar_rgb)
        return still_heif_unsupported;
    // Each mean lies in one tile, also of chroma.
    int step = 2 * grid->factor;
    if (r->tile.width % step || r->tile.height % step) return still_heif_unsupported;
    if ((int64_t)r->tile.width * grid->columns < grid->width || (int64_t)r->tile.height * grid->rows < grid->height)
        return still_heif_damaged;
    r->space = heif_image_get_colorspace(tile);
    r->chroma = heif_image_get_chroma_format(tile);
    int width = (grid->width + grid->factor - 1) / grid->factor, height = (grid->height + grid->factor - 1) / grid->factor;
    if (heif_image_create(width, height, r->space, r->chroma, &r->picture->image).code != heif_error_Ok)
        return still_heif_no_memory;
    for (int i = 0; i < plane_count(&r->tile); i++) {
        int across = shift_across(r, i), down = shift_down(r, i);
        struct heif_error error = heif_image_add_plane(
            r->picture->image, channel_of(r, i), (width + across) >> across, (height + down) >> down, r->tile.depth);
        if (error.code != heif_error_Ok) return still_heif_no_memory;
    }
    struct heif_color_profile_nclx *nclx = NULL;
    if (heif_image_get_nclx_color_profile(tile, &nclx).code == heif_error_Ok && nclx) {
        heif_image_set_nclx_color_profile(r->picture->image, nclx);
        heif_nclx_color_profile_free(nclx);
    }
    return still_heif_done;
}

/// Writes the means of a tile's plane.
static void reduce(grid_reading *r, const struct heif_image *tile, int plane, int row, int column) {
    int from_stride = 0, to_stride = 0, factor = r->grid.factor;
    const uint8_t *from = heif_image_get_plane_readonly(tile, channel_of(r, plane), &from_stride);
    uint8_t *to = heif_image_get_plane(r->picture->image, channel_of(r, plane), &to_stride);
    if (!from || !to) return;
    bool is_wide = r->tile.depth > 8;
    int across = shift_across(r, plane), down = shift_down(r, plane);
    int columns = r->tile.width >> across, rows = r->tile.height >> down;
    // What lies behind the picture's edge is no part of it.
    int left = column * columns, top = row * rows;
    int right = ((r->grid.width + across) >> across) - left, bottom = ((r->grid.height + down) >> down) - top;
    if (columns > right) columns = right;
    if (rows > bottom) rows = bottom;
    for (int y = 0; y < rows; y += factor)
        for (int x = 0; x < columns; x += factor) {
            uint32_t sum = 0, count = 0;
            for (int v = y; v < rows && v < y + factor; v++)
                for (int u = x; u < columns && u < x + factor; u++, count++) {
                    const uint8_t *line = from + (size_t)v * from_stride;
                    sum += is_wide ? ((const uint16_t *)line)[u] : line[u];
                }
            uint8_t *line = to + (size_t)((top + y) / factor) * to_stride;
            uint32_t mean = (sum + count / 2) / count;
            if (is_wide) ((uint16_t *)line)[(left + x) / factor] = (uint16_t)mean;
            else line[(left + x) / factor] = (uint8_t)mean;
        }
}

static still_heif_status add_tile(
    grid_reading *r, struct heif_context *context, int index, const struct heif_decoding_options *options, char *text,
    int32_t size) {
    struct heif_image_handle *handle = NULL;
    struct heif_image *tile = NULL;
    still_heif_status status = still_heif_unsupported;
    if (heif_context_get_image_handle(context, r->grid.tiles[index], &handle).code == heif_error_Ok)
        status = heif_refuse(
            heif_decode_image(handle, &tile, heif_colorspace_undefined, heif_chroma_undefined, options), text, size);
    if (status == still_heif_done && index == 0) status = begin(r, tile);
    still_heif_info info = {0};
    if (status == still_heif_done) {
        bool is_alike = heif_describe_planes(tile, &info) && info.width == r->tile.width && info.height == r->tile.height
            && info.depth == r->tile.depth && info.layout == r->tile.layout && info.has_alpha == r->tile.has_alpha;
        if (!is_alike) status = still_heif_unsupported;
    }
    for (int i = 0; i < plane_count(&r->tile) && status == still_heif_done; i++)
        reduce(r, tile, i, index / r->grid.columns, index % r->grid.columns);
    heif_image_release(tile);
    heif_image_handle_release(handle);
    return status;
}

static still_heif_status read_grid(grid_reading *r, struct heif_context *context, char *text, int32_t size) {
    struct heif_image_handle *primary = NULL;
    struct heif_error error = heif_context_get_primary_image_handle(context, &primary);
    if (error.code != heif_error_Ok) return heif_refuse(error, text, size);
    still_heif_status status = heif_image_handle_has_alpha_channel(primary) ? still_heif_unsupported : still_heif_done;
    struct heif_decoding_options *options = heif_decoding_options_alloc();
    if (options) options->strict_decoding = true;
    for (int i = 0; i < r->grid.rows * r->grid.columns && status == still_heif_done; i++)
        status = add_tile(r, context, i, options, text, size);
    heif_decoding_options_free(options);
    if (status == still_heif_done) {
        if (!heif_describe_planes(r->picture->image, &r->picture->info)) status = still_heif_unsupported;
        heif_describe_colour(primary, r->picture);
        heif_take_profile(primary, r->picture);
    }
    heif_image_handle_release(primary);
    return status;
}

still_heif_status still_heif_open_grid(
    const uint8_t *bytes, int64_t byte_count, still_heif_grid grid, still_heif **out, char *text, int32_t size) {
    heif_prepare();
    *out = NULL;
    grid_reading r = {.grid = grid, .picture = calloc(1, sizeof(still_heif))};
    struct heif_context *context = heif_context_alloc();
    still_heif_status status = r.picture && context ? still_heif_done : still_heif_no_memory;
    if (status == still_heif_done) {
        heif_context_set_max_decoding_threads(context, 1);
        status = heif_refuse(
            heif_context_read_from_memory_without_copy(context, bytes, (size_t)byte_count, NULL), text, size);
    }
    if (status == still_heif_done) status = read_grid(&r, context, text, size);
    heif_context_free(context);
    if (status == still_heif_done) *out = r.picture;
    else still_heif_close(r.picture);
    return status;
}
