#!/bin/sh
# Makes ReferenceImages/ and Samples/ again, from nothing: the illustrations, the albums, the clip and its truth.
# Needs python3-cairo, python3-opencv, ffmpeg and the Swift toolchain. Takes about half an hour on two cores.
# Usage: Samples/scripts/make-samples.sh [WORK-FOLDER]        (default: out/samples)
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
work=${1:-$root/out/samples}
art=$root/Samples/scripts/art
python=${PYTHON:-/usr/bin/python3}
"$python" -c 'import cairo, cv2, numpy' 2>/dev/null || {
    echo "make-samples: $python lacks cairo, cv2 or numpy: apt-get install python3-cairo python3-opencv" >&2
    exit 1
}
mkdir -p "$work/textures"

echo "illustrations"
"$python" "$art/pages.py" "$root/ReferenceImages"
"$python" "$art/props.py" "$work/textures"
texture() { ffmpeg -v error -y -i "$1" -pix_fmt rgba -f image2 -c:v pam "$work/textures/$2.pam"; }
group=$root/ReferenceImages/Sketchbook.arresourcegroup
texture "$group/The town that travels.arreferenceimage/the-town-that-travels.jpg" page-town
texture "$group/Last tram to the lighthouse.arreferenceimage/last-tram-to-the-lighthouse.jpg" page-tram

echo "clip"
swift build --package-path "$root" -c release --product sample-maker
maker=$root/.build/release/sample-maker
# The frames come as the phone's sensor gives them, 1920 × 1080; a lossless master, so that the sizes can be tried again.
"$maker" clip --textures "$work/textures" --truth "$root/Samples/clip.truth.jsonl" |
    ffmpeg -v error -y -f rawvideo -pix_fmt yuv420p -s 1920x1080 -r 30 -i - -c:v libx264 -qp 0 -preset ultrafast "$work/master.mkv"
"$python" "$art/clip_sound.py" "$work/clip.wav"
# -threads 1 and +bitexact: the same bytes each time.
ffmpeg -v error -y -i "$work/master.mkv" -i "$work/clip.wav" -map 0:v -map 1:a \
    -c:v libx264 -preset medium -crf "${CRF:-26}" -g 60 -threads 2 -pix_fmt yuv420p \
    -colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv \
    -c:a aac -b:a 96k -shortest -fflags +bitexact -flags:v +bitexact -flags:a +bitexact "$work/flat.mp4"
# Copying turns "rotate" into a display matrix: 270 makes that of a phone held upright (ffprobe calls it −90).
apple=com.apple.quicktime
ffmpeg -v error -y -i "$work/flat.mp4" -map 0 -c copy -metadata:s:v rotate=270 -fflags +bitexact \
    -metadata creation_time=2026-05-09T18:20:41Z -metadata $apple.make=Sketchreel -metadata $apple.model=Scene \
    -metadata $apple.camera.focal_length.35mm_equivalent=26 -movflags +faststart+use_metadata_tags "$root/Samples/clip.mp4"

echo "albums"
"$maker" still --textures "$work/textures" --frame 430 >"$work/table.pam"
"$python" "$art/albums.py" "$root/Samples/Albums" "$work/table.pam"
du -sh "$root/ReferenceImages" "$root/Samples"
