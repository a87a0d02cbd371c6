#!/usr/bin/env bash
# Makes the seeds of one fuzz target: seeds.sh TARGET FOLDER FUZZER. Small files of every kind that is read, made with ffmpeg or
# written here, and those of ../shared/data that are small enough.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=$1 folder=$2 fuzzer=$3
shared=${SKETCHREEL_SHARED:-$PWD/../shared}/data
mkdir -p "$folder"

# make NAME WORDS…: one file by ffmpeg; a build of it that lacks an encoder makes one seed less.
make() {
    local name=$1
    shift
    ffmpeg -v quiet -y -threads 1 "$@" "$folder/$name" </dev/null || rm -f "$folder/$name"
}

# Files of the given data, cut to 32 KiB: a broken end is as good a seed as a whole one.
given() {
    local name
    for name in "$@"; do
        [ ! -f "$shared/$name" ] || head -c 32768 "$shared/$name" >"$folder/given-$(basename "$name")"
    done
}

stills() {
    local picture=(-f lavfi -i "testsrc2=s=24x18:r=10:d=0.3")
    local format name
    for format in rgb24 rgba pal8 gray16be rgb48be ya8; do
        make "$format.png" "${picture[@]}" -frames:v 1 -pix_fmt "$format"
    done
    for format in yuvj420p yuvj422p yuvj444p; do make "$format.jpg" "${picture[@]}" -frames:v 1 -pix_fmt "$format"; done
    for name in a.bmp a.tiff a.webp a.avif; do make "$name" "${picture[@]}" -frames:v 1; done
    make alpha.tiff "${picture[@]}" -frames:v 1 -pix_fmt rgba -compression_algo deflate
    make animated.gif "${picture[@]}"
    make animated.webp "${picture[@]}" -c:v libwebp_anim -loop 0
    given photos/RGB_10__29x100.heif photos/corrupted.heic photos/truncated.heic photos/sample_MP.heic \
        photos/pixel-motion-photo-shortened.jpg drawings/child-drawing-photo.png stills/left01.jpg stills/box.png
}

clips() {
    local both=(-f lavfi -i "testsrc2=s=32x24:r=10:d=0.4" -f lavfi -i "sine=r=8000:d=0.4")
    make h264.mp4 "${both[@]}" -c:v libx264 -c:a aac -metadata title=A
    make fragmented.mp4 "${both[@]}" -c:v libx264 -c:a aac -movflags +frag_keyframe+empty_moov -g 2
    make hevc.mov "${both[@]}" -c:v libx265 -x265-params log-level=none -tag:v hvc1 -c:a pcm_s16le
    make turned.mov "${both[@]}" -c:v mpeg4 -metadata:s:v rotate=90 -c:a aac
    make prores.mov "${both[@]}" -c:v prores_ks -profile:v 4444 -pix_fmt yuva444p10le -c:a pcm_s16le
    make rle.mov "${both[@]}" -c:v qtrle -c:a pcm_s16le
    make ffv1.mkv "${both[@]}" -c:v ffv1 -c:a flac
    make vp9.webm "${both[@]}" -c:v libvpx-vp9 -pix_fmt yuva420p -cpu-used 8 -c:a libopus -b:a 16k
    make vp8.webm "${both[@]}" -c:v libvpx -c:a libvorbis
    make mjpeg.avi "${both[@]}" -c:v mjpeg -c:a mp3
    make mpeg2.ts "${both[@]}" -c:v mpeg2video -r 25 -ar 16000 -c:a mp2
    make mpeg1.mpg "${both[@]}" -c:v mpeg1video -r 25 -ar 16000 -c:a mp2
    make flv1.flv "${both[@]}" -c:v flv -ar 44100 -c:a mp3
    make wmv2.asf "${both[@]}" -c:v wmv2 -c:a wmav2
    make theora.ogv "${both[@]}" -c:v libtheora -c:a libvorbis
    make dnx.mxf -f lavfi -i "testsrc2=s=64x48:r=25:d=0.2" -c:v mpeg2video
    make a.gif -f lavfi -i "testsrc2=s=24x18:r=10:d=0.3"
    make animated.webp -f lavfi -i "testsrc2=s=24x18:r=10:d=0.3" -c:v libwebp_anim -loop 0
    make a.h264 -f lavfi -i "testsrc2=s=32x24:r=10:d=0.3" -c:v libx264
    local name
    for name in a.wav a.mp3 a.flac a.m4a a.ogg a.aiff; do make "$name" -f lavfi -i "sine=r=8000:d=0.3"; done
    given broken/broken.mp4 broken/WrongFile.mp4 timing/edit_list_positive_shift.mp4 timing/sample_sef_slow_motion.mp4 \
        phone-hdr/dolbyVision-hdr.MOV broken/sample_with_invalid_nalu.mp4 photos/sample_MP.heic
}

catalogs() {
    local group='{"info":{"author":"xcode","version":1},"resources":[{"filename":"N.arreferenceimage"}]}'
    printf '%s\0%s' "$group" '{"images":[{"filename":"N.png","idiom":"universal"}],"info":{"author":"xcode","version":1},"properties":{"unit":"centimeters","width":21}}' >"$folder/usual"
    printf '%s\0%s' '{}' '{"images":[{"filename":"../N.png"}],"properties":{"units":"inches","width":8.27,"height":1e3}}' >"$folder/leaves"
    printf '{"resources":[{"filename":"../X.arreferenceimage"},7]}\0' >"$folder/broken"
}

indices() { SKETCHREEL_FUZZ_SEEDS=$folder "$fuzzer" >/dev/null 2>&1; }

tracks() {
    local camera='{"width":64,"height":48,"fx":60,"fy":60,"cx":31.5,"cy":23.5,"distortion":[0,0,0,0,0],"source":"estimated","focalSigma":1}'
    local header='{"format":"sketchreel.track","version":1,"program":"p","clip":{"file":"clip.mov","bytes":1,"sha256":"00","width":64,"height":48,"frames":2,"timeBase":[1,600],"orientation":6},"camera":'$camera',"exposureShare":0.5,"references":[{"name":"Cat","widthMetres":0.2,"heightMetres":0.1,"pixelWidth":200,"pixelHeight":100,"sha256":"00"}]}'
    local pose='"corners":[[1,2],[30,2],[30,20],[1,20]],"transform":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,-1,1]'
    printf '%s\n' "$header" '{"frame":0,"pts":0,"seconds":0,"anchors":[]}' \
        '{"frame":1,"pts":20,"seconds":0.0333,"anchors":[{"reference":"Cat","state":"tracked","confidence":0.9,"sigma":0.1,'"$pose"',"bend":[0.1,0,0,0,0,0]}]}' >"$folder/usual"
    printf '%s\n' "$header" '{"frame":0,"pts":0,"anchors":[{"reference":"Cat","state":"held","confidence":1,"sigma":0,'"$pose"'}]}' \
        '{"frame":1,"pts":-1,"anchors":[{"reference":"Cat","state":"tracked",'"$pose"'}]}' >"$folder/held"
}

renders() { tracks; }

programs() {
    printf '%s' '{"format":"sketchreel.program","version":1,"default":{"album":"../Films","hold":10},"references":{"Cat":{"files":["cat.mp4","/etc/passwd"],"fadeIn":1,"hold":20,"fadeOut":1,"onLoss":"pause","once":true,"fit":"fill","cornerRounding":0.05,"border":{"width":0.02,"colour":"#FFFFFF"},"opacity":0.9,"soundLevel":-6,"chromaKey":"green"}}}' >"$folder/full"
    printf '%s' '{"references":{"é":{"album":["."],"onLoss":"end","border":null}}}' >"$folder/brief"
}

cameras() {
    given stills/left_intrinsics.yml stills/H1to3p.xml
    printf '%s' '{"camera":{"width":640,"height":480,"fx":500,"fy":500,"cx":319.5,"cy":239.5,"distortion":[0.1,0,0,0,0],"source":"file","focalSigma":1}}' >"$folder/own"
    printf 'image_width: 640\nimage_height: 480\ncamera_name: c\ncamera_matrix:\n  rows: 3\n  cols: 3\n  data: [500, 0, 320, 0, 500, 240, 0, 0, 1]\ndistortion_model: plumb_bob\ndistortion_coefficients:\n  rows: 1\n  cols: 5\n  data: [0.1, 0, 0, 0, 0]\n' >"$folder/ros"
    printf '%s' '<?xml version="1.0"?><opencv_storage><!-- c --><camera_matrix type_id="opencv-matrix"><rows>3</rows><cols>3</cols><dt>d</dt><data>500. 0. 320. 0. 500. 240. 0. 0. 1.</data></camera_matrix><image_width>640</image_width><image_height>480</image_height></opencv_storage>' >"$folder/xml"
    printf '%s' '{"mtx":[[500,0,320],[0,500,240],[0,0,1]],"dist":[0.1,0,0,0],"text":"\u00e9\ud83d\ude00\n"}' >"$folder/numpy"
}

arguments() {
    printf 'register\n-x.png\n--width\n21cm\n--name\nThe cat\n--group=Party' >"$folder/register"
    printf 'augment\na.mov\nb.mp4\n--album\nA\n--album=B\n--output-dir\nO\n--fade-in\n1.5\n--seed=7\n--chroma-key\n#00ff00\n--json' >"$folder/augment"
    printf 'references\nrename\n--\n-a\n%%n\n--json' >"$folder/rename"
    printf 'calibrate\n--board\n9x6\n--square=25mm\n--marker\n1in\n--dictionary\nDICT_5X5_100\na.jpg' >"$folder/calibrate"
    printf 'help\ntrack' >"$folder/help"
    printf 'track\nclip.mp4\n--focal-length-35mm\n26\n-o\nx\n-q' >"$folder/track"
}

"$target"
