#!/bin/sh
# What cannot be multiplied is refused with one error of the compiler, in words of ours.
# usage: compile_errors.sh INCLUDE_DIR [flag...]     each flag goes to the compiler, $CXX
set -u
include=$1
shift
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

# refused HEADER WORDS CODE
refused() {
  printf '#include <gemmkit/%s>\n#include <complex>\n#include <vector>\nint main() { %s }\n' "$1" "$3" >"$work/x.cc"
  for standard in 17 20; do
    LC_ALL=C ${CXX:-g++} -std=c++$standard -fsyntax-only -I "$include" "$flags" "$work/x.cc" >"$work/out" 2>&1 &&
      { echo "FAILED: accepted $3"; failed=1; continue; }
    if [ "$(grep -cE '(error|fatal error):' "$work/out")" -ne 1 ] || ! grep -E 'error:.*gemmkit: ' "$work/out" | grep -qF "$2"; then
      echo "FAILED: not one readable line (c++$standard) of: $3"
      grep -E 'error:' "$work/out"
      failed=1
    fi
  done
}
flags=${1:--Wall}

m='auto v = gemmkit::row_major(x, 2, 2);'
types='no product of these element types'
place='not a matrix that can be read in place'
refused gemmkit.hpp "$types" "int x[4]; $m gemmkit::gemm(1, v, v, 0, v);"
refused gemmkit.hpp "$types" "long double x[4]; $m gemmkit::dot(v, v);"
refused gemmkit.hpp "$types" "unsigned short x[4]; $m gemmkit::gemm(1, v, v, 0, v);"
refused gemmkit.hpp "$types" "float x[4]; double y[4]; $m gemmkit::gemm(1, v, gemmkit::row_major(y, 2, 2), 0, v);"
refused gemmkit.hpp "$types" "signed char x[4]; $m gemmkit::gemm(1, v, v, 0, v);"
refused gemmkit.hpp "$types" "std::complex<long double> x[4]; $m gemmkit::gemm(1, v, v, 0, v);"
refused gemmkit.hpp "$types" "int x[4]; $m gemmkit::prepack_rhs(v);"
refused gemmkit.hpp "$types" "int x[8]; auto v = gemmkit::row_major(x, 2, 2, 2); gemmkit::gemm_batched(1, v, v, 0, v);"
refused gemmkit.hpp "C is read-only" "const float x[4] = {}; $m gemmkit::gemm(1, v, v, 0, v);"
refused gemmkit.hpp "$place" "float x[4]; $m gemmkit::gemm(1, v, std::vector<float>(4), 0, v);"
refused gemmkit.hpp "$place" "std::vector<float> v(4); gemmkit::dot(v, v);"
refused gemmkit.hpp "$place" "std::vector<float> v(4); gemmkit::prepack_lhs(v);"
refused gemmkit.hpp "an epilogue has the element type of C" \
  "float x[4]; $m gemmkit::gemm(1, v, v, 0, v, gemmkit::epilogue<double>().relu());"
refused gemmkit.hpp "a bias has the element type of C" \
  "float x[4]; $m gemmkit::epilogue<float>().bias_per_row(std::vector<double>(2));"
refused gemmkit.hpp "a map is for results of float or double" \
  "std::complex<float> x[4]; $m gemmkit::gemm_map(1, v, v, 0, v, [](auto z, long, long) { return z; });"
refused gemmkit.hpp "gemm_requant multiplies int8_t" "int x[4]; $m gemmkit::gemm_requant(v, v, gemmkit::requant(), v);"
refused gemmkit.hpp "dot_i8 multiplies int8_t" "float x[4]; $m gemmkit::dot_i8(v, v);"
refused gemmkit.hpp "as_f16 and as_bf16 take 16-bit" "float x[4]; $m gemmkit::as_f16(v);"
if [ -n "${EIGEN-}" ]; then
  flags=-isystem$EIGEN
  refused eigen.hpp "$types" "Eigen::MatrixXi m(2, 2); gemmkit::gemm(1, m, m, 0, m);"
  refused eigen.hpp "$place" "Eigen::MatrixXf m(2, 2); gemmkit::gemm(1, m + m, m, 0, m);"
  refused eigen.hpp "C is read-only" "const Eigen::MatrixXf m(2, 2); gemmkit::gemm(1, m, m, 0, m.row(1));"
fi
[ $failed -eq 0 ] && echo "ok"
exit $failed
