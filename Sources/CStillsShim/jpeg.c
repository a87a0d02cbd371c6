#include "raster.h"
#include <stdio.h>
#include <jpeglib.h>
#include <jerror.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/// Everything that reading holds; freed by one function, however far it came.
typedef struct {
    struct jpeg_error_mgr errors;
    struct jpeg_decompress_struct jpeg;
    jmp_buf failed;
    char words[JMSG_LENGTH_MAX];
    FILE *file;
    still_raster *raster;
    uint8_t *row;
    bool is_damaged;
} reading;

static void fail(j_common_ptr jpeg) {
    reading *r = jpeg->client_data;
    jpeg->err->format_message(jpeg, r->words);
    longjmp(r->failed, 1);
}

/// Warnings are of damage that libjpeg fills in, but for some that are harmless.
static void note(j_common_ptr jpeg, int level) {
    reading *r = jpeg->client_data;
    int code = jpeg->err->msg_code;
    if (level >= 0 || r->is_damaged) return;
    if (code == JWRN_EXTRANEOUS_DATA || code == JWRN_ADOBE_XFORM || code == JWRN_JFIF_MAJOR) return;
    jpeg->err->format_message(jpeg, r->words);
    r->is_damaged = true;
}

/// Most of libjpeg's scales, eighths, by which enough pixels are left.
static unsigned scale(still_raster_wish wish, int64_t width, int64_t height) {
    if (raster_factor(wish, width, height) == 1) return 8;
    int64_t side = width > height ? width : height;
    unsigned eighths = 1;
    while (eighths < 8 && (side * eighths + 7) / 8 < wish.long_side) eighths++;
    return eighths;
}

static bool begin(reading *r, still_raster_wish wish) {
    struct jpeg_decompress_struct *jpeg = &r->jpeg;
    bool has_inks = jpeg->num_components == 4;
    JOCTET *profile = NULL;
    unsigned profile_size = 0;
    jpeg->scale_num = scale(wish, jpeg->image_width, jpeg->image_height);
    jpeg->scale_denom = 8;
    jpeg->out_color_space = has_inks ? JCS_CMYK : jpeg->num_components == 1 ? JCS_GRAYSCALE : JCS_RGB;
    r->raster = raster_create((int32_t)jpeg->image_width, (int32_t)jpeg->image_height);
    if (!r->raster) return false;
    if (jpeg_read_icc_profile(jpeg, &profile, &profile_size)) raster_take_profile(r->raster, profile, profile_size);
    free(profile);
    jpeg_start_decompress(jpeg);
    // The raster takes rows of the size that libjpeg gives out.
    still_raster_info *info = &r->raster->info;
    int32_t width = info->full_width, height = info->full_height;
    info->full_width = (int32_t)jpeg->output_width;
    info->full_height = (int32_t)jpeg->output_height;
    bool has_begun = raster_begin(r->raster, jpeg->output_components, 8, has_inks, 1);
    r->row = malloc((size_t)jpeg->output_width * jpeg->output_components + 64);
    if (!has_begun || !r->row) return false;
    // Adobe writes how much ink is left out.
    bool is_inverted = has_inks && jpeg->saw_Adobe_marker;
    while (jpeg->output_scanline < jpeg->output_height) {
        JSAMPROW rows[1] = {r->row};
        jpeg_read_scanlines(jpeg, rows, 1);
        for (size_t i = 0; is_inverted && i < (size_t)jpeg->output_width * 4; i++) r->row[i] = 255 - r->row[i];
        raster_add_row(r->raster, r->row);
    }
    info->full_width = width;
    info->full_height = height;
    return true;
}

static still_raster_status read_picture(reading *r, still_raster_wish wish) {
    if (setjmp(r->failed)) return still_raster_damaged;
    jpeg_create_decompress(&r->jpeg);
    r->jpeg.client_data = r;
    jpeg_stdio_src(&r->jpeg, r->file);
    jpeg_save_markers(&r->jpeg, JPEG_APP0 + 2, 0xffff);
    if (jpeg_read_header(&r->jpeg, TRUE) != JPEG_HEADER_OK) return still_raster_damaged;
    int64_t pixels = (int64_t)r->jpeg.image_width * r->jpeg.image_height;
    if (pixels > wish.max_pixels) return still_raster_too_large;
    bool has_inks = r->jpeg.num_components == 4;
    if (!has_inks && raster_factor(wish, r->jpeg.image_width, r->jpeg.image_height) == 1) return still_raster_not_mine;
    if (!has_inks && r->jpeg.num_components != 1 && r->jpeg.num_components != 3) return still_raster_not_mine;
    if (!begin(r, wish)) return still_raster_no_memory;
    return r->is_damaged ? still_raster_damaged : still_raster_done;
}

still_raster_status still_raster_read_jpeg(
    const char *path, still_raster_wish wish, still_raster **out, char *text, int32_t size) {
    *out = NULL;
    reading *r = calloc(1, sizeof *r);
    if (!r) return still_raster_no_memory;
    r->jpeg.err = jpeg_std_error(&r->errors);
    r->jpeg.client_data = r;
    r->errors.error_exit = fail;
    r->errors.emit_message = note;
    r->file = fopen(path, "rb");
    still_raster_status status = r->file ? read_picture(r, wish) : still_raster_damaged;
    raster_say(text, size, r->words);
    jpeg_destroy_decompress(&r->jpeg);
    status = raster_end(status, r->file, r->row, r->raster, out);
    free(r);
    return status;
}
