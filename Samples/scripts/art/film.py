"""Frames and sound into a small MP4, and photographs with the metadata of a camera."""
import itertools
import os
import struct
import subprocess
import tempfile

import cv2
import numpy as np

import sound

RATE = 25


def write(path, frames, track, rng, crf=27):
    """`frames`: RGB pictures 0…1, all of one even size. Bit-exact flags keep the file the same from run to run."""
    frames = iter(frames)
    first = next(frames)
    h, w = first.shape[:2]
    with tempfile.TemporaryDirectory() as folder:
        audio = os.path.join(folder, "sound.wav")
        sound.save(audio, track, rng)
        command = ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{w}x{h}", "-r", str(RATE), "-i", "-",
                   "-i", audio, "-vf", "scale=out_color_matrix=bt709:out_range=tv", "-c:v", "libx264", "-preset", "slow", "-crf",
                   str(crf), "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
                   "-color_range", "tv", "-threads", "1", "-c:a", "aac", "-b:a", "96k", "-shortest", "-fflags", "+bitexact",
                   "-flags:v", "+bitexact", "-flags:a", "+bitexact", "-movflags", "+faststart", path]
        encoder = subprocess.Popen(command, stdin=subprocess.PIPE)
        for frame in itertools.chain([first], frames):
            encoder.stdin.write(as_bytes(frame))
        encoder.stdin.close()
        if encoder.wait() != 0:
            raise SystemExit(f"{path}: ffmpeg could not encode the film")


def as_bytes(picture):
    return np.round(np.clip(picture, 0, 1) * 255).astype(np.uint8).tobytes()


def photograph(path, picture, taken, orientation=1, quality=84):
    """A JPEG with EXIF orientation and time; `picture` upright, stored turned as a camera that was held upright does."""
    pixels = np.round(np.clip(picture, 0, 1) * 255).astype(np.uint8)[..., ::-1]
    if orientation == 6:
        pixels = cv2.rotate(pixels, cv2.ROTATE_90_COUNTERCLOCKWISE)
    _, jpeg = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
    jpeg = jpeg.tobytes()
    time = taken.encode() + b"\0"
    entry = lambda tag, kind, count, value: struct.pack("<HHI4s", tag, kind, count, value)
    pointer = lambda offset: struct.pack("<I", offset)
    ifd0 = 8
    exif_ifd = ifd0 + 2 + 3 * 12 + 4
    text = exif_ifd + 2 + 12 + 4
    tiff = b"II*\0" + pointer(ifd0) + struct.pack("<H", 3)
    tiff += entry(0x0112, 3, 1, struct.pack("<HH", orientation, 0)) + entry(0x0132, 2, 20, pointer(text))
    tiff += entry(0x8769, 4, 1, pointer(exif_ifd)) + pointer(0)
    tiff += struct.pack("<H", 1) + entry(0x9003, 2, 20, pointer(text)) + pointer(0) + time
    body = b"Exif\0\0" + tiff
    with open(path, "wb") as file:
        file.write(jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:])
