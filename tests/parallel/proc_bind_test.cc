// Run with OMP_PROC_BIND set: the runtime then binds every thread, and the affinity mask of one of them says
// nothing about the process.
#include "gemmkit.h"

#include <catch2/catch.hpp>

#include <omp.h>

TEST_CASE("Threads bound by the OpenMP runtime do not make products serial") {
  REQUIRE(omp_get_proc_bind() != omp_proc_bind_false);
  CHECK(gemmkit_get_max_threads() == omp_get_num_procs());
}
