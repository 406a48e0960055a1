#!/bin/sh
# usage: forgotten.sh BUILD-OF-A-SCALAR-LIBRARY FOLDER      GEMMKIT_REQUIRE_ISA=simd128 must be refused by it.
set -eu
cat >"$2/forgotten.c" <<'END'
#include <gemmkit.h>
#include <stdio.h>
int main(void) {
  const float a = 2, b = 3;
  float c = 0;
  int status = gemmkit_gemm_f32_unchecked(1, 1, 1, 1, &a, 1, 1, &b, 1, 1, 0, &c, 1, 1, NULL, NULL);
  puts(status == GEMMKIT_ERR_ISA ? gemmkit_last_error() : "not refused");
  return status != GEMMKIT_ERR_ISA;
}
END
clang-14 --target=wasm32-wasi -O1 -Iinclude "$2/forgotten.c" "$1/libgemmkit.a" -o "$2/forgotten.wasm"
GEMMKIT_REQUIRE_ISA=simd128 node --no-warnings tests/minimal/wasi.mjs "$2/forgotten.wasm"
! GEMMKIT_REQUIRE_ISA=scalar node --no-warnings tests/minimal/wasi.mjs "$2/forgotten.wasm"
