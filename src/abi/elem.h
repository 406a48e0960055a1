// Element types as the tables on both sides of the seam name them.
#pragma once

#include <stdint.h>

// What a product is made of: the type of A and B and, where it is another one, that of C.
enum gk_elem : int32_t {
  GK_F32 = 0,
  GK_F64 = 1,
  GK_F16 = 2,
  GK_BF16 = 3,
  GK_F16_F32 = 4,
  GK_BF16_F32 = 5,
  GK_I8 = 6,  // into 32-bit integers
  GK_C32 = 7,
  GK_C64 = 8,
  GK_I8_I8 = 9,  // requantised
  GK_I8_U8 = 10,
  GK_ELEM_COUNT = 11
};
