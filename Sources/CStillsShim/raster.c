#include "raster.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

still_raster *raster_create(int32_t width, int32_t height) {
    still_raster *raster = calloc(1, sizeof *raster);
    if (raster) {
        raster->info.full_width = width;
        raster->info.full_height = height;
    }
    return raster;
}

int32_t raster_factor(still_raster_wish wish, int64_t width, int64_t height) {
    int64_t side = width > height ? width : height;
    if (width * height <= wish.usual_pixels || wish.long_side < 1 || side <= wish.long_side) return 1;
    return (int32_t)(side / wish.long_side);
}

bool raster_begin(still_raster *raster, int32_t channels, int32_t depth, bool has_inks, int32_t factor) {
    still_raster_info *info = &raster->info;
    raster->factor = factor;
    info->width = (info->full_width + factor - 1) / factor;
    info->height = (info->full_height + factor - 1) / factor;
    info->channels = channels;
    info->depth = depth;
    if (has_inks) {
        info->had_inks = true;
        info->channels = 3;
        raster->ink_bytes = depth / 8;
        raster->conversion = raster->profile
            ? still_conversion_from_inks(raster->profile, raster->profile_size, depth > 8) : NULL;
        info->is_display_p3 = raster->conversion != NULL;
        info->depth = raster->conversion ? 16 : 8;
        raster->ink_row = malloc((size_t)info->full_width * 3 * (info->depth / 8) + 64);
        // It is for inks, of which there are none any more.
        free(raster->profile);
        raster->profile = NULL;
        raster->profile_size = 0;
        if (!raster->ink_row) return false;
    }
    // Readers of rows may look a little behind a row's end.
    size_t stride = ((size_t)info->width * info->channels * (info->depth / 8) + 63) / 64 * 64;
    if (stride > INT32_MAX) return false;
    info->stride = (int32_t)stride;
    raster->samples = malloc(stride * info->height + 64);
    raster->sums = factor > 1 ? calloc((size_t)info->width * info->channels, sizeof *raster->sums) : NULL;
    if (raster->samples) memset(raster->samples, 0, stride * info->height + 64);
    return raster->samples && (factor == 1 || raster->sums);
}

/// Inks to R, G, B without a profile: each ink takes its share of what the black one leaves.
static void print_inks(const still_raster *raster, const uint8_t *row) {
    const uint16_t *words = (const uint16_t *)row;
    uint8_t *out = raster->ink_row;
    for (int32_t x = 0; x < raster->info.full_width; x++)
        for (int i = 0; i < 3; i++) {
            bool is_wide = raster->ink_bytes > 1;
            uint32_t ink = is_wide ? words[4 * x + i] >> 8 : row[4 * x + i];
            uint32_t black = is_wide ? words[4 * x + 3] >> 8 : row[4 * x + 3];
            out[3 * x + i] = (uint8_t)(((255 - ink) * (255 - black) + 127) / 255);
        }
}

static inline uint32_t sample(const still_raster *raster, const void *row, int32_t index) {
    return raster->info.depth > 8 ? ((const uint16_t *)row)[index] : ((const uint8_t *)row)[index];
}

static void sum_row(still_raster *raster, const void *row) {
    int32_t channels = raster->info.channels, factor = raster->factor, width = raster->info.full_width;
    bool has_alpha = channels == 2 || channels == 4;
    for (int32_t x = 0, out = 0; x < width; out++)
        for (int32_t end = x + factor < width ? x + factor : width; x < end; x++) {
            uint64_t *sums = raster->sums + (size_t)out * channels;
            const int32_t first = x * channels;
            // What is clear has no colour to give.
            uint64_t weight = has_alpha ? sample(raster, row, first + channels - 1) : 1;
            for (int32_t i = 0; i < channels - has_alpha; i++) sums[i] += weight * sample(raster, row, first + i);
            if (has_alpha) sums[channels - 1] += weight;
        }
}

static void store(still_raster *raster, int32_t index, uint64_t value) {
    uint8_t *row = raster->samples + (size_t)raster->row_out * raster->info.stride;
    if (raster->info.depth > 8) ((uint16_t *)row)[index] = (uint16_t)value;
    else row[index] = (uint8_t)value;
}

/// Writes the means of the rows that were summed.
static void flush_sums(still_raster *raster) {
    int32_t channels = raster->info.channels;
    bool has_alpha = channels == 2 || channels == 4;
    for (int32_t x = 0; x < raster->info.width; x++) {
        uint64_t *sums = raster->sums + (size_t)x * channels;
        int32_t columns = raster->info.full_width - x * raster->factor;
        if (columns > raster->factor) columns = raster->factor;
        uint64_t count = (uint64_t)columns * raster->rows_in, weight = has_alpha ? sums[channels - 1] : count;
        for (int32_t i = 0; i < channels - has_alpha; i++)
            store(raster, x * channels + i, weight ? (sums[i] + weight / 2) / weight : 0);
        if (has_alpha) store(raster, x * channels + channels - 1, (weight + count / 2) / count);
    }
    memset(raster->sums, 0, (size_t)raster->info.width * channels * sizeof *raster->sums);
    raster->rows_in = 0;
    raster->row_out++;
}

void raster_add_row(still_raster *raster, const void *row) {
    if (raster->row_out >= raster->info.height) return;
    if (raster->info.had_inks) {
        if (raster->conversion) still_conversion_run(raster->conversion, row, raster->ink_row, raster->info.full_width);
        else print_inks(raster, row);
        row = raster->ink_row;
    }
    if (raster->factor == 1) {
        size_t bytes = (size_t)raster->info.width * raster->info.channels * (raster->info.depth / 8);
        memcpy(raster->samples + (size_t)raster->row_out++ * raster->info.stride, row, bytes);
        return;
    }
    sum_row(raster, row);
    raster->rows_in++;
    int32_t done = raster->row_out * raster->factor + raster->rows_in;
    if (raster->rows_in == raster->factor || done == raster->info.full_height) flush_sums(raster);
}

static void take(uint8_t **out, int64_t *out_size, const uint8_t *bytes, size_t size) {
    if (*out || !bytes || size == 0 || size > max_block_bytes) return;
    *out = malloc(size);
    if (!*out) return;
    memcpy(*out, bytes, size);
    *out_size = (int64_t)size;
}

void raster_take_profile(still_raster *raster, const uint8_t *bytes, size_t size) {
    take(&raster->profile, &raster->profile_size, bytes, size);
}

void raster_take_exif(still_raster *raster, const uint8_t *bytes, size_t size) {
    take(&raster->exif, &raster->exif_size, bytes, size);
}

still_raster_status raster_end(
    still_raster_status status, FILE *file, uint8_t *row, still_raster *raster, still_raster **out) {
    if (status == still_raster_done) *out = raster;
    else still_raster_close(raster);
    if (file) fclose(file);
    free(row);
    return status;
}

void raster_say(char *text, int32_t size, const char *words) {
    if (size <= 0) return;
    snprintf(text, (size_t)size, "%s", words);
    text[strcspn(text, "\r\n")] = 0;
}

still_raster_info still_raster_describe(const still_raster *raster) { return raster->info; }

const uint8_t *still_raster_samples(const still_raster *raster) { return raster->samples; }

const uint8_t *still_raster_profile(const still_raster *raster, int64_t *size) {
    *size = raster->profile_size;
    return raster->profile;
}

const uint8_t *still_raster_exif(const still_raster *raster, int64_t *size) {
    *size = raster->exif_size;
    return raster->exif;
}

void still_raster_close(still_raster *raster) {
    if (!raster) return;
    still_conversion_close(raster->conversion);
    free(raster->samples);
    free(raster->profile);
    free(raster->exif);
    free(raster->sums);
    free(raster->ink_row);
    free(raster);
}
