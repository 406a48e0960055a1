// The blocking model. It follows Low, Igual, Smith and Quintana-Orti, "Analytical Modeling Is Enough for
// High-Performance BLIS" (ACM TOMS 43(2), 2016), with the loop order turned around:
//
//   for each block of C          a job: it owns its elements of C through all of k
//     for pc in KC depth           a slice of k
//       for ic in MC rows            A piece MC x KC, packed or not, stays in L2
//         for jr in nr columns         B strip KC x nr stays in L1
//           for ir in mr rows            one microtile: an A micropanel streams from L2 through L1
//
// How large the blocks of C are, and how many jobs there are, is driver/plan.cc's to decide; KC depends on neither.
#include "cache/blocking.h"

#include "base/checked.h"
#include "tuning/knobs.h"

namespace gk {
namespace {

// Depth slices begin at multiples of this, which keeps the unrolled depth loop free of remainders.
constexpr int64_t kDepthStep = 8;
// Share of L2 for the block of A. The paper leaves one way each to B and C; measured on Sapphire Rapids
// (2 MiB, 16 ways), 0.5 to 0.6 is best: C tiles, B strips and what the prefetchers bring in need the rest.
constexpr int64_t kL2Percent = 56;

// Bytes of L2 that a piece of A may fill.
int64_t l2_share(const Machine &machine) { return machine.l2.bytes_per_worker() / 100 * kL2Percent; }

int64_t clamp(int64_t value, int64_t least, int64_t most) { return max64(least, min64(value, most)); }

// Bytes of one row of a piece of A, or one column of a B panel. A forced KC may be any number: the clamp, far
// beyond every cache, keeps the product in range.
int64_t depth_bytes(int64_t kc, const TileShape &tile) { return min64(kc, int64_t{1} << 40) * tile.elem_size; }

// Bytes of a cache that `ways` of its ways hold. Caches of very few ways are divided by bytes instead.
int64_t way_bytes(const CacheLevel &cache, int64_t ways) { return cache.bytes / cache.ways * ways; }

// The paper's k_c (section 4.1) keeps an A and a B micropanel in L1 together. Here mr is up to six times nr,
// so A's panel streams through (it is read once per strip anyway) and only B's strip is meant to stay: it
// gets a third of the ways, rounded, and A and C pass through the others.
int64_t model_kc(const Machine &machine, const TileShape &tile, int64_t kc_min) {
  const CacheLevel &l1 = machine.l1d;
  int64_t bytes = l1.ways < 3 ? l1.bytes / 3 : way_bytes(l1, (l1.ways + 1) / 3);
  int64_t kc = bytes / (int64_t{tile.nr} * tile.elem_size);
  // A single A micropanel may not outgrow its share of L2 either.
  int64_t share = l2_share(machine);
  kc = min64(kc, share / (int64_t{tile.mr} * tile.elem_size));
  // Short slices would load and store C too often: with elements of 8 bytes 512 steps beat 256 by 4 % here,
  // although the strip then takes two thirds of L1. That is the most it may take.
  kc = max64(kc, min64(kc_min, l1.bytes / 3 * 2 / (int64_t{tile.nr} * tile.elem_size)));
  return max64(kDepthStep, kc / kDepthStep * kDepthStep);
}

// The paper's m_c (section 4.2): the A block fills L2 but for the share of the other operands. Whole microtiles: the
// lower ones that another height would end in are some percent slower.
int64_t model_mc(const Machine &machine, const TileShape &tile, int64_t kc, int64_t most_panels) {
  int64_t share = l2_share(machine);
  int64_t rows = share / depth_bytes(kc, tile) / tile.mr * tile.mr;
  if (most_panels > 0) rows = min64(rows, clamp(most_panels, 1, INT64_MAX / tile.mr) * tile.mr);
  return max64(tile.mr, rows);
}

// The paper's n_c (section 4.3): the B panel KC x NC, read again by every piece of A, fills L3 but for one
// way that C and A stream through. Without an L3 a fixed number of strips bounds the C block instead.
int64_t model_nc(const Machine &machine, const TileShape &tile, int64_t kc, int64_t no_l3_panels) {
  const CacheLevel &l3 = machine.l3;
  int64_t strips = no_l3_panels;
  if (l3.bytes > 0) {
    int64_t bytes = l3.ways < 2 ? l3.bytes / 2 : way_bytes(l3, l3.ways - 1);
    strips = bytes / l3.shared_by / depth_bytes(kc, tile) / tile.nr;
  }
  return clamp(strips, 1, INT64_MAX / tile.nr) * tile.nr;
}

}  // namespace

BlockingLimits blocking_limits() {
  BlockingLimits limits;
  limits.kc = knob_extent(Knob::GEMMKIT_KC);
  limits.mc = knob_extent(Knob::GEMMKIT_MC);
  limits.nc = knob_extent(Knob::GEMMKIT_NC);
  limits.kc_min = knob_extent(Knob::GEMMKIT_KC_MIN);
  limits.mc_panels = knob_extent(Knob::GEMMKIT_MC_REG_PANELS);
  limits.nc_no_l3_panels = knob_extent(Knob::GEMMKIT_NC_NO_L3_PANELS);
  return limits;
}

Blocking choose_blocking(const Machine &reported, const TileShape &tile, const BlockingLimits &limits, int64_t m,
                         int64_t n, int64_t k) {
  Machine machine = plausible(reported);
  m = max64(1, m), n = max64(1, n), k = max64(1, k);
  Blocking blocking;

  // All slices nearly equal: a last slice of a few steps would load and store all of C for little work.
  if (limits.kc > 0) {
    blocking.kc = min64(k, limits.kc);
  } else {
    blocking.kc = balanced(k, model_kc(machine, tile, limits.kc_min), kDepthStep);
  }

  if (limits.mc > 0) {
    // No overflow: m bounds the value, and a rounded-up m is cut to m again.
    blocking.mc = limits.mc >= m ? m : min64(m, round_up(limits.mc, tile.row_quantum));
  } else {
    blocking.mc = balanced(m, model_mc(machine, tile, blocking.kc, limits.mc_panels), tile.mr);
  }

  if (limits.nc > 0) {
    blocking.nc = min64(n, limits.nc);
  } else {
    blocking.nc = balanced(n, model_nc(machine, tile, blocking.kc, limits.nc_no_l3_panels), tile.nr);
  }
  return blocking;
}

uint64_t bandwidth_floor(uint64_t bytes) {
  const uint64_t asked = knob(Knob::GEMMKIT_GEMV_PARALLEL_BYTES);
  if (asked != 0) return asked;
  const bool near = bytes < static_cast<uint64_t>(kLeastL2Bytes);
  return static_cast<uint64_t>(near ? kLeastL2Bytes : machine().l2.bytes_per_worker());
}

}  // namespace gk
