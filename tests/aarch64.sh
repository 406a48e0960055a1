#!/bin/sh
# Fills a folder with the arm64 libraries that Debian has no cross package of. They are unpacked there, not installed:
# to make arm64 an architecture of this system would change what is installed already.
# usage: aarch64.sh FOLDER
set -eu
[ ! -f "$1/complete" ] || exit 0
rm -rf "$1"
mkdir -p "$1/apt/lists/partial" "$1/apt/archives/partial"
cd "$1"

# Debian's own archives alone: others may lack the architecture.
mkdir apt/parts
for file in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources; do
  [ ! -f "$file" ] || cp "$file" "apt/parts/debian.${file##*.}"
done
apt() {
  apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State::status=/dev/null \
    -o Dir::State::lists="$PWD/apt/lists" -o Dir::Cache="$PWD/apt" -o Dir::Etc::sourcelist=/dev/null \
    -o Dir::Etc::sourceparts="$PWD/apt/parts" -o Debug::NoLocking=1 -o APT::Sandbox::User=root "$@"
}
apt update
apt download libhwloc-dev libhwloc15 libudev1 librapidcheck-dev
for package in *.deb; do dpkg-deb -x "$package" .; done
rm -rf apt ./*.deb
touch complete
