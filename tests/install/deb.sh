#!/bin/sh
# The Debian packages, unpacked into a folder: what is in them, that a program finds the BLAS of the third, and what their
# scripts ask of update-alternatives, which is a fake here.
# usage: deb.sh BUILD_DIR WORK_DIR      Exit code 77 without dpkg-deb.
set -eu
build=$1 work=$2
command -v dpkg-deb >/dev/null && command -v dpkg-shlibdeps >/dev/null || { echo "SKIPPED: no dpkg-dev"; exit 77; }
rm -rf "$work"
mkdir -p "$work/root" "$work/packages" "$work/bin"

fail() {
  echo "FAILED: $*"
  exit 1
}

(cd "$work/packages" && cpack --config "$build/CPackConfig.cmake" -G DEB -B "$work/packages" >cpack.log 2>&1) ||
  { tail -n 20 "$work/packages/cpack.log"; fail "cpack"; }
tools=
[ ! -e "$build/src/tune/gemmkit-tune" ] || tools=gemmkit-tools
for package in libgemmkit0 libgemmkit-dev libgemmkit-blas gemmkit-doc $tools; do
  deb=$(ls "$work/packages/$package"_*.deb)
  dpkg-deb -x "$deb" "$work/root"
  dpkg-deb -e "$deb" "$work/$package"
  # A file belongs to one package.
  dpkg-deb -c "$deb" | awk '$1 !~ /^d/ { print $6 }' >>"$work/files"
done
[ -z "$(sort "$work/files" | uniq -d)" ] || fail "in two packages: $(sort "$work/files" | uniq -d)"
has() { grep -qE "$2" "$work/$1/control" || fail "$1: control has no $2"; }
has libgemmkit0 '^Depends:.*libhwloc15'
has libgemmkit-dev '^Depends:.*libgemmkit0 \(= '
has libgemmkit-blas '^Depends:.*libgemmkit0 \(= '
has gemmkit-doc '^Architecture: all'
has libgemmkit-blas '^Provides:.*libblas\.so\.3'
[ -e "$work/libgemmkit0/triggers" ] || fail "libgemmkit0 does not ask for ldconfig"
for file in usr/include/gemmkit_cblas64.h usr/share/doc/gemmkit/docs/guide/blas.md usr/share/doc/gemmkit/examples/c/gemm.c; do [ -e "$work/root/$file" ] || fail "no $file"; done

[ -z "$tools" ] || "$(find "$work/root" -name gemmkit-tune -type f)" --version | grep -q gemmkit || fail "gemmkit-tune does not run"

folder=$(dirname "$(find "$work/root" -name libblas.so.3)")
${CC:-cc} "$(dirname "$0")/findblas/program.c" "$folder/libblas.so.3" -o "$work/program"
LD_LIBRARY_PATH=$folder ldd "$work/program" | grep -F libgemmkit.so.0 | grep -qF "$work/root" ||
  fail "libblas.so.3 does not find the engine of its package"
LD_LIBRARY_PATH=$folder "$work/program" || fail "a program with libblas.so.3"

# The scripts: paths they name must be in the package, and what one registers the other removes.
cat >"$work/bin/update-alternatives" <<'FAKE'
#!/bin/sh
echo "$*" >>"$ALTERNATIVES_LOG"
FAKE
chmod +x "$work/bin/update-alternatives"
script() {  # name, arguments: prints what was asked
  rm -f "$work/log"
  : >"$work/log"
  name=$1
  shift
  PATH=$work/bin:$PATH ALTERNATIVES_LOG=$work/log "$work/libgemmkit-blas/$name" "$@" || fail "$name $*"
  cat "$work/log"
}
multiarch=$(dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null || gcc -print-multiarch)
script postinst configure >"$work/installed"
[ "$(wc -l <"$work/installed")" -eq 2 ] || fail "postinst registers $(cat "$work/installed")"
while read -r verb link name path priority; do
  [ "$verb" = --install ] && [ "$priority" -gt 10 ] && [ "$priority" -lt 35 ] || fail "postinst: $verb $priority"
  [ "$link" = "/usr/lib/$multiarch/${name%-"$multiarch"}" ] || fail "postinst: the link $link of $name"
  [ -e "$work/root$path" ] || fail "postinst: no $path in the package"
done <"$work/installed"
grep -q "libblas.so.3-$multiarch" "$work/installed" && grep -q "libcblas.so.3-$multiarch" "$work/installed" || fail "postinst's names"
awk '{ print "--remove", $3, $4 }' "$work/installed" >"$work/expected"
script prerm remove | diff "$work/expected" - || fail "prerm removes something else"
[ -z "$(script prerm upgrade 0.2)" ] || fail "prerm takes the alternative away in an upgrade"
echo ok
