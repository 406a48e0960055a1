#!/bin/sh
# Builds the package, and computes with it in Node and in headless Chromium: sh test.sh [folder of builds]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mkdir -p "${1:-$here/../../build}" && cd "${1:-$here/../../build}" && pwd)
site=$folder/wasm-site
rm -rf "$site"
mkdir -p "$site/node_modules"
cp -R "$here/gemmkit" "$here"/*.js "$here"/*.html "$here/package.json" "$site"
ln -s ../gemmkit "$site/node_modules/gemmkit"  # as npm install does
sh "$here/build.sh" "$folder" "$site"
echo "Node:    $(node "$site/node.js" 256)"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
result=$(timeout 120 node "$here/serve.js" "$site" "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
  --user-data-dir="$folder/chromium" '{}?size=256&report')
echo "browser: $result"
case $result in
  *simd128*'results the same') ;;
  *) exit 1 ;;
esac
