# Cross-compiles for 64-bit Arm with Debian's compiler and runs the tests under qemu-user. GEMMKIT_SYSROOT is a folder
# of the arm64 libraries that Debian has no cross package of; tests/aarch64.sh makes it. The environment's QEMU_CPU is
# the model, of `qemu-aarch64 -cpu help`.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_Fortran_COMPILER NOTFOUND)  # or the host's would be found

set(GEMMKIT_SYSROOT "" CACHE PATH "arm64 libraries that Debian has no cross package of")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES GEMMKIT_SYSROOT)
set(libraries ${GEMMKIT_SYSROOT}/usr/lib/aarch64-linux-gnu)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu -E LD_LIBRARY_PATH=${libraries})
foreach(language C CXX)
  string(APPEND CMAKE_${language}_FLAGS_INIT " -isystem ${GEMMKIT_SYSROOT}/usr/include/aarch64-linux-gnu")
endforeach()
string(APPEND CMAKE_EXE_LINKER_FLAGS_INIT " -Wl,-rpath-link,${libraries}")

set(CMAKE_FIND_ROOT_PATH ${GEMMKIT_SYSROOT} /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)  # Catch2 is headers
set(ENV{PKG_CONFIG_LIBDIR} ${libraries}/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${GEMMKIT_SYSROOT})
