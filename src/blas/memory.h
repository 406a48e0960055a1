// Memory for the time of one call.
#pragma once

#include "abi/private.h"
#include "base/keep_errno.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

namespace gk::blas {

// Where memory comes from: the thread's packing memory is at hand but never shrinks, so it is for blocks and vectors;
// copies of whole operands are the heap's.
enum class From : int8_t { Packing, Heap };

// So many bytes: the caller's own where they suffice, or where there are no others.
class Memory {
 public:
  Memory(size_t bytes, void *own, size_t own_bytes, From from = From::Packing)
      : from_(from), own_(own), data_(own), bytes_(own_bytes) {
    if (bytes <= own_bytes) return;
    void *more = from == From::Packing ? acquire(bytes) : allocate(bytes);
    if (more == nullptr) return;
    data_ = more;
    bytes_ = bytes;
  }
  ~Memory() {
    if (data_ == own_) return;
    from_ == From::Heap ? free(data_) : gemmkit_private_release(&lease_);
  }
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;

  void *data() const { return data_; }
  size_t bytes() const { return bytes_; }  // as many as were asked for, or only the caller's own
  // An array of so many elements, or null if it is too short for them.
  template <class T>
  T *array(int64_t count) const {
    return bytes_ / sizeof(T) < static_cast<size_t>(count) ? nullptr : static_cast<T *>(data_);
  }

 private:
  void *acquire(size_t bytes) {
    gemmkit_private_acquire(bytes, &lease_);
    if (lease_.data == nullptr) gemmkit_private_release(&lease_);
    return lease_.data;
  }
  // A malloc of the library's own may fail without the caller's noticing.
  static void *allocate(size_t bytes) {
    const KeepErrno keep_errno;
    return bytes <= PTRDIFF_MAX ? malloc(bytes) : nullptr;
  }

  From from_;
  void *own_, *data_;
  size_t bytes_;
  gk_private_memory lease_;
};

}  // namespace gk::blas
