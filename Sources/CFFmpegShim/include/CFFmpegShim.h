#pragma once

// The one door to libav*. Plain C11: opaque handles, fixed-width integers, buffers that their caller owns.
// Whatever `media_X_open` or `media_X_create` gives is the caller's, and `media_X_close` or `_free` takes it back.
// A handle is used by one thread at a time; different handles are independent.

#include "media_digest.h"
#include "media_format.h"
#include "media_frame.h"
#include "media_probe.h"
#include "media_reader.h"
#include "media_scaler.h"
#include "media_sound.h"
#include "media_status.h"
#include "media_still.h"
#include "media_streams.h"
#include "media_writer.h"
