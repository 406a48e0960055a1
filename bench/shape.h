// Shapes to measure, read from the text files in bench/shapes (format: see shapes/square.txt).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gk::bench {

enum class Elem { kF32, kF64, kF16, kBf16, kBf16F32, kI8, kC32, kC64 };

// What the first of ours computes beside the plain product, or how; "plain" then is the product alone.
enum class With { kNothing, kRelu, kGelu, kRequant, kPacked };

// How numbers of an operand are stored.
enum class Format { kF32, kF64, kF16, kBf16, kI8, kI32, kC32, kC64 };

struct ElemInfo {
  Elem elem;
  const char *name;  // as gemmkit_isa names it
  Format in, out;    // of A and B, and of C
  int64_t in_size, out_size;
  double operations;  // per element of C and step of k
};
const std::vector<ElemInfo> &all_elems();
const ElemInfo &info_of(Elem);
inline const char *elem_name(Elem e) { return info_of(e).name; }

// One product C <- A*B + beta*C as a BLAS call sees it, or a batch of them one behind the other in memory.
struct Shape {
  Elem elem = Elem::kF32;
  int64_t m = 0, n = 0, k = 0;
  bool trans_a = false, trans_b = false;
  bool row_major = false;
  int64_t pad_a = 0, pad_b = 0, pad_c = 0;  // elements added to the smallest leading dimension
  int64_t misalign = 0;                     // bytes all three operands start past a page boundary
  double beta = 0;
  int64_t batch = 1;  // products
  With with = With::kNothing;

  // The extent a leading dimension has to cover, plus the padding.
  int64_t lda() const { return (trans_a != row_major ? k : m) + pad_a; }
  int64_t ldb() const { return (trans_b != row_major ? n : k) + pad_b; }
  int64_t ldc() const { return (row_major ? n : m) + pad_c; }
  // Vectors along the leading dimension: ld * vectors elements make up the operand.
  int64_t vectors_a() const { return trans_a != row_major ? m : k; }
  int64_t vectors_b() const { return trans_b != row_major ? k : n; }
  int64_t vectors_c() const { return row_major ? m : n; }
  // Elements from one product of a batch to the next.
  int64_t step_a() const { return lda() * vectors_a(); }
  int64_t step_b() const { return ldb() * vectors_b(); }
  int64_t step_c() const { return ldc() * vectors_c(); }
  double flops() const { return info_of(elem).operations * double(m) * double(n) * double(k) * double(batch); }
  // Short and unique within a group: "f32 64x64x64 NN col lda+8 off16 beta1".
  std::string name() const;
};

struct Group {
  std::string name;    // file stem
  std::string title;   // "#! title ..."
  bool in_ns = false;  // "#! unit ns": report the time of a call, not GFLOP/s
  std::vector<Shape> shapes;
};

// Appends the shapes one line stands for; throws std::runtime_error if it cannot be understood.
void parse_shape_line(const std::string &line, std::vector<Shape> &out);

// Throws std::runtime_error naming file and line when a line cannot be understood.
Group read_group(const std::string &path);

}  // namespace gk::bench
