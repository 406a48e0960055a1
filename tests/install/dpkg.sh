#!/bin/sh
# The Debian packages through dpkg itself, in a root of their own: installed, chosen, upgraded, removed. Dependencies are
# those of the system, which is not in there, and scripts run outside of it with DPKG_ROOT.
# usage: dpkg.sh PACKAGES WORK_DIR      Exit code 77 without dpkg.
set -eu
packages=$1
mkdir -p "$2"
work=$(cd "$2" && pwd)
command -v dpkg >/dev/null || { echo "SKIPPED: no dpkg"; exit 77; }
ls "$packages"/*.deb >/dev/null
rm -rf "$work"/*
root=$work/root
for folder in var/lib/dpkg/info var/lib/dpkg/updates var/lib/dpkg/alternatives var/log etc/alternatives usr/lib; do mkdir -p "$root/$folder"; done
: >"$root/var/lib/dpkg/status"

fail() {
  echo "FAILED: $*"
  exit 1
}
run() {
  dpkg --root="$root" --log="$work/dpkg.log" --force-not-root --force-depends --force-script-chrootless --force-bad-path "$@" >"$work/out" 2>&1 ||
    { cat "$work/out"; fail "dpkg $*"; }
}
alternative() { update-alternatives --root "$root" --log "$work/alternatives.log" "$@"; }
multiarch=$(dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null || gcc -print-multiarch)
chosen() { alternative --query "$1-$multiarch" 2>/dev/null | sed -n 's/^Value: //p'; }

# A system that has the reference BLAS, and as the first alternative nothing else.
for lib in libblas libcblas; do
  mkdir -p "$root/usr/lib/$multiarch/blas"
  : >"$root/usr/lib/$multiarch/blas/$lib.so.3"
  alternative --install "/usr/lib/$multiarch/$lib.so.3" "$lib.so.3-$multiarch" "/usr/lib/$multiarch/blas/$lib.so.3" 10
done

run --install "$packages"/*.deb
for lib in libblas libcblas; do
  ours=$(chosen $lib.so.3)
  case $ours in */gemmkit/$lib.so.3) ;; *) fail "$lib.so.3 is $ours after the installation" ;; esac
  [ -e "$root$ours" ] || fail "no file $ours"
  [ "$(readlink "$root/usr/lib/$multiarch/$lib.so.3")" = "/etc/alternatives/$lib.so.3-$multiarch" ] || fail "the link of $lib.so.3"
  [ "$(readlink "$root/etc/alternatives/$lib.so.3-$multiarch")" = "$ours" ] || fail "where the link of $lib.so.3 leads"
done
for package in libgemmkit0 libgemmkit-dev libgemmkit-blas gemmkit-doc; do
  dpkg --root="$root" -s $package | grep -q '^Status: install ok installed' || fail "$package is not installed"
done

# Someone chooses another one: an upgrade, here to the same version, leaves it so.
alternative --set "libblas.so.3-$multiarch" "/usr/lib/$multiarch/blas/libblas.so.3" >/dev/null
run --install "$packages"/libgemmkit-blas_*.deb
[ "$(chosen libblas.so.3)" = "/usr/lib/$multiarch/blas/libblas.so.3" ] || fail "an upgrade takes back a choice"

run --remove libgemmkit-blas
for lib in libblas libcblas; do
  [ "$(chosen $lib.so.3)" = "/usr/lib/$multiarch/blas/$lib.so.3" ] || fail "$lib.so.3 is $(chosen $lib.so.3) after the removal"
  if alternative --query "$lib.so.3-$multiarch" | grep -q gemmkit; then fail "$lib.so.3 is still offered"; fi
done
run --purge $(dpkg-query --admindir="$root/var/lib/dpkg" -W -f='${Package} ')
left=$(find "$root/usr" -name '*gemmkit*')
[ -z "$left" ] || fail "left behind: $left"
echo ok
