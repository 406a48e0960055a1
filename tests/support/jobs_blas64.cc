#define GEMMKIT_ILP64
#include "support/jobs_blas.cc"
