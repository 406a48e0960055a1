// How a batch is spread over workers. Pure but for the widths it is told: unit-testable without threads.
#pragma once

#include <stdint.h>

namespace gk {

enum class Schedule : int32_t {
  Serial,   // one product after another on the calling thread
  Shared,   // whole products handed out to the workers
  Internal  // one product after another, each split over the workers
};

struct BatchWidths {
  int64_t count;         // products, at least 1
  int64_t batch;         // workers that the work of the whole batch pays for
  int64_t product;       // workers that one product alone would get
  uint64_t bytes;        // A, B and C of one product
  uint64_t split_loss;   // GEMMKIT_BATCH_SPLIT_LOSS
  uint64_t split_bytes;  // GEMMKIT_SEQ_INTERNAL_BYTES_PER_WORKER
};
Schedule choose_schedule(const BatchWidths &);

// Sorts order[0:count] so that weight[order[i]] falls; in place, equal weights in any order.
void order_by_weight(int64_t *order, const uint64_t *weight, int64_t count);

}  // namespace gk
