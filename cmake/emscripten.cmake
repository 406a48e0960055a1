# Toolchain: WebAssembly with threads, by emscripten as Debian has it (tests/packages.sh wasm). Programs run under Node.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER emcc)
set(CMAKE_CXX_COMPILER em++)
set(CMAKE_AR emar)
set(CMAKE_RANLIB emranlib)
set(CMAKE_C_FLAGS_INIT "-pthread -msimd128")
set(CMAKE_CXX_FLAGS_INIT "-pthread -msimd128 -fno-exceptions")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_EXECUTABLE_SUFFIX_CXX .js)
set(CMAKE_EXECUTABLE_SUFFIX_C .js)
# What Debian's emscripten needs of Node's modules lies here; its programs take Node 18's fetch for a browser's.
set(CMAKE_CROSSCOMPILING_EMULATOR env NODE_PATH=/usr/share/nodejs node --no-experimental-fetch)
