#!/usr/bin/env bash
# Builds and runs every test; says how many were skipped and why. The runner's own closing line comes last.
# With --sanitize=address under AddressSanitizer, in a build folder of its own.
set -euo pipefail
cd "$(dirname "$0")/.."

export SKETCHREEL_SHARED=${SKETCHREEL_SHARED:-$PWD/../shared}
options=("$@")
if [ "${1:-}" = --sanitize=address ]; then
    # gold, the toolchain's usual linker, warns of each of the sanitizer's local symbols; lld does not.
    options+=(--scratch-path .build/asan -Xswiftc -use-ld=lld)
    export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=1}
    export LSAN_OPTIONS=${LSAN_OPTIONS:-suppressions=$PWD/scripts/leak-suppressions.txt:print_suppressions=0}
fi

swift build --build-tests "${options[@]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
swift test --skip-build --disable-xctest "${options[@]}" 2>&1 | tee "$log" || status=$?

skipped=$(grep -cE '^➜ Test .* skipped' "$log" || true)
printf '\n%s tests were skipped.\n' "$skipped"
sed -nE 's/^➜ Test .* skipped: "(.*)"$/\1/p' "$log" | sort | uniq -c | sed 's/^/  /'
grep -E 'Test run with .* (passed|failed)' "$log" | tail -n 1
exit "$status"
