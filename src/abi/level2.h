// Kernels on a matrix and vectors.
#pragma once

#include <stdint.h>

struct gk_level2 {};
