// Debian's libclang-rt for WebAssembly (14.0.6) was compiled with a stack protector that wasi-libc knows nothing of:
// its 128-bit divisions do not link without these. Weak: a C library that has them goes first.
#include <stdint.h>

extern "C" {
extern uintptr_t __stack_chk_guard;
[[gnu::weak]] uintptr_t __stack_chk_guard = 0x0d0a00ff;
[[noreturn, gnu::weak]] void __stack_chk_fail(void) { __builtin_trap(); }
}
