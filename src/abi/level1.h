// Kernels on vectors.
#pragma once

#include <stdint.h>

struct gk_level1 {};
