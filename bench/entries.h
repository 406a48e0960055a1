// The call that a shape stands for, through the library's unchecked entries, wherever those come from.
#pragma once

#include "contestant.h"
#include "gemmkit.h"

namespace gk::bench {

// gemmkit_gemm_T_unchecked and gemmkit_gemm_batched_T_unchecked of one type T.
struct EntryPair {
  void (*gemm)();
  void (*batched)();
};

// `reps` calls in a row; a status other than GEMMKIT_OK if one of them failed.
gemmkit_status call_entry(const EntryPair &, const Call &, const gemmkit_exec *, int64_t reps);

}  // namespace gk::bench
