#include "raster.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

/// What the first picture's directory says.
typedef struct {
    uint32_t width, height;
    uint16_t bits, samples, photometric, planes, format, extra;
    bool is_tiled;
    /// Of a palette: 2 to the bits entries each.
    uint16_t *red, *green, *blue;
} layout;

static int keep_words(TIFF *tiff, void *text, const char *module, const char *format, va_list arguments) {
    char *words = text;
    if (!words[0]) vsnprintf(words, 160, format, arguments);
    return 1;
}

static int ignore_words(TIFF *tiff, void *text, const char *module, const char *format, va_list arguments) { return 1; }

static TIFF *open_file(const char *path, char *words) {
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (!options) return NULL;
    TIFFOpenOptionsSetErrorHandlerExtR(options, keep_words, words);
    TIFFOpenOptionsSetWarningHandlerExtR(options, ignore_words, NULL);
    // A strip or tile, or a row: no more than the largest picture of 16-bit inks.
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)2 << 30);
    TIFF *tiff = TIFFOpenExt(path, "rm", options);
    TIFFOpenOptionsFree(options);
    return tiff;
}

static bool read_layout(TIFF *tiff, layout *l) {
    uint16_t count = 0, *extras = NULL;
    memset(l, 0, sizeof *l);
    if (!TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &l->width) || !TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &l->height))
        return false;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &l->bits);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &l->samples);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &l->planes);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &l->format);
    if (!TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &l->photometric)) l->photometric = PHOTOMETRIC_MINISBLACK;
    uint16_t compression = COMPRESSION_NONE;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
    if (compression == COMPRESSION_JPEG && l->photometric == PHOTOMETRIC_YCBCR && l->planes == PLANARCONFIG_CONTIG) {
        TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
        l->photometric = PHOTOMETRIC_RGB;
    }
    if (TIFFGetField(tiff, TIFFTAG_EXTRASAMPLES, &count, &extras) && count > 0) l->extra = extras[0];
    if (l->photometric == PHOTOMETRIC_PALETTE)
        return l->bits <= 8 && TIFFGetField(tiff, TIFFTAG_COLORMAP, &l->red, &l->green, &l->blue);
    l->is_tiled = TIFFIsTiled(tiff);
    return l->width > 0 && l->height > 0 && l->width <= INT32_MAX / 64 && l->height <= INT32_MAX / 64;
}

/// The channels that the raster is to have; 0 for a layout that is not read by rows.
static int32_t channels_of(const layout *l) {
    bool is_small = l->bits == 1 || l->bits == 2 || l->bits == 4;
    if (l->planes != PLANARCONFIG_CONTIG && l->samples > 1) return 0;
    if (l->format != SAMPLEFORMAT_UINT && l->format != SAMPLEFORMAT_VOID) return 0;
    if (is_small ? l->samples != 1 : l->bits != 8 && l->bits != 16) return 0;
    switch (l->photometric) {
    case PHOTOMETRIC_MINISBLACK:
    case PHOTOMETRIC_MINISWHITE: return l->samples == 1 ? 1 : l->samples == 2 ? 2 : 0;
    case PHOTOMETRIC_PALETTE: return l->samples == 1 ? 3 : 0;
    case PHOTOMETRIC_RGB: return l->samples == 3 || l->samples == 4 ? l->samples : 0;
    case PHOTOMETRIC_SEPARATED: return l->samples == 4 ? 4 : 0;
    default: return 0;
    }
}

/// A sample of fewer than eight bits.
static inline uint8_t packed_sample(const layout *l, const uint8_t *row, uint32_t x) {
    uint32_t bit = x * l->bits;
    return (uint8_t)(row[bit / 8] >> (8 - l->bits - bit % 8) & ((1u << l->bits) - 1));
}

/// Widens small samples, looks palettes up, and turns white's zero into white.
static const void *plain_row(const layout *l, const uint8_t *row, uint8_t *out) {
    bool is_palette = l->photometric == PHOTOMETRIC_PALETTE, is_inverted = l->photometric == PHOTOMETRIC_MINISWHITE;
    if (l->bits >= 8 && !is_palette && !is_inverted) return row;
    if (l->bits == 16) {
        uint16_t *wide = (uint16_t *)out;
        for (uint32_t i = 0; i < l->width * l->samples; i++) {
            uint16_t code = ((const uint16_t *)row)[i];
            wide[i] = i % l->samples == 0 ? 65535 - code : code;
        }
        return out;
    }
    for (uint32_t i = 0; i < l->width * l->samples; i++) {
        uint8_t code = l->bits < 8 ? packed_sample(l, row, i) : row[i];
        if (is_palette) {
            out[3 * i] = (uint8_t)(l->red[code] >> 8);
            out[3 * i + 1] = (uint8_t)(l->green[code] >> 8);
            out[3 * i + 2] = (uint8_t)(l->blue[code] >> 8);
        } else {
            uint8_t grey = l->bits < 8 ? (uint8_t)(code * 255 / ((1 << l->bits) - 1)) : code;
            out[i] = is_inverted && i % l->samples == 0 ? 255 - grey : grey;
        }
    }
    return out;
}

/// Divides colours that were multiplied by alpha.
static void straighten(void *row, uint32_t width, int32_t channels, int32_t depth) {
    for (uint32_t x = 0; x < width; x++)
        for (int32_t i = 0; i < channels - 1; i++) {
            uint32_t alpha, code, most = depth > 8 ? 65535 : 255;
            uint16_t *wide = (uint16_t *)row + (size_t)x * channels;
            uint8_t *narrow = (uint8_t *)row + (size_t)x * channels;
            alpha = depth > 8 ? wide[channels - 1] : narrow[channels - 1];
            code = depth > 8 ? wide[i] : narrow[i];
            if (alpha == 0) continue;
            uint64_t straight = ((uint64_t)code * most + alpha / 2) / alpha;
            if (straight > most) straight = most;
            if (depth > 8) wide[i] = (uint16_t)straight;
            else narrow[i] = (uint8_t)straight;
        }
}

static void add_row(still_raster *raster, const layout *l, uint8_t *row, uint8_t *spare) {
    uint8_t *plain = (uint8_t *)plain_row(l, row, spare);
    bool has_alpha = l->photometric != PHOTOMETRIC_SEPARATED && (l->samples == 2 || l->samples == 4);
    if (has_alpha && l->extra == EXTRASAMPLE_ASSOCALPHA) straighten(plain, l->width, l->samples, l->bits);
    raster_add_row(raster, plain);
}

static still_raster_status read_strips(TIFF *tiff, still_raster *raster, const layout *l, uint8_t *row, uint8_t *spare) {
    for (uint32_t y = 0; y < l->height; y++) {
        if (TIFFReadScanline(tiff, row, y, 0) < 0) return still_raster_damaged;
        add_row(raster, l, row, spare);
    }
    return still_raster_done;
}

/// Reads a row of tiles at a time.
static still_raster_status read_tiles(TIFF *tiff, still_raster *raster, const layout *l, uint8_t *row, uint8_t *spare) {
    uint32_t columns = 0, rows = 0;
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &columns);
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &rows);
    tmsize_t tile_bytes = TIFFTileSize(tiff), tile_row = TIFFTileRowSize(tiff), line = TIFFScanlineSize(tiff);
    if (columns == 0 || rows == 0 || tile_bytes <= 0 || tile_row <= 0 || tile_bytes / tile_row < (tmsize_t)rows)
        return still_raster_damaged;
    uint32_t across = (l->width + columns - 1) / columns;
    uint8_t *band = malloc((size_t)tile_bytes * across);
    if (!band) return still_raster_no_memory;
    still_raster_status status = still_raster_done;
    for (uint32_t top = 0; top < l->height && status == still_raster_done; top += rows) {
        for (uint32_t i = 0; i < across && status == still_raster_done; i++)
            if (TIFFReadTile(tiff, band + (size_t)i * tile_bytes, i * columns, top, 0, 0) < 0) status = still_raster_damaged;
        for (uint32_t y = 0; y < rows && top + y < l->height && status == still_raster_done; y++) {
            for (uint32_t i = 0; i < across; i++) {
                tmsize_t place = (tmsize_t)i * tile_row, count = line - place < tile_row ? line - place : tile_row;
                memcpy(row + place, band + (size_t)i * tile_bytes + (size_t)y * tile_row, (size_t)count);
            }
            add_row(raster, l, row, spare);
        }
    }
    free(band);
    return status;
}

static still_raster_status read_rows(TIFF *tiff, still_raster *raster, const layout *l) {
    tmsize_t line = TIFFScanlineSize(tiff);
    if (line <= 0 || line < (tmsize_t)((uint64_t)l->width * l->samples * l->bits / 8)) return still_raster_damaged;
    uint8_t *row = calloc(1, (size_t)line + 64), *spare = malloc((size_t)l->width * 3 * 2 + 64);
    still_raster_status status = !row || !spare ? still_raster_no_memory
                                 : l->is_tiled  ? read_tiles(tiff, raster, l, row, spare)
                                                : read_strips(tiff, raster, l, row, spare);
    free(row);
    free(spare);
    return status;
}

/// Has libtiff convert a layout that is not read by rows; the whole picture is in memory then.
static still_raster_status read_converted(TIFF *tiff, still_raster *raster, const layout *l, still_raster_wish wish) {
    char reason[1024];
    if (!TIFFRGBAImageOK(tiff, reason)) return still_raster_not_mine;
    uint32_t *pixels = malloc((size_t)l->width * l->height * 4);
    if (!pixels) return still_raster_no_memory;
    still_raster_status status = still_raster_damaged;
    // In the order of the file: `orientation` turns it later.
    uint16_t orientation = ORIENTATION_TOPLEFT;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &orientation);
    if (TIFFReadRGBAImageOriented(tiff, l->width, l->height, pixels, orientation, 1)) {
        bool has_alpha = l->samples == 2 || l->samples == 4;
        bool is_ready = raster_begin(
            raster, has_alpha ? 4 : 3, 8, false, raster_factor(wish, l->width, l->height));
        status = is_ready ? still_raster_done : still_raster_no_memory;
        for (uint32_t y = 0; y < l->height && is_ready; y++) {
            uint8_t *row = (uint8_t *)(pixels + (size_t)y * l->width);
            if (has_alpha) straighten(row, l->width, 4, 8);
            for (size_t x = 1; x < l->width && !has_alpha; x++) memmove(row + 3 * x, row + 4 * x, 3);
            raster_add_row(raster, row);
        }
    }
    free(pixels);
    return status;
}

static still_raster_status read_picture(TIFF *tiff, still_raster_wish wish, still_raster **out) {
    layout l;
    if (!read_layout(tiff, &l)) return still_raster_damaged;
    if ((int64_t)l.width * l.height > wish.max_pixels) return still_raster_too_large;
    still_raster *raster = *out = raster_create((int32_t)l.width, (int32_t)l.height);
    if (!raster) return still_raster_no_memory;
    uint32_t size = 0;
    void *profile = NULL;
    if (TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &size, &profile)) raster_take_profile(raster, profile, size);
    uint16_t orientation = 0;
    TIFFGetField(tiff, TIFFTAG_ORIENTATION, &orientation);
    raster->info.orientation = orientation;
    int32_t channels = channels_of(&l);
    if (channels == 0) return read_converted(tiff, raster, &l, wish);
    bool has_inks = l.photometric == PHOTOMETRIC_SEPARATED;
    if (!raster_begin(raster, channels, l.bits == 16 ? 16 : 8, has_inks, raster_factor(wish, l.width, l.height)))
        return still_raster_no_memory;
    return read_rows(tiff, raster, &l);
}

still_raster_status still_raster_read_tiff(
    const char *path, still_raster_wish wish, still_raster **out, char *text, int32_t size) {
    char words[160] = "";
    *out = NULL;
    TIFF *tiff = open_file(path, words);
    still_raster_status status = tiff ? read_picture(tiff, wish, out) : still_raster_damaged;
    if (tiff) TIFFClose(tiff);
    raster_say(text, size, words);
    if (status != still_raster_done) {
        still_raster_close(*out);
        *out = NULL;
    }
    return status;
}
