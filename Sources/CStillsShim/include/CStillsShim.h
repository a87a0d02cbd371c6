#pragma once

// The one door to libheif, libjpeg, libpng, libtiff, libwebp and Little CMS. Plain C11: opaque handles, fixed-width integers,
// buffers that their caller owns. Whatever `still_X_open` gives is the caller's, and `still_X_close` takes it back. A handle is used by one
// thread at a time; different handles are independent.

#include "still_animation.h"
#include "still_heif.h"
#include "still_profile.h"
#include "still_raster.h"
