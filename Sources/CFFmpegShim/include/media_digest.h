#pragma once

#include <stdint.h>

#pragma clang assume_nonnull begin

/// A SHA-256 that is being computed (FIPS 180-4, libavutil's av_sha).
typedef struct media_digest media_digest;

/// Begins a digest; NULL when memory is short. The caller's, until `media_digest_finish`.
media_digest *_Nullable media_digest_begin(void);

/// Adds `count` bytes.
void media_digest_update(media_digest *digest, const uint8_t *bytes, int64_t count);

/// Writes the 32 bytes of the result to `out` and frees the digest.
void media_digest_finish(media_digest *digest, uint8_t *out);

#pragma clang assume_nonnull end
