// cblas_?gemm_pack, _pack_get_size and _compute, with oneMKL's signatures. What is packed is a plain copy with adjacent
// elements in the direction that the layout makes the engine read, so that compute is an ordinary product and nothing
// has to be freed; alpha waits in the header until then. As in the batches, an illegal argument is reported once,
// numbered in the caller's list.
#include "abi/private.h"
#include "blas/report.h"

namespace {

using gk::blas::at_least;
using gk::blas::bytes;
using gk::blas::give_up;
using gk::blas::Int;
using gk::blas::is_layout;
using gk::blas::kElemOf;
using gk::blas::Mistake;
using gk::blas::Native;
using gk::blas::Op;
using gk::blas::op_of_enum;
using gk::blas::Operand;
using gk::blas::report;
using gk::blas::transposes;
using gk::blas::value_of;

constexpr int64_t kLine = 64;
constexpr uint64_t kMagic = 0x6b63615f74696b67;  // any number that memory holds by chance only

// At the beginning of packed memory, which need not be aligned.
struct Header {
  uint64_t magic;
  int32_t elem, identifier, layout;
  int64_t rows, cols;  // of op(X)
  int64_t stride;      // bytes between lines, columns or rows by the layout
  int64_t offset;      // bytes from the header to the first
  double alpha;
};

// op(X) as it is packed: lines of so many elements.
struct Lines {
  int64_t lines, length;
};

// An odd number of cache lines, so that neighbours do not evict each other.
int64_t stride_of(int64_t bytes) { return ((bytes + kLine - 1) / kLine | 1) * kLine; }

// With extents of 32 bits nothing overflows; with 64 it may: then it is too much for any memory.
bool bytes_of(const Lines &x, int64_t elem_size, int64_t *bytes) {
  int64_t length;
  if (__builtin_mul_overflow(x.length, elem_size, &length) || length > INT64_MAX - 3 * kLine) return false;
  return !__builtin_mul_overflow(stride_of(length), x.lines, bytes) &&
         !__builtin_add_overflow(*bytes, static_cast<int64_t>(sizeof(Header)) + kLine, bytes);
}

Mistake negative_extent(Int m, Int n, Int k, Int first) {
  if (m < 0) return {first, "M", m};
  if (n < 0) return {static_cast<Int>(first + 1), "N", n};
  if (k < 0) return {static_cast<Int>(first + 2), "K", k};
  return {0, "", 0};
}

bool is_identifier(int identifier) { return identifier == CblasAMatrix || identifier == CblasBMatrix; }
// Whether the leading dimension of op(X)'s matrix runs from row to row of op(X).
bool has_rows(int layout, Op op) { return (layout == CblasRowMajor) != transposes(op); }

template <class T>
size_t pack_get_size(const char *name, int identifier, Int m, Int n, Int k) {
  Mistake mistake = negative_extent(m, n, k, 2);
  if (!is_identifier(identifier)) mistake = {1, "identifier", identifier};
  if (mistake.position != 0) return report(name, mistake), 0;
  const int64_t rows = identifier == CblasAMatrix ? m : k, cols = identifier == CblasAMatrix ? k : n;
  // Either layout.
  int64_t by_rows, by_cols;
  if (!bytes_of({rows, cols}, sizeof(T), &by_rows) || !bytes_of({cols, rows}, sizeof(T), &by_cols)) return SIZE_MAX;
  return static_cast<size_t>(by_rows > by_cols ? by_rows : by_cols);
}

template <class T>
void pack(const char *name, int layout, int identifier, int trans, Int m, Int n, Int k, T alpha, const T *src, Int ld,
          T *dest) {
  const Op op = op_of_enum<T>(trans);
  const Int rows = identifier == CblasAMatrix ? m : k, cols = identifier == CblasAMatrix ? k : n;
  const bool by_rows = has_rows(layout, op);
  Mistake mistake = negative_extent(m, n, k, 4);
  if (mistake.position == 0 && !at_least(ld, by_rows ? cols : rows)) mistake = {9, "ld", ld};
  if (op == Op::Invalid) mistake = {3, "Trans", trans};
  if (!is_identifier(identifier)) mistake = {2, "identifier", identifier};
  if (!is_layout(layout)) mistake = {1, "layout", layout};
  if (mistake.position != 0) return report(name, mistake);
  const int64_t element = sizeof(T), rs = by_rows ? bytes<T>(ld) : element, cs = by_rows ? element : bytes<T>(ld);
  const bool line_is_row = layout == CblasRowMajor;
  const int64_t length = line_is_row ? cols : rows;
  const auto to = reinterpret_cast<uintptr_t>(dest) + sizeof(Header);
  const uintptr_t first = (to + kLine - 1) / kLine * kLine;
  const Header header = {kMagic,
                         kElemOf<T>,
                         identifier,
                         layout,
                         rows,
                         cols,
                         stride_of(length * element),
                         static_cast<int64_t>(first - reinterpret_cast<uintptr_t>(dest)),
                         static_cast<double>(alpha)};
  memcpy(static_cast<void *>(dest), &header, sizeof header);
  const gk_private_lines lines = {line_is_row ? rows : cols,
                                  length,
                                  src,
                                  line_is_row ? cs : rs,
                                  line_is_row ? rs : cs,
                                  reinterpret_cast<char *>(dest) + header.offset,
                                  header.stride};
  if (gemmkit_private_pack(kElemOf<T>, &lines) == 0) give_up();
}

// One operand of compute, rows x cols.
template <class T>
struct Given {
  Operand<T> operand;
  T alpha = 1;
  Mistake mistake = {0, "", 0};

  Given(int layout, int identifier, Int trans, Int rows, Int cols, const T *data, Int ld) : operand{data, 0, 0, false} {
    const bool is_a = identifier == CblasAMatrix;
    if (trans == CblasPacked) {
      read_packed(layout, identifier, rows, cols, data);
      return;
    }
    const Op op = op_of_enum<T>(static_cast<int>(trans));
    if (op == Op::Invalid || trans != static_cast<int>(trans)) {
      mistake = {is_a ? Int{2} : Int{3}, is_a ? "TransA" : "TransB", trans};
      return;
    }
    const bool by_rows = has_rows(layout, op);
    operand.rs = by_rows ? ld : 1, operand.cs = by_rows ? 1 : ld;
    if (!at_least(ld, by_rows ? cols : rows)) mistake = {is_a ? Int{8} : Int{10}, is_a ? "lda" : "ldb", ld};
  }

 private:
  void read_packed(int layout, int identifier, Int rows, Int cols, const T *data) {
    if (rows < 0 || cols < 0) return;  // reported as what they are
    Header header;
    memcpy(&header, static_cast<const void *>(data), sizeof header);
    const bool fits = header.magic == kMagic && header.elem == kElemOf<T> && header.identifier == identifier &&
                      header.layout == layout && header.rows == rows && header.cols == cols;
    if (!fits) {
      const bool is_a = identifier == CblasAMatrix;
      mistake = {is_a ? Int{7} : Int{9}, is_a ? "packed A" : "packed B", CblasPacked};
      return;
    }
    operand.data = reinterpret_cast<const T *>(reinterpret_cast<const char *>(data) + header.offset);
    const int64_t stride = header.stride / static_cast<int64_t>(sizeof(T));
    operand.rs = layout == CblasRowMajor ? stride : 1, operand.cs = layout == CblasRowMajor ? 1 : stride;
    alpha = static_cast<T>(header.alpha);
  }
};

template <class T>
void compute(const char *name, int layout, Int transa, Int transb, Int m, Int n, Int k, const T *a, Int lda, const T *b,
             Int ldb, T beta, T *c, Int ldc) {
  if (!is_layout(layout)) return report(name, {1, "layout", layout});
  Mistake mistake = negative_extent(m, n, k, 4);
  const bool by_rows = layout == CblasRowMajor;
  const Given<T> left(layout, CblasAMatrix, transa, m, k, a, lda), right(layout, CblasBMatrix, transb, k, n, b, ldb);
  const auto earlier = [&](const Mistake &other) {
    if (other.position != 0 && (mistake.position == 0 || other.position < mistake.position)) mistake = other;
  };
  earlier(left.mistake);
  earlier(right.mistake);
  if (!at_least(ldc, by_rows ? n : m)) earlier({13, "ldc", ldc});
  if (mistake.position != 0) return report(name, mistake);
  const gemmkit_status status = Native<T>::gemm(m, n, k, left.alpha * right.alpha, left.operand, right.operand, beta, c,
                                                by_rows ? ldc : 1, by_rows ? 1 : ldc);
  if (status != GEMMKIT_OK) give_up();
}

}  // namespace

GK_CBLAS(size_t, sgemm_pack_get_size)(const CBLAS_IDENTIFIER identifier, const Int m, const Int n, const Int k) {
  return pack_get_size<float>("cblas_sgemm_pack_get_size", value_of(identifier), m, n, k);
}

GK_CBLAS(size_t, dgemm_pack_get_size)(const CBLAS_IDENTIFIER identifier, const Int m, const Int n, const Int k) {
  return pack_get_size<double>("cblas_dgemm_pack_get_size", value_of(identifier), m, n, k);
}

GK_CBLAS(void, sgemm_pack)
(const CBLAS_LAYOUT layout, const CBLAS_IDENTIFIER identifier, const CBLAS_TRANSPOSE trans, const Int m, const Int n,
 const Int k, const float alpha, const float *src, const Int ld, float *dest) {
  pack("cblas_sgemm_pack", value_of(layout), value_of(identifier), value_of(trans), m, n, k, alpha, src, ld, dest);
}

GK_CBLAS(void, dgemm_pack)
(const CBLAS_LAYOUT layout, const CBLAS_IDENTIFIER identifier, const CBLAS_TRANSPOSE trans, const Int m, const Int n,
 const Int k, const double alpha, const double *src, const Int ld, double *dest) {
  pack("cblas_dgemm_pack", value_of(layout), value_of(identifier), value_of(trans), m, n, k, alpha, src, ld, dest);
}

GK_CBLAS(void, sgemm_compute)
(const CBLAS_LAYOUT layout, const Int transa, const Int transb, const Int m, const Int n, const Int k, const float *a,
 const Int lda, const float *b, const Int ldb, const float beta, float *c, const Int ldc) {
  compute("cblas_sgemm_compute", value_of(layout), transa, transb, m, n, k, a, lda, b, ldb, beta, c, ldc);
}

GK_CBLAS(void, dgemm_compute)
(const CBLAS_LAYOUT layout, const Int transa, const Int transb, const Int m, const Int n, const Int k, const double *a,
 const Int lda, const double *b, const Int ldb, const double beta, double *c, const Int ldc) {
  compute("cblas_dgemm_compute", value_of(layout), transa, transb, m, n, k, a, lda, b, ldb, beta, c, ldc);
}
