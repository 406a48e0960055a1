#!/bin/sh
# Installs the Debian packages that are missing, by name. Does nothing, and needs no rights, when all are there.
# usage: packages.sh GROUP...      groups: build numpy test languages sanitize aarch64 bench docs lint minimal wasm ccache
# test and lint hold libcli11-dev, which gemmkit-tune and gemmkit-bench are built with.
set -eu

wanted=
for group; do
  case $group in
    build) wanted="$wanted g++ cmake ninja-build pkg-config libhwloc-dev libcpu-features-dev" ;;
    numpy) wanted="$wanted python3-numpy" ;;
    test) wanted="$wanted catch2 librapidcheck-dev gfortran python3-numpy libopenblas-dev libblas-dev libblas-test liblapack-test dpkg-dev abigail-tools \
clang-format-14 valgrind binutils libcli11-dev libeigen3-dev libxtensor-dev libarmadillo-dev mkdocs doxygen qemu-user libomp5-14" ;;
    languages) wanted="$wanted gfortran python3-numpy python3-scipy python3-pytest python3-hypothesis openjdk-17-jdk-headless libjna-java golang-go r-base-core octave python3-dask \
libscalapack-openmpi-dev libopenmpi-dev openmpi-bin scalapack-mpi-test"
      # Those that come from elsewhere on many machines.
      command -v node >/dev/null || wanted="$wanted nodejs npm"
      command -v rustc >/dev/null || wanted="$wanted rustc" ;;
    sanitize) wanted="$wanted clang-14 lld-14 libclang-rt-14-dev libomp-14-dev" ;;
    aarch64) wanted="$wanted g++-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user catch2 python3" ;;
    lint) wanted="$wanted clang-14 clang-tidy-14 cppcheck libomp-14-dev libcli11-dev" ;;
    minimal) wanted="$wanted g++ cmake ninja-build catch2 binutils qemu-user g++-aarch64-linux-gnu libc6-dev-arm64-cross g++-i686-linux-gnu \
g++-s390x-linux-gnu" ;;
    wasm) wanted="$wanted python3 cmake ninja-build catch2 clang-14 lld-14 llvm-14 wasi-libc libc++-14-dev-wasm32 libc++abi-14-dev-wasm32 libclang-rt-14-dev-wasm32 emscripten chromium"
      command -v node >/dev/null || wanted="$wanted nodejs" ;;
    docs) wanted="$wanted mkdocs doxygen python3" ;;
    ccache) wanted="$wanted ccache" ;;
    bench) wanted="$wanted libbenchmark-dev" ;;
    *) echo "packages.sh: no group called $group" >&2; exit 2 ;;
  esac
done

command -v dpkg-query >/dev/null || { echo "not a Debian system: please provide$wanted" >&2; exit 0; }
missing=
for package in $wanted; do
  # shellcheck disable=SC2016 -- the format is dpkg's
  [ "$(dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null)" = "ii " ] || missing="$missing $package"
done
[ -n "$missing" ] || { echo "all packages are installed"; exit 0; }

echo "installing:$missing"
sudo=
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "please install as root:$missing" >&2; exit 1; }
  sudo=sudo
fi
$sudo apt-get update -qq
# shellcheck disable=SC2086 -- a list of words
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
