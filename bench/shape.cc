// Parses the shape files: one line may stand for several shapes (lists and ranges).
#include "shape.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace gk::bench {
namespace {

std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

int64_t parse_int(const std::string &text) {
  size_t used = 0;
  int64_t value = 0;
  try {
    value = std::stoll(text, &used);
  } catch (const std::exception &) {
    used = 0;
  }
  if (used == 0 || used != text.size() || value < 0) throw std::runtime_error("not a number: '" + text + "'");
  return value;
}

// "64", "8,16,32" or "1:128:1"; an empty result stands for "=", the value of m.
std::vector<int64_t> parse_extent(const std::string &text) {
  std::vector<int64_t> values;
  if (text == "=") return values;
  if (text.find(':') != std::string::npos) {
    const auto parts = split(text, ':');
    if (parts.size() != 3) throw std::runtime_error("a range is first:last:step, not '" + text + "'");
    const int64_t last = parse_int(parts[1]), step = parse_int(parts[2]);
    if (step == 0) throw std::runtime_error("range step 0");
    for (int64_t v = parse_int(parts[0]); v <= last; v += step) values.push_back(v);
  } else {
    for (const auto &part : split(text, ',')) values.push_back(parse_int(part));
  }
  if (values.empty()) throw std::runtime_error("empty extent '" + text + "'");
  return values;
}

// An absolute leading dimension is turned into padding once the shape is known: ld=1032 for m = 1024 is +8.
struct Padding {
  int64_t value = 0;
  bool absolute = false;
  int64_t over(int64_t minimum) const {
    if (!absolute) return value;
    if (value < minimum) throw std::runtime_error("leading dimension below its minimum");
    return value - minimum;
  }
};

Padding parse_padding(const std::string &text) {
  if (text.starts_with('+')) return {parse_int(text.substr(1)), false};
  return {parse_int(text), true};
}

struct Options {
  Padding lda, ldb, ldc;
  int64_t misalign = 0;
  double beta = 0;
  int64_t batch = 1;
  With with = With::kNothing;
};

constexpr const char *kWithNames[] = {"", "relu", "gelu", "requant", "packed"};

With with_of(const std::string &name) {
  for (const With with : {With::kRelu, With::kGelu, With::kRequant, With::kPacked})
    if (name == kWithNames[size_t(with)]) return with;
  throw std::runtime_error("with: relu, gelu, requant or packed");
}

Options parse_options(std::istream &words) {
  Options options;
  for (std::string word; words >> word;) {
    const size_t eq = word.find('=');
    if (eq == std::string::npos) throw std::runtime_error("expected key=value, got '" + word + "'");
    const std::string key = word.substr(0, eq), value = word.substr(eq + 1);
    if (key == "lda") {
      options.lda = parse_padding(value);
    } else if (key == "ldb") {
      options.ldb = parse_padding(value);
    } else if (key == "ldc") {
      options.ldc = parse_padding(value);
    } else if (key == "ld") {
      options.lda = options.ldb = options.ldc = parse_padding(value);
    } else if (key == "off") {
      options.misalign = parse_int(value);
      if (options.misalign % 4 != 0 || options.misalign >= 4096) throw std::runtime_error("off: 0, 4, ... 4092");
    } else if (key == "beta") {
      options.beta = std::stod(value);
      // C is fed back into the next call of a sample, so a larger beta would grow it without bound.
      if (options.beta < -1 || options.beta > 1) throw std::runtime_error("beta: between -1 and 1");
    } else if (key == "batch") {
      options.batch = parse_int(value);
      if (options.batch == 0) throw std::runtime_error("batch: at least 1");
    } else if (key == "with") {
      options.with = with_of(value);
    } else {
      throw std::runtime_error("unknown key '" + key + "'");
    }
  }
  return options;
}

void add_shape(Shape shape, const Options &options, std::vector<Shape> &out) {
  shape.pad_a = shape.pad_b = shape.pad_c = 0;
  shape.pad_a = options.lda.over(shape.lda());
  shape.pad_b = options.ldb.over(shape.ldb());
  shape.pad_c = options.ldc.over(shape.ldc());
  shape.misalign = options.misalign;
  shape.beta = options.beta;
  shape.batch = options.batch;
  shape.with = options.with;
  out.push_back(shape);
}

Elem elem_of(const std::string &name) {
  for (const ElemInfo &info : all_elems())
    if (name == info.name) return info.elem;
  throw std::runtime_error("unknown type '" + name + "'");
}

}  // namespace

const std::vector<ElemInfo> &all_elems() {
  static const std::vector<ElemInfo> elems = {
      {Elem::kF32, "f32", Format::kF32, Format::kF32, 4, 4, 2},
      {Elem::kF64, "f64", Format::kF64, Format::kF64, 8, 8, 2},
      {Elem::kF16, "f16", Format::kF16, Format::kF16, 2, 2, 2},
      {Elem::kBf16, "bf16", Format::kBf16, Format::kBf16, 2, 2, 2},
      {Elem::kBf16F32, "bf16_f32", Format::kBf16, Format::kF32, 2, 4, 2},
      {Elem::kI8, "i8", Format::kI8, Format::kI32, 1, 4, 2},
      {Elem::kC32, "c32", Format::kC32, Format::kC32, 8, 8, 8},
      {Elem::kC64, "c64", Format::kC64, Format::kC64, 16, 16, 8},
  };
  return elems;
}

const ElemInfo &info_of(Elem elem) { return all_elems()[size_t(elem)]; }

// type(s) m n k op(s) layout(s) [key=value...]
void parse_shape_line(const std::string &line, std::vector<Shape> &out) {
  std::istringstream words(line);
  std::string types, m_text, n_text, k_text, ops, layouts;
  if (!(words >> types >> m_text >> n_text >> k_text >> ops >> layouts))
    throw std::runtime_error("too few fields, a shape is: type m n k ops layout [key=value ...]");
  const Options options = parse_options(words);
  const auto ms = parse_extent(m_text), ns = parse_extent(n_text), ks = parse_extent(k_text);
  if (ms.empty()) throw std::runtime_error("m cannot be '='");
  for (const auto &type : split(types, ',')) {
    const Elem elem = elem_of(type);
    if (elem == Elem::kI8 && options.beta != std::nearbyint(options.beta))
      throw std::runtime_error("beta: whole for i8");
    if (options.with != With::kNothing && elem != (options.with == With::kRequant ? Elem::kI8 : Elem::kF32))
      throw std::runtime_error("with: requant of i8, the others of f32");
    if (options.with != With::kNothing && (options.beta != 0 || options.batch != 1))
      throw std::runtime_error("with: beta 0, one product");
    for (const auto &layout : split(layouts, ',')) {
      if (layout != "col" && layout != "row") throw std::runtime_error("unknown layout '" + layout + "'");
      for (const auto &op : split(ops, ',')) {
        if (op.size() != 2 || op.find_first_not_of("NT") != std::string::npos)
          throw std::runtime_error("ops are NN NT TN TT, not '" + op + "'");
        for (const int64_t m : ms) {
          for (const int64_t n : ns.empty() ? std::vector<int64_t>{m} : ns) {
            for (const int64_t k : ks.empty() ? std::vector<int64_t>{m} : ks) {
              Shape shape;
              shape.elem = elem;
              shape.m = m, shape.n = n, shape.k = k;
              shape.trans_a = op[0] == 'T', shape.trans_b = op[1] == 'T';
              shape.row_major = layout == "row";
              add_shape(shape, options, out);
            }
          }
        }
      }
    }
  }
}

std::string Shape::name() const {
  std::ostringstream s;
  s << elem_name(elem) << ' ' << m << 'x' << n << 'x' << k << ' ' << (trans_a ? 'T' : 'N') << (trans_b ? 'T' : 'N')
    << (row_major ? " row" : " col");
  if (pad_a == pad_b && pad_b == pad_c) {
    if (pad_a) s << " ld+" << pad_a;
  } else {
    if (pad_a) s << " lda+" << pad_a;
    if (pad_b) s << " ldb+" << pad_b;
    if (pad_c) s << " ldc+" << pad_c;
  }
  if (misalign) s << " off" << misalign;
  if (beta != 0) s << " beta" << beta;
  if (batch != 1) s << " x" << batch;
  if (with != With::kNothing) s << ' ' << kWithNames[size_t(with)];
  return s.str();
}

Group read_group(const std::string &path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  Group group;
  const size_t slash = path.find_last_of('/');
  group.name = slash == std::string::npos ? path : path.substr(slash + 1);
  if (group.name.ends_with(".txt")) group.name.resize(group.name.size() - 4);
  group.title = group.name;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.starts_with("#! title ")) group.title = line.substr(9);
    if (line.starts_with("#! unit ns")) group.in_ns = true;
    line.resize(std::min(line.size(), line.find('#')));
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    try {
      parse_shape_line(line, group.shapes);
    } catch (const std::exception &error) {
      throw std::runtime_error(path + ":" + std::to_string(number) + ": " + error.what());
    }
  }
  return group;
}

}  // namespace gk::bench
