#!/usr/bin/env bash
# Runs the main job on a clip (CLIP, ALBUM, REFERENCES, SEED; `make demo` sets them) and makes a contact sheet of it.
set -euo pipefail
cd "$(dirname "$0")/.."

# A tilde comes here as it was typed: not every shell expands it behind an equals sign.
clip=${CLIP:-Samples/clip.mp4}
clip=${clip/#\~/$HOME}
albums=(Samples/Albums/AR_0 Samples/Albums/AR_1)
[ -z "${ALBUM:-}" ] || albums=("${ALBUM/#\~/$HOME}")
film=out/demo.mp4
sheet=out/demo.png
mkdir -p out

sketchreel=$(swift build -c release --show-bin-path)/sketchreel
arguments=("$clip" --references "${REFERENCES:-ReferenceImages}" --seed "${SEED:-2}" --output "$film" --overwrite)
for album in "${albums[@]}"; do arguments+=(--album "$album"); done
status=0
"$sketchreel" augment "${arguments[@]}" || status=$?
[ "$status" -eq 0 ] || exit "$status"

scripts/contact-sheet.sh "$clip" "$film" "$sheet"
printf '\nThe film:          %s\nBefore and after:  %s\n' "$PWD/$film" "$PWD/$sheet"
