// cblas_?gemm_pack_get_size, _pack and _compute. The program's own cblas_xerbla (recorder.cc) records.
#include "blas/recorder.h"
#include "support/matrix.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace gk::test;

namespace {

template <class T>
struct Names;
template <>
struct Names<float> {
  static constexpr auto size = cblas_sgemm_pack_get_size;
  static constexpr auto pack = cblas_sgemm_pack;
  static constexpr auto compute = cblas_sgemm_compute;
  static constexpr auto gemm = cblas_sgemm;
};
template <>
struct Names<double> {
  static constexpr auto size = cblas_dgemm_pack_get_size;
  static constexpr auto pack = cblas_dgemm_pack;
  static constexpr auto compute = cblas_dgemm_compute;
  static constexpr auto gemm = cblas_dgemm;
};

// Memory of the size asked for, at an address of its elements' alignment only, with guards behind it.
template <class T>
struct Packed {
  std::vector<char> memory;
  size_t bytes;
  T *at;

  explicit Packed(size_t size) : memory(size + 64 + sizeof(T), char(0x5a)), bytes(size) {
    const auto begin = reinterpret_cast<uintptr_t>(memory.data());
    at = reinterpret_cast<T *>((begin + 63) / 64 * 64 + sizeof(T));
  }
  bool intact() const {
    for (const char *p = reinterpret_cast<const char *>(at) + bytes; p < memory.data() + memory.size(); ++p) {
      if (*p != char(0x5a)) return false;
    }
    return true;
  }
};

template <class T>
std::vector<T> filled(int64_t count, int64_t seed) {
  std::vector<T> out(static_cast<size_t>(count));
  for (size_t i = 0; i < out.size(); ++i) out[i] = static_cast<T>(g(static_cast<int64_t>(i), seed, 1));
  return out;
}

constexpr int kShapes[][3] = {{1, 1, 1}, {1, 40, 70}, {33, 1, 9}, {5, 7, 3}, {64, 64, 64}, {130, 70, 90}, {3, 4, 0}};

}  // namespace

TEMPLATE_TEST_CASE("packed operands give the product", "[blas][pack]", float, double) {
  using T = TestType;
  using N = Names<T>;
  for (const auto &[m, n, k] : kShapes)
    for (const CBLAS_LAYOUT layout : {CblasRowMajor, CblasColMajor})
      for (const CBLAS_TRANSPOSE ta : {CblasNoTrans, CblasTrans})
        for (const CBLAS_TRANSPOSE tb : {CblasNoTrans, CblasConjTrans})
          for (const int which : {0, 1, 2, 3}) {
            const bool rows = layout == CblasRowMajor, a_rows = rows == (ta == CblasNoTrans),
                       b_rows = rows == (tb == CblasNoTrans);
            const int lda = (a_rows ? k : m) + 3, ldb = (b_rows ? n : k) + 1, ldc = (rows ? n : m) + 2;
            const auto a = filled<T>(int64_t{lda} * (a_rows ? m : k), 1),
                       b = filled<T>(int64_t{ldb} * (b_rows ? k : n), 2);
            const auto old = filled<T>(int64_t{ldc} * (rows ? m : n), 3);
            const bool pack_a = which & 1, pack_b = which & 2;
            std::vector<T> want = old, c = old;
            N::gemm(layout, ta, tb, m, n, k, T((pack_a ? 2 : 1) * (pack_b ? -4 : 1)), a.data(), lda, b.data(), ldb,
                    T(3), want.data(), ldc);
            Packed<T> pa(N::size(CblasAMatrix, m, n, k)), pb(N::size(CblasBMatrix, m, n, k));
            if (pack_a) N::pack(layout, CblasAMatrix, ta, m, n, k, T(2), a.data(), lda, pa.at);
            if (pack_b) N::pack(layout, CblasBMatrix, tb, m, n, k, T(-4), b.data(), ldb, pb.at);
            Packed<T> moved = pb;
            moved.at =
                reinterpret_cast<T *>(moved.memory.data() + (reinterpret_cast<char *>(pb.at) - pb.memory.data()));
            N::compute(layout, pack_a ? int{CblasPacked} : int{ta}, pack_b ? int{CblasPacked} : int{tb}, m, n, k,
                       pack_a ? pa.at : a.data(), pack_a ? 0 : lda, pack_b ? moved.at : b.data(), pack_b ? 0 : ldb,
                       T(3), c.data(), ldc);
            INFO(m << "x" << n << "x" << k << ", layout " << layout << ", " << ta << " " << tb << ", packed " << which);
            REQUIRE(c == want);
            REQUIRE(pa.intact());
            REQUIRE(pb.intact());
          }
}

TEST_CASE("mistakes with packed operands are reported", "[blas][pack]") {
  const std::vector<float> a = filled<float>(12, 1), b = filled<float>(20, 2);
  std::vector<float> c(15, 77);
  Packed<float> pa(cblas_sgemm_pack_get_size(CblasAMatrix, 3, 5, 4)),
      pb(cblas_sgemm_pack_get_size(CblasBMatrix, 3, 5, 4));
  cblas_sgemm_pack(CblasRowMajor, CblasAMatrix, CblasNoTrans, 3, 5, 4, 1, a.data(), 4, pa.at);
  cblas_sgemm_pack(CblasRowMajor, CblasBMatrix, CblasNoTrans, 3, 5, 4, 1, b.data(), 5, pb.at);
  const auto reports = [&](int position, const char *name, auto call) {
    reset_report();
    call();
    INFO(name << " " << position);
    CHECK(reported.calls == 1);
    CHECK(reported.info == position);
    CHECK(reported.name == name);
    CHECK(!reported.row_major);
    for (const float x : c) CHECK(x == 77);
  };
  const auto size = [&](int position, int identifier, int m, int n, int k) {
    reports(position, "cblas_sgemm_pack_get_size",
            [&] { CHECK(cblas_sgemm_pack_get_size(static_cast<CBLAS_IDENTIFIER>(identifier), m, n, k) == 0); });
  };
  size(1, 160, -1, 1, 1);
  size(2, CblasAMatrix, -1, 1, 1);
  size(3, CblasAMatrix, 1, -1, 1);
  size(4, CblasBMatrix, 1, 1, -1);
  const auto pack = [&](int position, int layout, int identifier, int trans, int m, int n, int k, int ld) {
    reports(position, "cblas_sgemm_pack", [&] {
      cblas_sgemm_pack(static_cast<CBLAS_LAYOUT>(layout), static_cast<CBLAS_IDENTIFIER>(identifier),
                       static_cast<CBLAS_TRANSPOSE>(trans), m, n, k, 1, a.data(), ld, c.data());
    });
  };
  pack(1, 100, 0, 0, -1, 1, 1, 0);
  pack(2, 101, 0, 0, -1, 1, 1, 0);
  pack(3, 101, 161, CblasPacked, -1, 1, 1, 0);
  pack(4, 101, 161, 111, -1, 1, 1, 0);
  pack(5, 101, 161, 111, 1, -1, 1, 0);
  pack(6, 101, 161, 111, 1, 1, -1, 0);
  pack(9, 101, 161, 111, 3, 1, 4, 3);
  pack(9, 102, 162, 112, 3, 5, 4, 4);
  const auto compute = [&](int position, int layout, int ta, int tb, int m, int n, int k, const float *left, int lda,
                           const float *right, int ldb, int ldc) {
    reports(position, "cblas_sgemm_compute", [&] {
      cblas_sgemm_compute(static_cast<CBLAS_LAYOUT>(layout), ta, tb, m, n, k, left, lda, right, ldb, 0, c.data(), ldc);
    });
  };
  constexpr int kPacked = CblasPacked;
  compute(1, 0, kPacked, kPacked, 3, 5, 4, pa.at, 0, pb.at, 0, 5);
  compute(2, 101, 0, kPacked, 3, 5, 4, pa.at, 0, pb.at, 0, 5);
  compute(3, 101, kPacked, 152, 3, 5, 4, pa.at, 0, pb.at, 0, 5);
  compute(4, 101, kPacked, kPacked, -3, 5, 4, pa.at, 0, pb.at, 0, 5);
  compute(5, 101, kPacked, kPacked, 3, -5, 4, pa.at, 0, pb.at, 0, 5);
  compute(6, 101, kPacked, kPacked, 3, 5, -4, pa.at, 0, pb.at, 0, 5);
  compute(7, 101, kPacked, kPacked, 2, 5, 4, pa.at, 0, pb.at, 0, 5);    // fewer rows than were packed
  compute(7, 101, kPacked, kPacked, 3, 5, 4, pb.at, 0, pb.at, 0, 5);    // the other side
  compute(7, 102, kPacked, 111, 3, 5, 4, pa.at, 0, b.data(), 4, 3);     // another layout
  compute(7, 101, kPacked, 111, 3, 5, 4, b.data(), 0, b.data(), 5, 5);  // not packed
  compute(8, 101, 111, kPacked, 3, 5, 4, a.data(), 3, pb.at, 0, 5);
  compute(9, 101, kPacked, kPacked, 3, 4, 4, pa.at, 0, pb.at, 0, 5);
  compute(10, 101, kPacked, 111, 3, 5, 4, pa.at, 0, b.data(), 4, 5);
  compute(13, 101, kPacked, kPacked, 3, 5, 4, pa.at, 0, pb.at, 0, 4);
  reset_report();
  std::vector<double> d(15, 77);
  cblas_dgemm_compute(CblasRowMajor, CblasPacked, CblasPacked, 3, 5, 4, reinterpret_cast<const double *>(pa.at), 0,
                      reinterpret_cast<const double *>(pb.at), 0, 0, d.data(), 5);
  CHECK(reported.info == 7);
  CHECK(d[0] == 77);
}
