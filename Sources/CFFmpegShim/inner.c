#define _POSIX_C_SOURCE 200809L  // fseeko
#include "media_inner.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// So many segments, boxes or entries of one list are looked at; files of phones have a few dozen.
enum { most_parts = 512 };

static bool read_at(FILE *file, int64_t position, void *bytes, size_t count) {
    return position >= 0 && fseeko(file, position, SEEK_SET) == 0 && fread(bytes, 1, count, file) == count;
}

static uint64_t big_endian(const uint8_t *bytes, int count) {
    uint64_t value = 0;
    for (int i = 0; i < count; i++) value = value << 8 | bytes[i];
    return value;
}

static uint32_t little_endian(const uint8_t *bytes) {
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

// MARK: Boxes (ISO/IEC 14496-12, 4.2)

typedef struct {
    char type[4];
    int64_t body, end;
} box;

/// The box at `position`; false where none fits before `limit`.
static bool read_box(FILE *file, int64_t position, int64_t limit, box *out) {
    uint8_t head[16];
    if (limit - position < 8 || !read_at(file, position, head, 8)) return false;
    uint64_t size = big_endian(head, 4);
    int64_t length = 8;
    if (size == 1) {
        if (limit - position < 16 || !read_at(file, position, head, 16)) return false;
        size = big_endian(head + 8, 8);
        length = 16;
    } else if (size == 0) {
        size = (uint64_t)(limit - position);
    }
    if (size < (uint64_t)length || size > (uint64_t)(limit - position)) return false;
    for (int i = 0; i < 4; i++)
        if (head[4 + i] < 0x20 || head[4 + i] > 0x7e) return false;
    memcpy(out->type, head + 4, 4);
    out->body = position + length;
    out->end = position + (int64_t)size;
    return true;
}

/// Whether an MP4 with its index begins at `start`; `end` becomes that of its last box.
static bool is_video(FILE *file, int64_t start, int64_t limit, media_range *out) {
    box part;
    if (start < 0 || !read_box(file, start, limit, &part) || memcmp(part.type, "ftyp", 4)) return false;
    bool has_index = false;
    int64_t end = part.end;
    for (int i = 0; i < most_parts && read_box(file, end, limit, &part); i++) {
        has_index = has_index || !memcmp(part.type, "moov", 4);
        end = part.end;
    }
    *out = (media_range){start, end};
    return has_index;
}

static bool find_in_boxes(FILE *file, int64_t size, media_range *out) {
    box part;
    int64_t position = 0;
    for (int i = 0; i < most_parts && read_box(file, position, size, &part); i++) {
        if (!memcmp(part.type, "mpvd", 4)) return is_video(file, part.body, part.end, out);
        position = part.end;
    }
    return false;
}

// MARK: XMP

/// The number behind `name`, as an attribute or as an element; -1 where there is none before `end`.
static int64_t number_after(const char *text, const char *end, const char *name) {
    const char *found = strstr(text, name);
    if (!found || found >= end) return -1;
    found += strlen(name);
    found += strspn(found, " \t\r\n=\"'>");
    int64_t value = 0;
    int digits = 0;
    while (found < end && *found >= '0' && *found <= '9' && digits++ < 18) value = 10 * value + (*found++ - '0');
    return digits > 0 ? value : -1;
}

static bool has_text(const char *text, const char *end, const char *wanted) {
    const char *found = strstr(text, wanted);
    return found && found < end;
}

/// The items lie behind the picture one after the other, the last of them at the end of the file (Motion Photo 1.0,
/// "Container"): where the video begins is counted from there.
static bool find_item(FILE *file, int64_t size, const char *text, media_range *out) {
    int64_t start = -1;
    const char *item = strstr(text, "<rdf:li");
    for (int i = 0; item && i < most_parts; i++) {
        const char *next = strstr(item + 7, "<rdf:li"), *end = next ? next : text + strlen(text);
        int64_t length = number_after(item, end, "Item:Length");
        bool is_film = has_text(item, end, "video/mp4") || has_text(item, end, "video/quicktime");
        if (start >= 0 && length > 0) start = length <= start ? start - length : -2;
        else if (start == -1 && is_film && length > 0 && length < size) start = size - length;
        item = next;
    }
    return start > 0 && is_video(file, start, size, out);
}

static bool find_by_xmp(FILE *file, int64_t size, const char *text, media_range *out) {
    if (find_item(file, size, text, out)) return true;
    int64_t offset = number_after(text, text + strlen(text), "MicroVideoOffset");
    return offset > 0 && offset < size && is_video(file, size - offset, size, out);
}

// MARK: JPEG

/// Goes through the segments before the picture and asks each that holds XMP.
static bool find_in_segments(FILE *file, int64_t size, media_range *out) {
    static const char name[] = "http://ns.adobe.com/xap/1.0/";
    uint8_t head[4];
    int64_t position = 2;
    bool found = false;
    char *text = malloc(1 << 16);
    for (int i = 0; text && i < most_parts && !found && read_at(file, position, head, 4); i++) {
        if (head[0] != 0xff || head[1] == 0xda || head[1] == 0xd9) break;
        if (head[1] == 0xff) {  // padding
            position++;
            continue;
        }
        size_t length = (size_t)big_endian(head + 2, 2);
        if (length < 2) break;
        length -= 2;
        if (head[1] == 0xe1 && length > sizeof name && read_at(file, position + 4, text, length)) {
            text[length] = 0;
            // Behind its name and a 0 comes the text.
            if (!memcmp(text, name, sizeof name)) found = find_by_xmp(file, size, text + sizeof name, out);
        }
        position += 4 + (int64_t)length;
    }
    free(text);
    return found;
}

/// Samsung's trailer: blocks with names, and at the very end a list of where they lie, counted back from the list.
static bool find_in_trailer(FILE *file, int64_t size, media_range *out) {
    static const char name[] = "MotionPhoto_Data";
    uint8_t tail[8], head[12], entry[12], block[8 + sizeof name - 1];
    if (!read_at(file, size - 8, tail, 8) || memcmp(tail + 4, "SEFT", 4)) return false;
    int64_t list = size - 8 - (int64_t)little_endian(tail);
    if (!read_at(file, list, head, 12) || memcmp(head, "SEFH", 4)) return false;
    uint32_t count = little_endian(head + 8);
    for (uint32_t i = 0; i < count && i < most_parts; i++) {
        if (!read_at(file, list + 12 + 12 * (int64_t)i, entry, 12)) return false;
        int64_t start = list - (int64_t)little_endian(entry + 4), length = little_endian(entry + 8);
        if (length > list - start || !read_at(file, start, block, sizeof block)) continue;
        if (little_endian(block + 4) != sizeof name - 1 || memcmp(block + 8, name, sizeof name - 1)) continue;
        return is_video(file, start + (int64_t)sizeof block, start + length, out);
    }
    return false;
}

static bool find(FILE *file, media_range *out) {
    uint8_t head[12];
    if (fseeko(file, 0, SEEK_END) != 0) return false;
    int64_t size = ftello(file);
    if (size < 0 || !read_at(file, 0, head, sizeof head)) return false;
    if (head[0] == 0xff && head[1] == 0xd8 && head[2] == 0xff)
        return find_in_segments(file, size, out) || find_in_trailer(file, size, out);
    return !memcmp(head + 4, "ftyp", 4) && find_in_boxes(file, size, out);
}

bool media_inner_video(const char *path, media_range *out) {
    *out = (media_range){0, 0};
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    bool found = find(file, out);
    fclose(file);
    return found;
}
