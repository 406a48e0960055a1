// ?omatcopy and ?imatcopy, Fortran and C: B <- alpha * op(A), beside A or in its place, with OpenBLAS's signatures and
// the numbers of their own argument lists.
#include "abi/private.h"
#include "blas/memory.h"
#include "blas/report.h"

namespace {

using gk::blas::at_least;
using gk::blas::bytes;
using gk::blas::conjugates;
using gk::blas::fortran_caller;
using gk::blas::From;
using gk::blas::from_real;
using gk::blas::Int;
using gk::blas::is;
using gk::blas::Memory;
using gk::blas::Op;
using gk::blas::report;
using gk::blas::transposes;

// ---- A matrix beside the other ----

// Column-major: B <- alpha * op(A), A being m x n.
template <class T>
struct Copy {
  const gk_matcopy *kernels;
  Op op;
  int64_t m, n;
  T alpha;
  const T *a;
  int64_t lda;
  T *b;
  int64_t ldb;

  // The piece of m x n elements from element (i, j) of A on.
  void run_piece(int64_t i, int64_t j, int64_t rows, int64_t cols) const {
    const bool transposed = transposes(op);
    const gk_matcopy_args args{
        rows,          cols,   a + i + j * lda, bytes<T>(lda), b + (transposed ? j + i * ldb : i + j * ldb),
        bytes<T>(ldb), &alpha, conjugates(op)};
    (transposed ? kernels->transpose : kernels->copy)(&args);
  }
};

// A product of sizes, or the largest number.
uint64_t bytes_of(int64_t m, int64_t n, size_t size) {
  uint64_t elements, bytes;
  if (__builtin_mul_overflow(static_cast<uint64_t>(m), static_cast<uint64_t>(n), &elements) ||
      __builtin_mul_overflow(elements, size, &bytes)) {
    return UINT64_MAX;
  }
  return bytes;
}

// Jobs are stripes across the longer side, of whole cache lines of either matrix.
template <class T>
struct Stripes {
  const Copy<T> *copy;
  int64_t length;  // of a stripe

  static void run(void *context, int64_t job) {
    const auto &self = *static_cast<const Stripes *>(context);
    const Copy<T> &c = *self.copy;
    const int64_t begin = job * self.length, side = c.m > c.n ? c.m : c.n;
    const int64_t length = side - begin < self.length ? side - begin : self.length;
    if (c.m > c.n) {
      c.run_piece(begin, 0, length, c.n);
    } else {
      c.run_piece(0, begin, c.m, length);
    }
  }
};

template <class T>
void run(const Copy<T> &c) {
  constexpr int64_t kLine = 64;  // elements: a line even of bytes
  const int64_t side = c.m > c.n ? c.m : c.n, lines = (side + kLine - 1) / kLine;
  const uint64_t bytes = bytes_of(c.m, c.n, 2 * sizeof(T));
  const int64_t workers = gemmkit_private_bandwidth_workers(bytes, lines);
  if (workers <= 1) return c.run_piece(0, 0, c.m, c.n);
  const int64_t jobs = 4 * workers < lines ? 4 * workers : lines;
  Stripes<T> stripes{&c, (lines + jobs - 1) / jobs * kLine};
  gemmkit_private_run(static_cast<int32_t>(workers), (side + stripes.length - 1) / stripes.length, Stripes<T>::run,
                      &stripes);
}

// ---- In place ----

// To columns farther apart: from the last element to the first, through a piece of stack.
template <class T>
void spread(const Copy<T> &c) {
  constexpr int64_t kPiece = 256;
  T piece[kPiece];
  Copy<T> there = c, back = c;
  back.op = Op::NoTrans;
  back.alpha = from_real<T>(1);
  there.b = piece;
  back.a = piece;
  for (int64_t j = c.n - 1; j >= 0; --j) {
    for (int64_t end = c.m; end > 0;) {
      const int64_t length = end < kPiece ? end : kPiece;
      end -= length;
      there.a = c.a + end + j * c.lda;
      there.run_piece(0, 0, length, 1);
      back.b = c.b + end + j * c.ldb;
      back.run_piece(0, 0, length, 1);
    }
  }
}

// A square changes places with its mirror image, tile by tile. A job is a column of tiles, down to the diagonal.
template <class T>
struct SquareTiles {
  static constexpr int64_t kTile = 32;
  const Copy<T> *copy;
  int64_t tiles;

  static void run(void *context, int64_t job) {
    const auto &self = *static_cast<const SquareTiles *>(context);
    const int64_t last = self.tiles - 1 - job;  // the longest first
    for (int64_t t = 0; t <= last; ++t) self.exchange(t * kTile, last * kTile);
  }

  void exchange(int64_t i, int64_t j) const {
    const Copy<T> &c = *copy;
    T tile[kTile * kTile];
    const int64_t rows = c.m - i < kTile ? c.m - i : kTile, cols = c.m - j < kTile ? c.m - j : kTile;
    Copy<T> out = c, across = c, back = c;
    out.a = c.a + j + i * c.lda;  // cols x rows
    out.b = tile;
    out.ldb = kTile;
    out.run_piece(0, 0, cols, rows);
    if (i != j) {
      across.a = c.a + i + j * c.lda;
      across.b = c.b + j + i * c.lda;
      across.run_piece(0, 0, rows, cols);
    }
    back.op = Op::NoTrans;
    back.alpha = from_real<T>(1);
    back.a = tile;
    back.lda = kTile;
    back.b = c.b + i + j * c.lda;
    back.run_piece(0, 0, rows, cols);
  }
};

template <class T>
void transpose_square(const Copy<T> &c) {
  SquareTiles<T> tiles{&c, (c.m + SquareTiles<T>::kTile - 1) / SquareTiles<T>::kTile};
  const int32_t workers = gemmkit_private_bandwidth_workers(bytes_of(c.m, c.n, 2 * sizeof(T)), tiles.tiles);
  gemmkit_private_run(workers, tiles.tiles, SquareTiles<T>::run, &tiles);
}

// Any transposition without memory, and slow: elements move one by one, each to the place of one that has moved. Places
// are counted from the first element, in either matrix or in none (between columns).
template <class T>
class Chains {
 public:
  explicit Chains(const Copy<T> &c) : c_(c) { single_ = c; }

  void run() {
    for (int64_t j = 0; j < c_.m; ++j)
      for (int64_t i = 0; i < c_.n; ++i) {
        const int64_t place = i + j * c_.ldb;
        if (!in_a(place)) {
          fill_chain(place);
        } else if (is_first_of_cycle(place)) {
          turn_cycle(place);
        }
      }
  }

 private:
  bool in_a(int64_t place) const { return place % c_.lda < c_.m && place / c_.lda < c_.n; }
  bool in_b(int64_t place) const { return place % c_.ldb < c_.n && place / c_.ldb < c_.m; }
  // Of an element of B: where A has it.
  int64_t source(int64_t place) const { return place / c_.ldb + place % c_.ldb * c_.lda; }

  void move(const T *from, T *to, Op op, T alpha) {
    single_.op = op;
    single_.alpha = alpha;
    single_.a = from;
    single_.b = to;
    single_.run_piece(0, 0, 1, 1);
  }
  void move_op(const T *from, T *to) { move(from, to, c_.op, c_.alpha); }

  // A place that A does not use is the end of a chain; it begins where B has no use for the element's place.
  void fill_chain(int64_t place) {
    for (;;) {
      const int64_t from = source(place);
      move_op(c_.b + from, c_.b + place);
      if (!in_b(from)) return;
      place = from;
    }
  }

  // Each cycle is turned once, at its first place; a place on a chain is on no cycle.
  bool is_first_of_cycle(int64_t place) const {
    int64_t at = source(place);
    while (at > place) {
      if (!in_b(at)) return false;
      at = source(at);
    }
    return at == place;
  }

  void turn_cycle(int64_t first) {
    T kept;
    move_op(c_.b + first, &kept);
    int64_t place = first;
    for (int64_t from; (from = source(place)) != first; place = from) move_op(c_.b + from, c_.b + place);
    move(&kept, c_.b + place, Op::NoTrans, from_real<T>(1));
  }

  const Copy<T> &c_;
  Copy<T> single_;
};

// By a copy of the matrix.
template <class T>
bool transpose_by_copy(const Copy<T> &c) {
  const uint64_t bytes = bytes_of(c.m, c.n, sizeof(T));
  const Memory memory(bytes, nullptr, 0, From::Heap);
  if (memory.data() == nullptr) return false;
  Copy<T> there = c, back = c;
  there.b = static_cast<T *>(memory.data());
  there.ldb = c.n;
  run(there);
  back.op = Op::NoTrans;
  back.alpha = from_real<T>(1);
  back.m = c.n;
  back.n = c.m;
  back.a = there.b;
  back.lda = c.n;
  run(back);
  return true;
}

template <class T>
void run_in_place(Copy<T> c) {
  if (is(c.alpha, 0)) {  // nothing is read, so there is nothing to be careful of
    if (transposes(c.op)) {
      const int64_t rows = c.m;
      c.m = c.n;
      c.n = rows;
    }
    c.op = Op::NoTrans;
    return run(c);
  }
  if (transposes(c.op)) {
    if (c.m == c.n && c.lda == c.ldb) return transpose_square(c);
    if (!transpose_by_copy(c)) Chains<T>(c).run();
    return;
  }
  if (c.lda == c.ldb) {
    if (!is(c.alpha, 1) || conjugates(c.op)) run(c);
  } else if (c.ldb < c.lda) {
    c.run_piece(0, 0, c.m, c.n);
  } else {
    spread(c);
  }
}

// ---- Argument lists ----

// What both routines check, numbered as in both; sizes are the caller's.
template <class T>
struct Call {
  Int order;  // as an enumerator
  Op op;
  Int rows, cols;
  T alpha;
  const T *a;
  Int lda;
  T *b;
  Int ldb;
};

template <class T>
Int illegal_argument(const Call<T> &s, Int ldb_position) {
  const bool row_major = s.order == CblasRowMajor;
  if (!row_major && s.order != CblasColMajor) return 1;
  if (s.op == Op::Invalid) return 2;
  if (s.rows < 0) return 3;
  if (s.cols < 0) return 4;
  if (!at_least(s.lda, row_major ? s.cols : s.rows)) return 7;
  if (!at_least(s.ldb, row_major != transposes(s.op) ? s.cols : s.rows)) return ldb_position;
  return 0;
}

template <class T>
Copy<T> lowered(const Call<T> &s) {
  const bool row_major = s.order == CblasRowMajor;
  return {&gk::blas::blas_table<T>().matcopy,
          s.op,
          row_major ? s.cols : s.rows,
          row_major ? s.rows : s.cols,
          s.alpha,
          s.a,
          s.lda,
          s.b,
          s.ldb};
}

constexpr Int kOutLdb = 9, kInLdb = 8;

// `report` is told the position of an illegal argument.
template <class T, class Report>
void omatcopy(const Call<T> &s, Report report) {
  if (Int info = illegal_argument(s, kOutLdb); info != 0) return report(info);
  if (s.rows != 0 && s.cols != 0) run(lowered(s));
}

template <class T, class Report>
void imatcopy(const Call<T> &s, Report report) {
  if (Int info = illegal_argument(s, kInLdb); info != 0) return report(info);
  if (s.rows != 0 && s.cols != 0) run_in_place(lowered(s));
}

auto fortran_report(const char *name) {
  return [name](Int info) { report(fortran_caller(name), info); };
}

auto c_report(const char *name) {
  return [name](Int info) {
    static const char *const what[] = {"layout", "TransA", "rows", "cols", "alpha", "A", "lda", "ldb", "ldb"};
    GK_CBLAS_NAME(xerbla)(info, name, "Illegal %s setting\n", what[info - 1]);
  };
}

Int order_of_char(char c) { return c == 'C' || c == 'c' ? CblasColMajor : c == 'R' || c == 'r' ? CblasRowMajor : 0; }

// 'R' conjugates and does not transpose. The reference has no such letter.
Op op_of_letter(char c) { return c == 'R' || c == 'r' ? Op::ConjNoTrans : gk::blas::op_of_char(c); }

// Of real matrices too.
Op op_of_enumerator(int trans) { return gk::blas::op_of_enum<gemmkit_c32>(trans); }

}  // namespace

#define GK_FORTRAN_MATCOPY(x, X, T)                                                                                    \
  GK_FORTRAN(void, x##omatcopy)                                                                                        \
  (const char *order, const char *trans, const Int *rows, const Int *cols, const T *alpha, const T *a, const Int *lda, \
   T *b, const Int *ldb) {                                                                                             \
    omatcopy<T>({order_of_char(*order), op_of_letter(*trans), *rows, *cols, *alpha, a, *lda, b, *ldb},                 \
                fortran_report(#X "OMATCOPY"));                                                                        \
  }                                                                                                                    \
  GK_FORTRAN(void, x##imatcopy)                                                                                        \
  (const char *order, const char *trans, const Int *rows, const Int *cols, const T *alpha, T *a, const Int *lda,       \
   const Int *ldb) {                                                                                                   \
    imatcopy<T>({order_of_char(*order), op_of_letter(*trans), *rows, *cols, *alpha, a, *lda, a, *ldb},                 \
                fortran_report(#X "IMATCOPY"));                                                                        \
  }
GK_FORTRAN_MATCOPY(s, S, float)
GK_FORTRAN_MATCOPY(d, D, double)
GK_FORTRAN_MATCOPY(c, C, gemmkit_c32)
GK_FORTRAN_MATCOPY(z, Z, gemmkit_c64)
#undef GK_FORTRAN_MATCOPY

#define GK_REAL_MATCOPY(x, T)                                                                                         \
  GK_CBLAS(void, x##omatcopy)                                                                                         \
  (CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans, Int rows, Int cols, T alpha, const T *a, Int lda, T *b, Int ldb) {     \
    omatcopy<T>(                                                                                                      \
        {gk::blas::value_of(layout), op_of_enumerator(gk::blas::value_of(trans)), rows, cols, alpha, a, lda, b, ldb}, \
        c_report("cblas_" #x "omatcopy"));                                                                            \
  }                                                                                                                   \
  GK_CBLAS(void, x##imatcopy)                                                                                         \
  (CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans, Int rows, Int cols, T alpha, T * a, Int lda, Int ldb) {                \
    imatcopy<T>(                                                                                                      \
        {gk::blas::value_of(layout), op_of_enumerator(gk::blas::value_of(trans)), rows, cols, alpha, a, lda, a, ldb}, \
        c_report("cblas_" #x "imatcopy"));                                                                            \
  }
GK_REAL_MATCOPY(s, float)
GK_REAL_MATCOPY(d, double)
#undef GK_REAL_MATCOPY

// Complex numbers come as pointers to their first part.
#define GK_COMPLEX_MATCOPY(x, T, Part)                                                                                 \
  GK_CBLAS(void, x##omatcopy)                                                                                          \
  (CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans, Int rows, Int cols, const Part *alpha, const Part *a, Int lda, Part *b, \
   Int ldb) {                                                                                                          \
    omatcopy<T>({gk::blas::value_of(layout), op_of_enumerator(gk::blas::value_of(trans)), rows, cols,                  \
                 T{alpha[0], alpha[1]}, reinterpret_cast<const T *>(a), lda, reinterpret_cast<T *>(b), ldb},           \
                c_report("cblas_" #x "omatcopy"));                                                                     \
  }                                                                                                                    \
  GK_CBLAS(void, x##imatcopy)                                                                                          \
  (CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans, Int rows, Int cols, const Part *alpha, Part *a, Int lda, Int ldb) {     \
    imatcopy<T>({gk::blas::value_of(layout), op_of_enumerator(gk::blas::value_of(trans)), rows, cols,                  \
                 T{alpha[0], alpha[1]}, reinterpret_cast<T *>(a), lda, reinterpret_cast<T *>(a), ldb},                 \
                c_report("cblas_" #x "imatcopy"));                                                                     \
  }
GK_COMPLEX_MATCOPY(c, gemmkit_c32, float)
GK_COMPLEX_MATCOPY(z, gemmkit_c64, double)
#undef GK_COMPLEX_MATCOPY
