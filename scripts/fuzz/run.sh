#!/usr/bin/env bash
# Builds the fuzzer and runs each target for TIME seconds (600), or those in ONLY (a,b). What is found lies in
# .build/fuzz/found, what was reached in .build/fuzz/corpus, and a line for each run goes to .build/fuzz/runs.txt.
set -euo pipefail
cd "$(dirname "$0")/../.."
targets=${ONLY:-stills,clips,catalogs,indices,tracks,renders,programs,cameras,arguments}
seconds=${TIME:-600}
build=.build/fuzz

if [ -z "${FUZZER:-}" ]; then
    # gold, the toolchain's usual linker, warns of each of the sanitizer's local symbols; lld does not.
    SKETCHREEL_FUZZ=1 swift build -c release --scratch-path "$build" --sanitize=address -Xswiftc -use-ld=lld \
        --product fuzz
fi
fuzzer=${FUZZER:-$build/release/fuzz} # FUZZER: one that was built before
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=1:allocator_may_return_null=1}
export LSAN_OPTIONS=${LSAN_OPTIONS:-suppressions=$PWD/scripts/fuzz/leak-suppressions.txt:print_suppressions=0}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
# Traps are libFuzzer's to report, which keeps the input.
export SWIFT_BACKTRACE=enable=no
export XDG_CACHE_HOME=$PWD/$build/cache

longest() { case $1 in stills | clips) echo 32768 ;; *) echo 4096 ;; esac; }

running=
trap '[ -z "$running" ] || kill "$running" 2>/dev/null || true' EXIT
status=0
for target in ${targets//,/ }; do
    corpus=$build/corpus/$target seeds=$build/seeds/$target found=$build/found/$target- log=$build/$target.log
    mkdir -p "$corpus" "$build/found"
    scripts/fuzz/seeds.sh "$target" "$seeds" "$fuzzer"
    dictionary=Fuzz/dictionaries/$target.txt
    [ -f "$dictionary" ] || dictionary=Fuzz/dictionaries/json.txt
    printf '%s: %s seconds …\n' "$target" "$seconds"
    SKETCHREEL_FUZZ=$target nice -n 19 "$fuzzer" -max_total_time="$seconds" -timeout="${TIMEOUT:-10}" \
        -rss_limit_mb=4096 -malloc_limit_mb=3000 -max_len="$(longest "$target")" -dict="$dictionary" \
        -artifact_prefix="$found" -print_final_stats=1 "$corpus" "$seeds" >"$log" 2>&1 &
    running=$!
    wait "$running" || { status=1; tail -n 40 "$log"; }
    rm -rf "/dev/shm/sketchreel-fuzz-$running"
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    reached=$(sed -n 's/.* cov: \([0-9]*\).*/\1/p' "$log" | tail -n 1)
    printf '%s %s: %s executions in %s s, %s edges reached\n' "$(date +%F)" "$target" "${runs:-?}" "$seconds" "${reached:-?}" |
        tee -a "$build/runs.txt"
done
exit "$status"
