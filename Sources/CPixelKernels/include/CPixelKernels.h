// Row loops over planes, written to be vectorised. No state, no allocation, no library but C's own.
#pragma once

#include "px_alignment.h"
#include "px_compositing.h"
#include "px_descriptors.h"
#include "px_keying.h"
#include "px_lighting.h"
#include "px_normalise.h"
#include "px_observing.h"
#include "px_outline.h"
#include "px_tone.h"
#include "px_transparency.h"
#include "scene_kernels.h"
