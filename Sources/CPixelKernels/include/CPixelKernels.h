#pragma once
#include "scene_kernels.h"
