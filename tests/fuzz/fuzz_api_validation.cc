// The checked entries of every element type with arbitrary views, epilogues, batches and options: they must refuse or
// compute, never touch memory they were not given, never spin, and leave C alone when they refuse. The sanitizers watch
// the buffers, which are exactly as long as the views say.
#include "families/fused.h"
#include "families/packed.h"
#include "fuzz/input.h"

#include <memory>

using namespace gk::test;

namespace {

constexpr int64_t kLongest = 4096;  // elements; longer views than their buffers would be the caller's lie

int64_t extent(Input &in) {
  constexpr int64_t kOdd[] = {-1, INT64_MIN, INT64_MAX, int64_t(1) << 32, int64_t(1) << 62, 0};
  const uint8_t kind = in.byte();
  if (kind < 230) return in.below(20);
  if (kind < 250) return in.one_of(kOdd);
  return int64_t(in.word());
}

// A view on a buffer of its own, or on a piece of `share`'s. rows and cols mostly agree with what the product needs,
// and the strides mostly fit.
template <class T>
struct Side {
  std::unique_ptr<T[]> buffer;
  T *data = nullptr;
  int64_t len = 0, rows = 0, cols = 0, rs = 1, cs = 1;

  Side(Input &in, int64_t r, int64_t c, const Side<T> *share = nullptr) : rows(r), cols(c) {
    const uint8_t kind = in.byte();
    if (kind & 1) rows = extent(in);
    if (kind & 2) cols = extent(in);
    rs = kind & 4 ? cols : 1, cs = kind & 4 ? 1 : rows;
    if (kind & 8) rs = extent(in);
    if (kind & 16) cs = extent(in);
    len = in.below(int(kLongest));
    if (kind & 32 && rows > 0 && cols > 0 && rows < 64 && cols < 64) len = rows * cols;
    if (share && share->data) {
      data = share->data, len = share->len;
    } else {
      buffer = std::make_unique<T[]>(size_t(len));
      data = buffer.get();
    }
    if (kind & 128 && in.once_in(8)) data = nullptr;
  }
  template <class View>
  View view() const {
    return {exposed(data), len, rows, cols, rs, cs};
  }
  std::string bytes() const {
    return data ? std::string(reinterpret_cast<const char *>(data), size_t(len) * sizeof(T)) : std::string();
  }
};

template <class E>
E draw_epilogue(Input &in) {
  static const decltype(E::bias) kBias = new std::remove_cvref_t<decltype(*E::bias)>[64]();
  E e{};
  e.struct_size = in.once_in(16) ? uint32_t(in.word()) : sizeof e;
  e.bias_kind = in.byte() % 5 - in.once_in(9);
  e.bias = in.once_in(8) ? nullptr : kBias, e.bias_len = in.once_in(4) ? 64 : in.below(20);
  if constexpr (requires { e.residual; }) {
    e.activation = in.byte() % 11 - in.once_in(9);
    e.lo = static_cast<decltype(e.lo)>(in.byte() % 3), e.hi = 1;
    if (in.once_in(3)) {
      e.residual = kBias, e.residual_len = 64;
      e.residual_rs = extent(in), e.residual_cs = extent(in), e.residual_batch = in.once_in(4) ? extent(in) : 0;
    }
  }
  return e;
}

template <class F>
struct Request {
  Side<typename F::In> a, b;
  Side<typename F::Out> c;
  typename F::Scalar alpha, beta;
  int conj = 0, null_view = 0;
  int64_t batch = 1, steps[3] = {};
  gemmkit_exec exec{};
};

// A legal product of a lifetime, or an operand that would fill the memory: nothing to wait for. What no 63 bits can
// count has to be refused, whatever else is wrong.
bool endless(double work) { return work > 0x1p24 && work < 0x1p66; }

// The entry's arguments as each kind of family takes them. An operand is a view, or packed.
template <class F, class Function, class Left, class Right, class... More>
gemmkit_status product(Function f, const Request<F> &x, const Left *a, const Right *b, const typename F::View *c,
                       More... epilogue) {
  if constexpr (!std::is_arithmetic_v<typename F::Scalar>) {
    return f(exposed(&x.alpha), a, x.conj & 1, b, x.conj >> 1, exposed(&x.beta), c, epilogue..., &x.exec);
  } else {
    return f(x.alpha, a, b, x.beta, c, epilogue..., &x.exec);
  }
}
template <class F, class Function, class... More>
gemmkit_status batched(Function f, const Request<F> &x, const typename F::CView *a, const typename F::CView *b,
                       const typename F::View *c, More... epilogue) {
  const auto [sa, sb, sc] = x.steps;
  if constexpr (!std::is_arithmetic_v<typename F::Scalar>) {
    return f(x.batch, exposed(&x.alpha), a, x.conj & 1, sa, b, x.conj >> 1, sb, exposed(&x.beta), c, sc, epilogue...,
             &x.exec);
  } else {
    return f(x.batch, x.alpha, a, sa, b, sb, x.beta, c, sc, epilogue..., &x.exec);
  }
}
template <class F>
gemmkit_status grouped(const Request<F> &x, int64_t count, const typename F::CView &a, const typename F::CView &b,
                       const typename F::View &c) {
  std::vector<typename F::Entries::Problem> list;
  for (int64_t i = 0; i < count; ++i) {
    if constexpr (!std::is_arithmetic_v<typename F::Scalar>) {
      list.push_back({*exposed(&x.alpha), a, x.conj & 1, b, x.conj >> 1, *exposed(&x.beta), c});
    } else {
      list.push_back({x.alpha, a, b, x.beta, c});
    }
  }
  return F::Entries::grouped(count, list.data(), &x.exec);
}

gemmkit_status requantised(Input &in, const Request<I8Family> &x, const gemmkit_cview_i8 *a, const gemmkit_cview_i8 *b,
                           const gemmkit_view_i32 &c) {
  static const float kScales[] = {1, 0.5f, 2, 1, -1, NAN, INFINITY, 0};
  static const int32_t kBias[64] = {};
  gemmkit_requant q{};
  q.struct_size = in.once_in(16) ? uint32_t(in.word()) : sizeof q;
  q.scale = in.once_in(16) ? nullptr : kScales, q.scale_len = in.byte() % 9;
  q.zero_point = in.below(600) - 200;
  q.bias = in.once_in(3) ? nullptr : kBias, q.bias_len = in.below(64);
  q.scale_kind = in.byte() % 4, q.bias_kind = in.byte() % 4;
  const bool to_unsigned = in.once_in(2);
  const gemmkit_view_i8 narrow{reinterpret_cast<int8_t *>(c.data), 4 * c.len, c.rows, c.cols, c.rs, c.cs};
  const gemmkit_view_u8 bytes{reinterpret_cast<uint8_t *>(c.data), 4 * c.len, c.rows, c.cols, c.rs, c.cs};
  return to_unsigned ? gemmkit_gemm_i8_requant_u8(a, b, &q, &bytes, &x.exec)
                     : gemmkit_gemm_i8_requant(a, b, &q, &narrow, &x.exec);
}

// GEMMKIT_OK for what is not called.
template <class F>
gemmkit_status call(Input &in, Request<F> &x) {
  using E = typename F::Entries;
  const auto va = x.a.template view<typename F::CView>(), vb = x.b.template view<typename F::CView>();
  const auto vc = x.c.template view<typename F::View>();
  const auto *a = x.null_view == 1 ? nullptr : &va, *b = x.null_view == 2 ? nullptr : &vb;
  const auto *c = x.null_view == 3 ? nullptr : &vc;
  const uint8_t entry = in.byte() % 6;
  const double work = double(vc.rows) * double(vc.cols) * double(va.cols);
  if (endless(work)) return GEMMKIT_OK;
  if (entry == 1) {
    x.batch = in.once_in(4) ? extent(in) : in.byte() % 4;
    for (int64_t &step : x.steps) step = in.once_in(4) ? extent(in) : 400;
    if (endless(work * double(x.batch))) return GEMMKIT_OK;
  }
  if (entry == 2) {
    if constexpr (F::kGroups) return grouped<F>(x, in.byte() % 3, va, vb, vc);
  }
  Handle handle;
  const auto packs = [&](const auto &v) { return !endless(double(v.rows) * double(v.cols)); };
  const auto with = [&](auto... epilogue) -> gemmkit_status {
    if (entry == 1) return batched<F>(E::batched, x, a, b, c, epilogue...);
    if (entry == 3 && packs(vb)) {
      const gemmkit_status status = Packing<F>::checked_rhs(b, &x.exec, handle.out());
      return status ? status : product<F>(Packing<F>::checked_b, x, a, handle.get(), c, epilogue...);
    }
    if (entry == 4 && packs(va)) {
      const gemmkit_status status = Packing<F>::checked_lhs(a, &x.exec, handle.out());
      return status ? status : product<F>(Packing<F>::checked_a, x, handle.get(), b, c, epilogue...);
    }
    return product<F>(E::checked, x, a, b, c, epilogue...);
  };
  if constexpr (std::is_same_v<F, I8Family>) {
    return entry == 5 && c ? requantised(in, x, a, b, vc) : with();
  } else {
    const auto e = draw_epilogue<typename E::Epilogue>(in);
    return in.once_in(2) ? with(&e) : with(nullptr);
  }
}

template <class F>
void multiply(Input &in) {
  const int64_t m = extent(in), n = extent(in), k = extent(in);
  Side<typename F::In> a(in, m, k), b(in, k, n);
  const Side<typename F::Out> *share = nullptr;  // C overlaps A
  if constexpr (std::is_same_v<typename F::In, typename F::Out>) share = in.once_in(4) ? &a : nullptr;
  Side<typename F::Out> c(in, m, n, share);
  constexpr double kScalars[] = {0, 1, -2, 0.5};
  Request<F> x{std::move(a), std::move(b), std::move(c), F::scalar(in.one_of(kScalars), 0),
               F::scalar(in.one_of(kScalars), 0)};
  x.conj = in.byte() % 4, x.null_view = in.byte();
  x.exec = with_threads(in.byte() % 4 - in.once_in(64));
  if (in.once_in(64)) x.exec.struct_size = uint32_t(in.word());
  const std::string before = x.c.bytes();
  const gemmkit_status status = call<F>(in, x);
  if (status == GEMMKIT_OK) return;
  if (x.c.bytes() != before) fuzz_failure("C changed on an error");
  if (std::strncmp(gemmkit_last_error(), "gemmkit: ", 9) != 0) fuzz_failure("no message");
  if (!std::strcmp(gemmkit_status_name(status), "GEMMKIT_ERR_UNKNOWN")) fuzz_failure("unknown status");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Input in(data, size);
  with_family(in.byte(), [&]<class F>() { multiply<F>(in); });
  return 0;
}
