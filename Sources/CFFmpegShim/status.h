#pragma once
#include "media_status.h"

static inline media_status status_make(int code, media_step step) { return (media_status){code, step}; }
