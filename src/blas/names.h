// What the BLAS calls its routines and its integers. The same sources make the LP64 library and, with GK_BLAS_ILP64,
// the one whose integers have 64 bits: its names carry OpenBLAS's suffix, so that both can live in one process.
#pragma once

#include <stdint.h>

// Opens the definition of an exported routine: GK_FORTRAN(void, sgemm)(const char *transa, ...) {...}
#ifdef GK_BLAS_ILP64
#define GK_FORTRAN_NAME(name) name##_64_
#define GK_CBLAS_NAME(name) cblas_##name##64_
#else
#define GK_FORTRAN_NAME(name) name##_
#define GK_CBLAS_NAME(name) cblas_##name
#endif
#define GK_FORTRAN(result, name) extern "C" [[gnu::visibility("default")]] result GK_FORTRAN_NAME(name)
#define GK_CBLAS(result, name) extern "C" [[gnu::visibility("default")]] result GK_CBLAS_NAME(name)

namespace gk::blas {

#ifdef GK_BLAS_ILP64
using Int = int64_t;
#else
using Int = int32_t;
#endif

}  // namespace gk::blas
