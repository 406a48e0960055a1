// The geometry behind GEMMKIT_ERR_ALIAS against brute force: every address of every small matrix written down.
#include "api/validate.h"

#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>

#include <set>
#include <vector>

namespace {

using gk::MatrixView;

std::vector<const char *> addresses(const MatrixView &v) {
  std::vector<const char *> all;
  for (int64_t e = 0; e < v.batch; ++e)
    for (int64_t i = 0; i < v.rows; ++i)
      for (int64_t j = 0; j < v.cols; ++j)
        all.push_back(static_cast<const char *>(v.data) + (i * v.rs + j * v.cs + e * v.bs) * v.elem_size);
  return all;
}

bool brute_self_alias(const MatrixView &v) {
  const std::vector<const char *> all = addresses(v);
  return std::set<const char *>(all.begin(), all.end()).size() != all.size();
}

bool brute_overlap(const MatrixView &x, const MatrixView &y) {
  std::set<const char *> bytes;
  for (const char *p : addresses(x))
    for (int64_t b = 0; b < x.elem_size; ++b) bytes.insert(p + b);
  for (const char *p : addresses(y))
    for (int64_t b = 0; b < y.elem_size; ++b)
      if (bytes.count(p + b)) return true;
  return false;
}

char arena[1 << 20];  // addresses only; nothing is read

MatrixView view(int64_t byte_offset, int64_t elem_size, int64_t rows, int64_t cols, int64_t rs, int64_t cs) {
  return {arena + byte_offset, elem_size, INT64_MAX, rows, cols, rs, cs, "X"};
}

}  // namespace

TEST_CASE("self alias is exact", "[api]") {
  for (int64_t rows = 0; rows <= 6; ++rows)
    for (int64_t cols = 0; cols <= 6; ++cols)
      for (int64_t rs = 0; rs <= 13; ++rs)
        for (int64_t cs = 0; cs <= 13; ++cs) {
          const MatrixView v = view(0, 4, rows, cols, rs, cs);
          if (gk::aliases_itself(v) == brute_self_alias(v)) continue;
          CAPTURE(rows, cols, rs, cs);
          FAIL("differs from brute force");
        }
}

TEST_CASE("self alias of huge views does not overflow", "[api]") {
  const int64_t big = int64_t{1} << 40;
  CHECK_FALSE(gk::aliases_itself(view(0, 8, big, 4, 1, big)));
  CHECK(gk::aliases_itself(view(0, 8, big, 4, 1, big - 1)));
  CHECK_FALSE(gk::aliases_itself(view(0, 8, 1 << 20, 1 << 20, (1 << 20) + 1, 1 << 20)));
}

TEST_CASE("overlap is exact for small views", "[api]") {
  rc::prop("equals brute force", [] {
    const auto draw = [] {
      const int64_t elem_size = *rc::gen::element<int64_t>(1, 2, 4, 8, 16);
      return view(*rc::gen::inRange<int64_t>(0, 60) * (*rc::gen::inRange(0, 4) == 0 ? 1 : elem_size), elem_size,
                  *rc::gen::inRange<int64_t>(0, 7), *rc::gen::inRange<int64_t>(0, 7), *rc::gen::inRange<int64_t>(0, 12),
                  *rc::gen::inRange<int64_t>(0, 12));
    };
    const MatrixView x = draw(), y = draw();
    RC_CLASSIFY(gk::overlaps(x, y));
    RC_ASSERT(gk::overlaps(x, y) == brute_overlap(x, y));
    RC_ASSERT(gk::overlaps(y, x) == gk::overlaps(x, y));
  });
}

TEST_CASE("overlap within and between batches is exact for small views", "[api]") {
  rc::prop("equals brute force", [] {
    auto draw = [&] {
      MatrixView v = view(*rc::gen::inRange<int64_t>(0, 60) * 2, *rc::gen::element<int64_t>(2, 4),
                          *rc::gen::inRange<int64_t>(0, 5), *rc::gen::inRange<int64_t>(0, 5),
                          *rc::gen::inRange<int64_t>(0, 12), *rc::gen::inRange<int64_t>(0, 12));
      v.batch = *rc::gen::inRange<int64_t>(0, 5);
      v.bs = *rc::gen::inRange<int64_t>(0, 30);
      return v;
    };
    const MatrixView x = draw(), y = draw();
    RC_CLASSIFY(gk::overlaps(x, y));
    RC_ASSERT(gk::overlaps(x, y) == brute_overlap(x, y));
    RC_CLASSIFY(gk::entries_overlap(x), "entries overlap");
    RC_ASSERT((gk::aliases_itself(x) || gk::entries_overlap(x)) == brute_self_alias(x));
  });
}

TEST_CASE("huge batches do not overflow and take no time", "[api]") {
  MatrixView v = view(0, 8, 4, 4, 1, 4);
  v.batch = int64_t{1} << 50;
  v.bs = 16;
  CHECK_FALSE(gk::entries_overlap(v));
  v.bs = 15;
  CHECK(gk::entries_overlap(v));
  v.rs = v.batch, v.cs = 4 * v.batch, v.bs = 1;  // interleaved element by element
  CHECK_FALSE(gk::entries_overlap(v));
  v.rs = v.batch - 1;
  CHECK(gk::entries_overlap(v));
}

TEST_CASE("matrices interleaved in one buffer", "[api]") {
  const int64_t ld = 1000, n = 64;
  const int64_t size = GENERATE(4, 8);
  SECTION("rows 0.. and 500.. of the same columns") {
    const MatrixView top = view(0, size, 500, n, 1, ld), bottom = view(500 * size, size, 500, n, 1, ld);
    CHECK_FALSE(gk::overlaps(top, bottom));
    CHECK(gk::overlaps(top, view(499 * size, size, 500, n, 1, ld)));
    CHECK(gk::overlaps(top, view((500 - ld) * size + ld * size * 3 - 501 * size, size, 500, n, 1, ld)));
  }
  SECTION("the lower block read transposed") {
    CHECK_FALSE(gk::overlaps(view(0, size, 64, n, 1, ld), view(64 * size, size, n, 64, ld, 1)));
    CHECK(gk::overlaps(view(0, size, 64, n, 1, ld), view(63 * size, size, n, 64, ld, 1)));
  }
  SECTION("even and odd columns") {
    CHECK_FALSE(gk::overlaps(view(0, size, ld, 30, 1, 2 * ld), view(ld * size, size, ld, 30, 1, 2 * ld)));
  }
  SECTION("even and odd rows, real and imaginary parts") {
    CHECK_FALSE(gk::overlaps(view(0, size, 500, n, 2, ld), view(size, size, 500, n, 2, ld)));
    CHECK(gk::overlaps(view(0, size, 500, n, 2, ld), view(size, size, 500, n, 2, ld - 1)));
  }
  SECTION("a column vector beside the matrix, its other stride arbitrary") {
    CHECK_FALSE(gk::overlaps(view(0, size, 500, n, 1, ld), view(500 * size, size, 1, 30, 7, ld)));
    CHECK(gk::overlaps(view(0, size, 500, n, 1, ld), view(499 * size, size, 1, 30, 7, ld)));
  }
  SECTION("half an element off") {
    CHECK_FALSE(gk::overlaps(view(0, size, 10, 1, 2, 0), view(size, size, 10, 1, 2, 0)));
    CHECK(gk::overlaps(view(0, size, 10, 1, 2, 0), view(size / 2, size, 10, 1, 2, 0)));
  }
  SECTION("broadcast inputs") {
    CHECK_FALSE(gk::overlaps(view(0, size, 8, 8, 1, 9), view(8 * size, size, 100, 100, 0, 0)));
    CHECK(gk::overlaps(view(0, size, 8, 8, 1, 9), view(9 * size, size, 100, 100, 0, 0)));
  }
}

TEST_CASE("elements of different sizes", "[api]") {
  // The 32-bit sums of 8-bit matrices, side by side in one buffer of bytes.
  const MatrixView c = view(0, 4, 100, 30, 1, 250);  // columns of 400 bytes, 1000 bytes apart
  CHECK_FALSE(gk::overlaps(c, view(400, 1, 600, 30, 1, 1000)));
  CHECK(gk::overlaps(c, view(399, 1, 600, 30, 1, 1000)));
  CHECK(gk::overlaps(c, view(400, 1, 601, 30, 1, 1000)));
  // Strides that are never taken are not multiplied either.
  CHECK_FALSE(gk::overlaps(view(0, 4, 1, 1, INT64_MAX, INT64_MAX), view(4, 1, 1, 1, INT64_MAX, INT64_MAX)));
  CHECK(gk::overlaps(view(0, 4, 1, 1, INT64_MAX, INT64_MAX), view(3, 1, 1, 1, INT64_MAX, INT64_MAX)));
}

TEST_CASE("different leading dimensions are solved too", "[api]") {
  // Columns of 3 at stride 10 and columns of 3 at stride 15, shifted by 5: the residues modulo 5 meet or not.
  CHECK(gk::overlaps(view(0, 8, 3, 50, 1, 10), view(5 * 8, 8, 3, 50, 1, 15)));
  CHECK_FALSE(gk::overlaps(view(0, 8, 2, 50, 1, 10), view(2 * 8, 8, 3, 50, 1, 15)));
}
