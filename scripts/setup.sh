#!/usr/bin/env bash
# Checks the Swift toolchain and installs the Debian packages that are missing. Quick when nothing is.
# With "bench" as argument also what the benchmarks need.
set -euo pipefail

# ChArUco boards need OpenCV's aruco module, which Debian packs with all of contrib: 1,140 MB in place of 810.
packages=(
    libc6-dev libstdc++-12-dev
    libopencv-core-dev libopencv-imgproc-dev libopencv-features2d-dev libopencv-flann-dev
    libopencv-calib3d-dev libopencv-video-dev libopencv-contrib-dev
    libavformat-dev libavfilter-dev libavcodec-dev libavutil-dev libswscale-dev libswresample-dev
    libexif-dev libheif-dev libjpeg-dev libpng-dev libtiff-dev libwebp-dev liblcms2-dev libzimg-dev
    ffmpeg # the demo's contact sheet and the tests' fixtures; sketchreel itself does not run it
)
[ "${1:-}" != bench ] || packages+=(python3 python3-numpy python3-opencv)

fail() {
    printf 'setup: %s\n' "$1" >&2
    shift
    [ $# -eq 0 ] || printf '%s\n' "$@" >&2
    exit 1
}

check_swift() {
    command -v swift >/dev/null || fail "there is no 'swift' in the PATH." \
        "Install a Swift 6 toolchain (https://www.swift.org/install/linux), open a new shell and run this again."
    local version
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
    local major=${version%%.*} minor=${version#*.}
    if [ "${major:-0}" -lt 6 ] || { [ "$major" -eq 6 ] && [ "${minor:-0}" -lt 2 ]; }; then
        fail "$(command -v swift) is Swift ${version:-of an unknown version}; 6.2 or newer is needed." \
            "Install one (https://www.swift.org/install/linux) and put it first in the PATH."
    fi
}

# Systems without dpkg: the libraries count, whatever their packages are called.
check_without_dpkg() {
    local libraries=(opencv4 libavformat libavfilter libavcodec libavutil libswscale libswresample libexif libheif libjpeg libpng libtiff-4 libwebp libwebpdemux lcms2 zimg)
    if command -v pkg-config >/dev/null && pkg-config --exists "${libraries[@]}" && command -v ffmpeg >/dev/null; then
        return
    fi
    fail "this is no Debian system, so nothing can be installed from here. Install these yourself, with their headers:" \
        "  OpenCV 4.6 or newer (core, imgproc, features2d, flann, calib3d, video, contrib's aruco), FFmpeg 5.1" \
        "  (libraries and the command), libexif, libheif, libjpeg-turbo, libpng, libtiff 4.5, libwebp, Little CMS 2, zimg 3, pkg-config, a C++17 standard library" \
        "Fedora: dnf install opencv-devel ffmpeg-free-devel ffmpeg-free libexif-devel libheif-devel libjpeg-turbo-devel libpng-devel libtiff-devel libwebp-devel lcms2-devel zimg-devel pkgconf libstdc++-devel" \
        "Arch:   pacman -S opencv ffmpeg libexif libheif libjpeg-turbo libpng libtiff libwebp lcms2 zimg pkgconf" \
        "On Debian they are: ${packages[*]}"
}

missing_packages() {
    local installed
    installed=$(dpkg-query --show --showformat '${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null || true)
    local package
    for package in "${packages[@]}"; do
        grep -qxF "installed $package" <<<"$installed" || printf '%s\n' "$package"
    done
}

install() {
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || fail "these packages are missing, and there is no sudo to install them with:" \
            "  $*" "Run this as root, then try again:" "  apt-get update && apt-get install --yes --no-install-recommends $*"
        as_root=(sudo)
    fi
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300)
    printf 'setup: installing %s\n' "$*"
    "${apt[@]}" update --quiet=2 || printf 'setup: the package lists could not be refreshed; going on with those here\n' >&2
    "${apt[@]}" install --quiet=2 --yes --no-install-recommends "$@" ||
        fail "apt-get could not install: $*" "Install them by hand and try again."
}

check_swift
if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    check_without_dpkg
    exit 0
fi
mapfile -t missing < <(missing_packages)
[ "${#missing[@]}" -eq 0 ] || install "${missing[@]}"
