// What levels 1 to 3 of the BLAS need beyond products: one table per (element type, ISA), hung on the kernel table of
// the same pair. The rules of kernel_table.h hold: plain data, no inline code, strides in bytes, extents in elements.
#pragma once

#include "abi/level1.h"
#include "abi/level2.h"
#include "abi/level3.h"
#include "abi/matcopy.h"

struct gk_blas_table {
  gk_level1 level1;
  gk_level2 level2;
  gk_level3 level3;
  gk_matcopy matcopy;
};
