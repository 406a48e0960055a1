// Element types as the tables on both sides of the seam name them.
#pragma once

#include <stdint.h>

enum gk_elem : int32_t { GK_F32 = 0, GK_F64 = 1, GK_ELEM_COUNT = 2 };
