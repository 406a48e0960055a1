// Kernels on triangular and symmetric blocks.
#pragma once

#include <stdint.h>

struct gk_level3 {};
