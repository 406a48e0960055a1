// The gemv route: which way to walk the matrix, and how many workers its bytes pay for.
#include "special/gemv.h"

#include "base/checked.h"
#include "cache/machine.h"
#include "driver/finish.h"
#include "parallel/backend.h"
#include "parallel/cursor.h"
#include "parallel/policy.h"
#include "special/small_mn.h"
#include "tuning/knobs.h"

namespace gk {

namespace {

using GemvFunction = void (*)(const gk_gemv_args *);

// Pieces per worker: the more, the better they balance, but a piece of a column-major matrix is also how long its
// columns are read in one go.
constexpr int64_t kRowPieces = 4, kColumnPieces = 2;

constexpr int64_t kLeastFarBytes = 16 * kLeastL2Bytes;

// op(A) and the vectors, whichever operand of the product is the matrix.
gk_gemv_args lower(const Task &t) {
  gk_gemv_args s;
  s.k = t.k;
  s.alpha = t.alpha;
  s.beta = t.beta;
  s.y = t.c.data;
  s.shallow = 0;
  s.conj = t.n == 1 ? t.conj : swapped(t.conj);
  s.far = 0;
  if (t.n == 1) {
    s.m = t.m;
    s.a = t.a.data, s.rsa = t.a.rs, s.csa = t.a.cs;
    s.x = t.b.data, s.incx = t.b.rs;
    s.incy = t.c.rs;
  } else {
    s.m = t.n;
    s.a = t.b.data, s.rsa = t.b.cs, s.csa = t.b.rs;
    s.x = t.a.data, s.incx = t.a.cs;
    s.incy = t.c.cs;
  }
  return s;
}

// Whether the matrix is walked by columns: along the shorter stride. A single row is a dot product however it lies,
// unless it is so short that a vector of it would be mostly empty.
bool by_columns(const gk_gemv_args &s, const gk_kernel_table &kt) {
  if (s.m == 1) return s.k <= kShortRow;
  return s.csa != kt.elem_size && magnitude(s.rsa) <= magnitude(s.csa);
}

// The epilogue on elements of y.
void finish_rows(const Task &t, int64_t row, int64_t rows) {
  t.n == 1 ? finish(t, row, rows, 0, 1) : finish(t, 0, 1, row, rows);
}

struct Team {
  const Task &task;
  gk_gemv_args args;
  GemvFunction function;
  int64_t piece;  // rows
  Cursor cursor;
};

void work(void *context, int) {
  Team &team = *static_cast<Team *>(context);
  const gk_gemv_args &whole = team.args;
  int64_t job, end;
  while (team.cursor.next(&job, &end)) {
    const int64_t row = job * team.piece;
    gk_gemv_args s = whole;
    s.m = min64(end * team.piece, whole.m) - row;
    s.a = static_cast<const char *>(whole.a) + row * whole.rsa;
    s.y = static_cast<char *>(whole.y) + row * whole.incy;
    team.function(&s);
    finish_rows(team.task, row, s.m);
  }
}

int workers_for(const gk_gemv_args &s, const gk_kernel_table &kt, bool columns, int32_t requested) {
  if (serial_by_size(saturating_volume(s.m, s.k, 1))) return 1;
  if (columns && s.m < knob_extent(Knob::GEMMKIT_GEMV_AXPY_PAR_MIN_ROWS)) return 1;
  BandwidthRequest request;
  request.bytes = saturating_volume(s.m, s.k, kt.elem_size);
  request.floor = bandwidth_floor(request.bytes);
  if (request.bytes < request.floor) return 1;
  request.jobs = ceil_div(s.m * kt.out_size, machine().l1d.line);
  request.requested = requested;
  return resolve_bandwidth(request);
}

// Whether one vector holds all rows of a long walk by columns: with one chain for all of them, each multiply-add would
// wait for the one before.
bool is_thin(const gk_gemv_args &s, const gk_kernel_table &kt) {
  if (kt.thin == nullptr || s.m == 1 || s.m > kt.row_quantum || s.k < kThinDepth) return false;
  return s.rsa == kt.elem_size && s.incx == kt.elem_size;
}

void thin(const gk_gemv_args &s, const gk_kernel_table &kt) {
  const gk_thin_args args{s.m, 1, s.k, s.a, s.csa, s.x, 0, s.y, s.incy, 0, s.alpha, s.beta};
  kt.thin(&args);
}

}  // namespace

bool is_far(uint64_t bytes) {
  uint64_t from = knob(Knob::GEMMKIT_GEMV_PREFETCH_BYTES);
  if (from == 0) {
    if (bytes < static_cast<uint64_t>(kLeastFarBytes)) return false;  // no question about the machine
    const Machine &here = machine();
    from = static_cast<uint64_t>(max64(here.l3.bytes / 2, here.l2.bytes));
  }
  return bytes > from;
}

bool gemv(const Task &t) {
  const gk_kernel_table &kt = *t.kernel;
  if (!gemv_is_on(kt)) return false;
  gk_gemv_args s = lower(t);
  if (s.m == 1) {
    s.rsa = kt.elem_size;  // never taken
    // One dot product: either operand may be the matrix, and the kernel copies a vector that is not adjacent.
    if (s.csa != kt.elem_size && s.incx == kt.elem_size) {
      const void *a = s.a;
      s.a = s.x, s.x = a;
      s.incx = s.csa, s.csa = kt.elem_size;
      s.conj = swapped(s.conj);
    }
  }
  const bool columns = by_columns(s, kt);
  if (columns && is_thin(s, kt)) {
    thin(s, kt);
    finish_rows(t, 0, s.m);
    return true;
  }
  const GemvFunction function = columns ? kt.gemv_columns : kt.gemv_rows;
  s.shallow = (uint64_t)s.k <= knob(Knob::GEMMKIT_K_STREAM_MAX);
  s.far = is_far(saturating_volume(s.m, s.k, kt.elem_size));
  const int workers = workers_for(s, kt, columns, t.threads);
  if (workers <= 1) {
    function(&s);
    finish_rows(t, 0, s.m);
    return true;
  }
  // Whole cache lines of y, so that workers do not share them; whole vectors.
  const int64_t line = max64(machine().l1d.line / kt.out_size, kt.row_quantum);
  const int64_t pieces = workers * (columns ? kColumnPieces : kRowPieces);
  const int64_t piece = round_up(ceil_div(s.m, pieces), line);
  Team team{t, s, function, piece, Cursor(ceil_div(s.m, piece), 1)};
  run_team(workers, work, &team);
  return true;
}

}  // namespace gk
