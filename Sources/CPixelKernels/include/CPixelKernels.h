// Row loops over planes, written to be vectorised. No state, no allocation, no library but C's own.
#pragma once
<<<<<<< HEAD

#include "px_alignment.h"
=======
#include "scene_kernels.h"
>>>>>>> eb6bb04eedfbf2906964b74ca8313560a96d98b9
