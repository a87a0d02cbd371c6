#include "media_digest.h"

#include <libavutil/mem.h>
#include <libavutil/sha.h>

// The handle is libavutil's own context.
struct media_digest;

media_digest *media_digest_begin(void) {
    struct AVSHA *sha = av_sha_alloc();
    if (sha && av_sha_init(sha, 256) < 0) av_freep(&sha);
    return (media_digest *)sha;
}

void media_digest_update(media_digest *digest, const uint8_t *bytes, int64_t count) {
    av_sha_update((struct AVSHA *)digest, bytes, (size_t)count);
}

void media_digest_finish(media_digest *digest, uint8_t *out) {
    av_sha_final((struct AVSHA *)digest, out);
    av_free(digest);
}
