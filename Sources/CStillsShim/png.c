#include "raster.h"
#include <png.h>
#include <stdio.h>
#include <stdlib.h>

/// Everything that reading holds; freed by one function, however far it came.
typedef struct {
    png_structp png;
    png_infop info;
    FILE *file;
    still_raster *raster;
    uint8_t *row;
    char words[160];
} reading;

static void fail(png_structp png, png_const_charp words) {
    reading *r = png_get_error_ptr(png);
    raster_say(r->words, sizeof r->words, words);
    png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp words) {}

/// Has libpng give out whole samples of the machine's order, without a palette.
static void set_transforms(reading *r) {
    png_set_expand(r->png);
    const uint16_t one = 1;
    if (*(const uint8_t *)&one) png_set_swap(r->png);
    png_read_update_info(r->png, r->info);
}

static void take_blocks(reading *r) {
    png_charp name = NULL;
    png_bytep bytes = NULL;
    png_uint_32 size = 0;
    int method = 0;
    if (png_get_iCCP(r->png, r->info, &name, &method, &bytes, &size)) raster_take_profile(r->raster, bytes, size);
    if (png_get_eXIf_1(r->png, r->info, &size, &bytes)) raster_take_exif(r->raster, bytes, size);
}

static still_raster_status read_picture(reading *r, still_raster_wish wish) {
    if (setjmp(png_jmpbuf(r->png))) return still_raster_damaged;
    png_set_user_limits(r->png, 1 << 20, 1 << 20);
    png_set_chunk_malloc_max(r->png, max_block_bytes);
    png_init_io(r->png, r->file);
    png_read_info(r->png, r->info);
    int32_t width = (int32_t)png_get_image_width(r->png, r->info);
    int32_t height = (int32_t)png_get_image_height(r->png, r->info);
    if ((int64_t)width * height > wish.max_pixels) return still_raster_too_large;
    int32_t factor = raster_factor(wish, width, height);
    if (factor == 1 || png_get_interlace_type(r->png, r->info) != PNG_INTERLACE_NONE) return still_raster_not_mine;
    set_transforms(r);
    r->raster = raster_create(width, height);
    r->row = malloc(png_get_rowbytes(r->png, r->info) + 64);
    if (!r->raster || !r->row) return still_raster_no_memory;
    take_blocks(r);
    int32_t channels = png_get_channels(r->png, r->info), depth = png_get_bit_depth(r->png, r->info);
    if (!raster_begin(r->raster, channels, depth, false, factor)) return still_raster_no_memory;
    for (int32_t y = 0; y < height; y++) {
        png_read_row(r->png, r->row, NULL);
        raster_add_row(r->raster, r->row);
    }
    png_read_end(r->png, r->info);
    take_blocks(r);
    return still_raster_done;
}

still_raster_status still_raster_read_png(
    const char *path, still_raster_wish wish, still_raster **out, char *text, int32_t size) {
    *out = NULL;
    reading *r = calloc(1, sizeof *r);
    if (!r) return still_raster_no_memory;
    r->file = fopen(path, "rb");
    r->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, r, fail, ignore);
    r->info = r->png ? png_create_info_struct(r->png) : NULL;
    still_raster_status status = !r->file   ? still_raster_damaged
                                 : r->info ? read_picture(r, wish)
                                           : still_raster_no_memory;
    raster_say(text, size, r->words);
    if (r->png) png_destroy_read_struct(&r->png, &r->info, NULL);
    status = raster_end(status, r->file, r->row, r->raster, out);
    free(r);
    return status;
}
