// The checked entry with arbitrary views: it must refuse or compute, never touch memory it was not given, and leave C
// alone when it refuses. The sanitizers watch the buffers, which are exactly as long as the views say.
#include "fuzz/bytes.h"
#include "gemmkit.h"
#include "support/env.h"

#include <memory>

using namespace gk::test;

namespace {

constexpr int64_t kLongest = 4096;  // elements; longer views than their buffers would be the caller's lie

int64_t extent(Bytes &in) {
  constexpr int64_t kOdd[] = {-1, INT64_MIN, INT64_MAX, int64_t(1) << 32, int64_t(1) << 62, 0};
  const uint8_t kind = in.byte();
  if (kind < 230) return in.below(20);
  if (kind < 250) return in.one_of(kOdd);
  return int64_t(in.word());
}

struct Side {
  std::unique_ptr<float[]> buffer;
  gemmkit_cview_f32 view;
};

// rows and cols mostly agree with what the product needs, and the strides mostly fit.
Side make_side(Bytes &in, int64_t rows, int64_t cols, std::unique_ptr<float[]> *share) {
  Side side;
  const uint8_t kind = in.byte();
  if (kind & 1) rows = extent(in);
  if (kind & 2) cols = extent(in);
  int64_t rs = 1, cs = rows;
  if (kind & 4) rs = cols, cs = 1;
  if (kind & 8) rs = extent(in);
  if (kind & 16) cs = extent(in);
  int64_t len = in.below(int(kLongest));
  if (kind & 32 && rows > 0 && cols > 0 && rows < 64 && cols < 64) len = rows * cols;
  const float *data = nullptr;
  if (share && kind & 64 && *share) {
    data = share->get();  // overlaps the other view
    len = kLongest;
  } else {
    const bool longest = share != nullptr;
    side.buffer = std::make_unique<float[]>(size_t(longest ? kLongest : len));
    data = side.buffer.get();
  }
  if (kind & 128 && in.byte() % 8 == 0) data = nullptr;
  side.view = gemmkit_cview_f32{data, len, rows, cols, rs, cs};
  return side;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Bytes in(data, size);
  const int64_t m = extent(in), n = extent(in), k = extent(in);
  Side a = make_side(in, m, k, nullptr), b = make_side(in, k, n, nullptr);
  Side c = make_side(in, m, n, in.byte() % 4 == 0 ? &a.buffer : nullptr);
  if (c.view.data && a.buffer && c.view.data == a.buffer.get()) c.view.len = a.view.len;
  const gemmkit_view_f32 out{
      const_cast<float *>(c.view.data), c.view.len, c.view.rows, c.view.cols, c.view.rs, c.view.cs};
  const int64_t readable = out.data ? out.len : 0;
  std::string before(reinterpret_cast<const char *>(out.data), out.data ? size_t(readable) * sizeof(float) : 0);
  gemmkit_exec exec = with_threads(in.byte() % 4 - (in.byte() == 77));
  if (in.byte() == 99) exec.struct_size = uint32_t(in.word());
  if (in.byte() == 1) gemmkit_set_num_threads(in.byte() % 4);
  constexpr float kScalars[] = {0, 1, -2, 0.5f};
  const float alpha = in.one_of(kScalars), beta = in.one_of(kScalars);
  const uint8_t nulls = in.byte();
  const gemmkit_status status = gemmkit_gemm_f32(alpha, nulls == 1 ? nullptr : &a.view, nulls == 2 ? nullptr : &b.view,
                                                 beta, nulls == 3 ? nullptr : &out, nullptr, &exec);
  if (status != GEMMKIT_OK) {
    if (readable && std::memcmp(before.data(), out.data, before.size()) != 0) fuzz_failure("C changed on an error");
    if (std::strncmp(gemmkit_last_error(), "gemmkit: ", 9) != 0) fuzz_failure("no message");
    if (!std::strcmp(gemmkit_status_name(status), "GEMMKIT_ERR_UNKNOWN")) fuzz_failure("unknown status");
  } else if (a.view.rows != out.rows || b.view.cols != out.cols || a.view.cols != b.view.rows) {
    fuzz_failure("disagreeing shapes were accepted");
  }
  return 0;
}
