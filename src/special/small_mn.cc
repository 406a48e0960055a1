// The small-mn route. However the operands of such a product lie, none needs a copy but two to eight rows or columns:
// with rows of A (or, turned around, columns of B) adjacent the strip kernel reads them in place, or the thin one where
// the strip kernel's lanes would be idle; with k adjacent in both, or in the larger, dot products do.
#include "special/small_mn.h"

#include "base/checked.h"
#include "cache/machine.h"
#include "driver/finish.h"
#include "driver/plan.h"
#include "driver/strips.h"
#include "parallel/backend.h"
#include "parallel/cursor.h"
#include "parallel/policy.h"
#include "tuning/knobs.h"

namespace gk {

namespace {

// Beyond this, whatever the knob says, the counts of dots_pay might overflow.
constexpr int64_t kMostDim = int64_t{1} << 20;

bool is_small(const Task &t) {
  const int64_t dim = min64(knob_extent(Knob::GEMMKIT_SMALL_MN_DIM), kMostDim);
  return t.m <= dim && t.n <= dim;
}

// For routes that end every element of C on its own, C has to be small against k.
bool small_against_depth(const Task &t, int64_t least_depth_per_element) {
  return is_small(t) && saturating_volume(t.m, t.n, least_depth_per_element) <= (uint64_t)t.k;
}

// What dots cost besides their multiply-adds against what the other routes do, which would copy A: all in lanes of a
// multiply-add, by measurements with 8 and 16 of them.
bool dots_pay(const Task &t) {
  const int64_t lanes = t.kernel->row_quantum;
  const uint64_t totals = saturating_volume(t.m, t.n, lanes * 5 / 2);  // of a vector for each element of C
  int64_t per_step = 7 * t.m + (round_up(t.m, lanes) - t.m) * t.n;     // copying a column of A; idle lanes
  const uint64_t bytes = saturating_volume(t.m + t.n, t.k, t.kernel->elem_size);
  if (bytes > (uint64_t)kLeastL2Bytes && bytes > (uint64_t)machine().l2.bytes) {
    // Every block of C but the first reads its rows and columns from beyond the L2 cache.
    per_step -= 4 * ((ceil_div(t.n, gk_dots_block) - 1) * t.m + (ceil_div(t.m, gk_dots_block) - 1) * t.n);
  }
  return per_step > 0 && totals <= saturating_volume(per_step, t.k, 1);
}

// An A whose rows are adjacent as well (its columns overlap) need not be copied, and thin_conceivable relies on it that
// such do not come here.
bool dots_suit(const Task &t) {
  const gk_kernel_table &kt = *t.kernel;
  if (t.a.rs == kt.elem_size || t.a.cs != kt.elem_size || t.b.rs != kt.elem_size) return false;
  return kt.dots != nullptr && is_small(t) && dots_pay(t);
}

// The many side of a product of few rows or columns is read in place, the few are copied where k is not adjacent in
// them. Against the sums of dots stand, for tiles, the idle lanes of few rows, or the copy of many. The numbers are
// measured, with 4, 8 and 16 lanes.
bool few_suit(const Task &t) {
  constexpr int64_t kFewDepth = 48;
  const gk_kernel_table &kt = *t.kernel;
  if (!few_conceivable(t) || t.k < kFewDepth || kt.dots == nullptr) return false;
  if (knob(Knob::GEMMKIT_SMALL_MN_DIM) == 0) return false;
  if (t.m > t.n) return t.a.cs == kt.elem_size && t.a.rs != kt.elem_size;
  if (t.b.rs != kt.elem_size) return false;
  const int64_t lanes = kt.row_quantum, sums_and_copy = t.a.cs == kt.elem_size ? 8 : 16;
  return sums_and_copy * t.m * lanes <= (lanes - t.m) * t.k;
}

bool thin_suits(const Task &t) {
  const gk_kernel_table &kt = *t.kernel;
  if (t.k < kThinDepth || 2 * t.m > kt.row_quantum || kt.thin == nullptr) return false;
  return t.a.rs == kt.elem_size && t.b.rs == kt.elem_size && small_against_depth(t, 2);
}

// Vectors along the columns of C, of which B is transposed in registers on the way, against tiles with idle lanes. With
// more rows than a quarter of a vector the way pays once the depth is longer, or A would have to be copied too. From
// kDeep on the sums of dots pay. The numbers are measured, with 8 and 16 lanes.
bool few_rows_pay(int64_t rows, int64_t k, bool rows_adjacent, const gk_kernel_table &kt) {
  constexpr int64_t kShort = 32, kDeep = 96;
  if (kt.few_rows == nullptr || rows < 2 || rows > gk_few_rows || 2 * rows > kt.row_quantum || k > kDeep) return false;
  return 4 * rows <= kt.row_quantum || k >= kShort || !rows_adjacent;
}

// Columns of C in a piece; the last one takes the rest as well.
constexpr int64_t kPieceColumns = 64;

struct FewRows {
  const gk_kernel_table &kernel;
  gk_product product;
  Cursor cursor;
};

void some_columns(void *context, int) {
  FewRows &team = *static_cast<FewRows *>(context);
  const gk_product &whole = team.product;
  const int64_t pieces = whole.n / kPieceColumns;
  int64_t job, end;
  while (team.cursor.next(&job, &end)) {
    const int64_t column = job * kPieceColumns;
    gk_product p = whole;
    p.n = (end == pieces ? whole.n : end * kPieceColumns) - column;
    p.b.data = static_cast<const char *>(whole.b.data) + column * whole.b.cs;
    p.c.data = static_cast<char *>(whole.c.data) + column * whole.c.cs;
    team.kernel.few_rows(&p);
  }
}

// Rows of C in a piece: what the kernel computes together.
constexpr int64_t kPieceRows = 4;

struct Team {
  const gk_kernel_table &kernel;
  gk_dots_args args;
  Cursor cursor;
};

void work(void *context, int) {
  Team &team = *static_cast<Team *>(context);
  const gk_dots_args &whole = team.args;
  int64_t job, end;
  while (team.cursor.next(&job, &end)) {
    gk_dots_args s = whole;
    const int64_t row = job * kPieceRows;
    s.m = min64(end * kPieceRows, whole.m) - row;
    s.a = static_cast<const char *>(whole.a) + row * whole.rsa;
    s.c = static_cast<char *>(whole.c) + row * whole.rsc;
    team.kernel.dots(&s);
  }
}

void dots(const Task &t) {
  const gk_kernel_table &kt = *t.kernel;
  gk_dots_args s{t.m,    t.n,      t.k,    t.m * t.n, t.a.data, t.a.rs, t.b.data,
                 t.b.cs, t.c.data, t.c.rs, t.c.cs,    t.alpha,  t.beta};
  // Pieces are cut from the rows; C^T = B^T A^T makes them of the longer side.
  if (s.n > s.m) {
    s.m = t.n, s.n = t.m;
    s.a = t.b.data, s.rsa = t.b.cs;
    s.b = t.a.data, s.csb = t.a.rs;
    s.rsc = t.c.cs, s.csc = t.c.rs;
  }
  const int64_t pieces = ceil_div(s.m, kPieceRows);
  const int workers = resolve_workers({saturating_volume(t.m, t.n, t.k), pieces, t.threads});
  if (workers <= 1) {
    kt.dots(&s);
    return;
  }
  Team team{kt, s, Cursor(pieces, pieces / (workers * jobs_per_worker()))};
  run_team(workers, work, &team);
}

// Where k is adjacent in the few as well, or once they are copied, slice by slice. Slices depend on the operands' types
// alone.
void few_dots(const Task &whole) {
  const gk_kernel_table &kt = *whole.kernel;
  const bool rows = whole.m <= whole.n;
  const Input &few = rows ? whole.a : whole.b;
  if ((rows ? few.cs : few.rs) == kt.elem_size) return dots(whole);
  constexpr int64_t kLine = kScratchBytes / kFew, kApart = 64;  // or lines would evict each other
  alignas(64) char copied[kScratchBytes];
  const int64_t slice = (kLine - kApart) / kt.elem_size, line = slice * kt.elem_size + kApart;
  for (int64_t p = 0; p < whole.k; p += slice) {
    Task t = whole;
    t.k = min64(slice, whole.k - p);
    t.a.data = static_cast<const char *>(whole.a.data) + p * whole.a.cs;
    t.b.data = static_cast<const char *>(whole.b.data) + p * whole.b.rs;
    if (p > 0) t.beta = kt.one;
    const gk_pack_rhs_args copy = rows ? gk_pack_rhs_args{t.k, t.m, t.a.data, t.a.cs, t.a.rs, copied, line}
                                       : gk_pack_rhs_args{t.k, t.n, t.b.data, t.b.rs, t.b.cs, copied, line};
    kt.pack_rhs(&copy);
    if (rows) {
      t.a = {copied, line, kt.elem_size};
    } else {
      t.b = {copied, kt.elem_size, line};
    }
    dots(t);
  }
}

void thin(const Task &t) {
  const Strips strips(t.n, t.kernel->nr);
  gk_thin_args s{t.m, 0, t.k, t.a.data, t.a.cs, t.b.data, t.b.cs, t.c.data, t.c.rs, t.c.cs, t.alpha, t.beta};
  for (int64_t i = 0; i < strips.count; ++i) {
    s.n = strips.columns(i);
    t.kernel->thin(&s);
    s.b = static_cast<const char *>(s.b) + s.n * s.csb;
    s.c = static_cast<char *>(s.c) + s.n * s.csc;
  }
}

}  // namespace

bool small_mn_suits(const Task &t) { return few_rows_suit(t) || dots_suit(t) || thin_suits(t) || few_suit(t); }

void small_mn(const Task &t) {
  if (few_rows_suit(t)) return few_rows(t);
  if (dots_suit(t)) {
    dots(t);
  } else if (thin_suits(t)) {
    thin(t);
  } else {
    few_dots(t);
  }
  finish(t);
}

bool few_turn(const Task &t) {
  const gk_kernel_table &kt = *t.kernel;
  if (t.m <= kFew && t.n >= kMany) {
    return kt.dots != nullptr && t.m % kt.row_quantum != 0 && t.b.cs == kt.elem_size && t.b.rs != kt.elem_size;
  }
  // Dot products, which read the many once as well, need no turn, and pay sooner.
  constexpr int64_t kShallow = 64;
  return few_conceivable(t) && t.k <= kShallow && t.a.cs == kt.elem_size && t.a.rs != kt.elem_size &&
         few_rows_pay(t.n, t.k, t.b.cs == kt.elem_size, kt);
}

bool few_rows_suit(const Task &t) {
  const gk_kernel_table &kt = *t.kernel;
  if (!few_conceivable(t) || t.n < kMany || t.b.rs != kt.elem_size) return false;
  return few_rows_pay(t.m, t.k, t.a.rs == kt.elem_size, kt);
}

void few_rows(const Task &whole) {
  const gk_kernel_table &kt = *whole.kernel;
  gk_product p = whole;
  alignas(64) char copied[kScratchBytes];
  if (p.a.rs != kt.elem_size) {
    // To the kernel that makes columns adjacent, A is what B is elsewhere.
    const int64_t column = p.m * kt.elem_size;
    const gk_pack_rhs_args copy{p.m, p.k, p.a.data, p.a.rs, p.a.cs, copied, column};
    kt.pack_rhs(&copy);
    p.a = {copied, kt.elem_size, column};
  }
  const int64_t pieces = p.n / kPieceColumns;
  const int workers = resolve_workers({saturating_volume(p.m, p.n, p.k), pieces, whole.threads});
  if (workers <= 1) {
    kt.few_rows(&p);
  } else {
    FewRows team{kt, p, Cursor(pieces, pieces / (workers * jobs_per_worker()))};
    run_team(workers, some_columns, &team);
  }
  finish(whole);
}

bool small_mn_turns(const Task &t) {
  const gk_kernel_table &kt = *t.kernel;
  if (few_turn(t)) return true;
  return t.a.rs != kt.elem_size && t.b.cs == kt.elem_size && t.a.cs == kt.elem_size && small_against_depth(t, 1);
}

}  // namespace gk
