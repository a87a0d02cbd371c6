#!/usr/bin/env bash
# contact-sheet.sh CLIP RESULT SHEET.png: six moments of a clip, each above the same moment of its result.
set -euo pipefail
clip=$1 result=$2 sheet=$3
moments=6

probe() { ffprobe -loglevel error -select_streams v:0 -show_entries "$2" -of default=noprint_wrappers=1:nokey=1 "file:$1"; }
duration=$(probe "$clip" format=duration)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# picture FILE SECONDS LABEL OUT: one frame, upright, with a label on it.
picture() {
    local label="drawtext=font=DejaVu Sans:text='$3':x=14:y=h-th-14:fontsize=22:fontcolor=white:box=1:boxcolor=black@0.55:boxborderw=8"
    ffmpeg -loglevel error -y -ss "$2" -i "file:$1" -frames:v 1 \
        -vf "scale='if(gt(iw,ih),560,320)':-2:flags=lanczos,setsar=1,$label" "file:$4"
}

for ((moment = 0; moment < moments; moment++)); do
    seconds=$(awk -v d="$duration" -v i=$moment -v n=$moments 'BEGIN { printf "%.2f", d * (i + 0.5) / n }')
    picture "$clip" "$seconds" "before  $seconds s" "$folder/before-$moment.png"
    picture "$result" "$seconds" "after  $seconds s" "$folder/after-$moment.png"
done

# Portrait: one row before, one row after. Landscape: the same in two halves.
width=$(probe "$folder/before-0.png" stream=width)
height=$(probe "$folder/before-0.png" stream=height)
columns=$moments
[ "$width" -le "$height" ] || columns=$((moments / 2))
index=0
for ((first = 0; first < moments; first += columns)); do
    for row in before after; do
        for ((moment = first; moment < first + columns; moment++)); do
            mv "$folder/$row-$moment.png" "$folder/$(printf 'cell-%02d' "$index").png"
            index=$((index + 1))
        done
    done
done
ffmpeg -loglevel error -y -framerate 1 -i "$folder/cell-%02d.png" -frames:v 1 \
    -vf "tile=${columns}x$((index / columns)):padding=10:margin=20:color=0xf4f1ea" "file:$sheet"
