#!/bin/sh
# Looks for bugs without running anything: clang-tidy (.clang-tidy) and cppcheck over src/ and the portable kernels.
# Prints what they find and fails if that is anything. Some minutes.
# usage: sh tests/lint.sh [FILE.cc...]     default: all files
set -eu
cd "$(dirname "$0")/.."
sh tests/packages.sh build lint
build=${GEMMKIT_TEST_BUILD:-build}/lint
cmake -B "$build" -DCMAKE_C_COMPILER=clang-14 -DCMAKE_CXX_COMPILER=clang++-14 -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
[ $# -gt 0 ] || set -- $(find src kernels/scalar -name '*.cc' | sort)

findings=$build/findings.txt
# Standard error is counts of what was suppressed.
for file; do
  clang-tidy-14 --quiet -p "$build" "$file" 2>/dev/null || true
done | grep -E '(warning|error):' | sort -u >"$findings" || true
# cppcheck 2.10 cannot read lambdas with template parameters.
cppcheck --quiet --enable=warning,performance,portability --inline-suppr --std=c++20 --language=c++ -Isrc -Iinclude -Ikernels \
  --suppress=missingIncludeSystem --suppress=syntaxError:kernels/core/gemv.h \
  --template='{file}:{line}: {severity}: {message} [{id}]' "$@" 2>&1 | sort -u >>"$findings"
cat "$findings"
echo "$(wc -l <"$findings") finding(s)"
[ ! -s "$findings" ]
