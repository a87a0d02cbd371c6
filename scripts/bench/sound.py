#!/usr/bin/env python3
"""Whether sound stays in step with pictures: an hour of a small clip on which a film flashes and clicks, over and over.

The film is 13 frames at 29.97 a second long: a whole number of neither samples nor the clip's frames. A flash is first seen
on the first frame of the clip after its time, so it comes between nothing and one frame after its click. The clip's own sound
(AAC, 44.1 kHz) has a click at every tenth second, which is compared with its time. QUICK=1 takes five minutes.
"""
import json
import sys

import numpy as np

import project
from processes import measure
from tables import aim, aims

RATE, CLIP_FRAME = 44_100, 1 / 25
FILM_SECONDS, FLASH_SECONDS = 13 * 1001 / 30_000, 5 * 1001 / 30_000
TOLERANCE = 0.010
FFMPEG = ["ffmpeg", "-loglevel", "error", "-nostdin", "-y"]
CODED = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]


def make_clip(path, seconds):
    clicks = f"aevalsrc=exprs='0.3*lt(mod(t,10),0.0005)':s={RATE}:d={seconds}"
    project.run(*FFMPEG, "-f", "lavfi", "-i", f"color=0x202020:s=160x120:r=25:d={seconds}", "-f", "lavfi", "-i", clicks, *CODED,
                "-c:a", "aac", "-b:a", "128k", path)


def make_film(path):
    clicks = "aevalsrc=exprs='0.8*eq(n,8008)':s=48000:d=0.5"
    project.run(*FFMPEG, "-f", "lavfi", "-i", "color=black:s=64x64:r=30000/1001", "-f", "lavfi", "-i", clicks, "-frames:v", 13,
                "-vf", "geq=lum='if(between(N,5,7),235,16)':cb=128:cr=128", *CODED, "-c:a", "pcm_s16le", path)


def packet_times(path, stream):
    printed = project.run("ffprobe", "-loglevel", "error", "-select_streams", stream, "-show_entries", "packet=pts_time", "-of",
                          "csv=p=0", path)
    return np.sort(np.array([float(line.strip(",")) for line in printed.split()]))


def write_track(path, clip, times):
    """A track file in which the drawing fills the middle of every frame."""
    base = project.run("ffprobe", "-loglevel", "error", "-select_streams", "v", "-show_entries", "stream=time_base", "-of",
                       "csv=p=0", clip).strip(",\n ").split("/")
    ticks = int(base[1]) / int(base[0])
    anchor = {"reference": "page", "state": "tracked", "confidence": 1, "sigma": 0.05,
              "corners": [[40, 20], [120, 20], [120, 100], [40, 100]],
              "transform": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -1, 1]}
    header = {"format": "sketchreel.track", "version": 1, "program": "bench",
              "clip": {"file": clip.name, "bytes": clip.stat().st_size, "sha256": "", "width": 160, "height": 120,
                       "frames": len(times), "timeBase": [int(base[0]), int(base[1])], "orientation": 1},
              "camera": {"width": 160, "height": 120, "fx": 150, "fy": 150, "cx": 79.5, "cy": 59.5,
                         "distortion": [0, 0, 0, 0, 0], "source": "assumed", "focalSigma": 15},
              "exposureShare": None,
              "references": [{"name": "page", "widthMetres": 0.2, "heightMetres": 0.2, "pixelWidth": 200, "pixelHeight": 200,
                              "sha256": ""}]}
    with open(path, "w", encoding="utf-8") as file:
        print(json.dumps(header), file=file)
        for frame, seconds in enumerate(times):
            line = {"frame": frame, "pts": round(seconds * ticks), "seconds": round(seconds, 4), "anchors": [anchor]}
            print(json.dumps(line), file=file)


def onsets(loud, apart):
    """Where `loud` begins to hold after it has not for `apart` samples."""
    places = np.flatnonzero(loud)
    return places[np.insert(np.diff(places) > apart, 0, True)] if len(places) else places


def decode(path, name, *options):
    raw = path.with_name(name)
    project.run(*FFMPEG, "-i", path, *options, raw)
    return raw


def flashes(path):
    raw = decode(path, "middle.raw", "-map", "0:v", "-vf", "crop=8:8:76:56,scale=1:1,format=gray", "-fps_mode", "passthrough",
                 "-f", "rawvideo")
    return onsets(np.fromfile(raw, np.uint8) > 120, 1) * CLIP_FRAME


def sound(path):
    raw = decode(path, "sound.raw", "-map", "0:a", "-ac", 1, "-f", "f32le", "-c:a", "pcm_f32le")
    return np.fromfile(raw, np.float32)


def loudest(samples, place, reach=1200):
    """How many seconds the loudest sample near a place is off it; the place is the middle of a click of 0.5 ms."""
    first = round(place) - reach
    return abs(np.argmax(np.abs(samples[first:first + 2 * reach])) - reach) / RATE


def main():
    minutes = 5 if project.setting("QUICK") else 60
    folder = project.empty_folder(project.WORK / "sound")
    clip, film, result = folder / "clip.mp4", folder / "film.mov", folder / "result.mov"
    make_clip(clip, minutes * 60)
    make_film(film)
    before = packet_times(clip, "v")
    write_track(folder / "clip.track.jsonl", clip, before)
    (folder / "show.json").write_text(json.dumps({"default": {"files": "film.mov", "fit": "stretch"}}))
    cost = measure([project.PROGRAM, "render", clip, "--track", folder / "clip.track.jsonl", "--program", folder / "show.json",
                    "--fade-in", 0, "--hold", 80_000, "--seed", 1, "--occlusion", "none", "--light", "none", "--grain", "none", "--preset", "ultrafast", "--audio-codec", "pcm_s16le", "-o",
                    result, "--quiet"])
    print(f"{minutes} minutes rendered in {cost.wall:.0f} s, {cost.peak:.0f} MB\n", file=sys.stderr)

    samples = sound(result)
    start = packet_times(result, "a")[0]
    seen, heard = flashes(result), start + onsets(np.abs(samples) > 0.5, RATE // 10) / RATE
    # After the clip's last frame a click is still heard, but nothing seen.
    heard = heard[heard <= minutes * 60 - CLIP_FRAME]
    if len(seen) != len(heard):
        sys.exit(f"bench: {len(seen)} flashes are seen and {len(heard)} clicks heard")
    late = seen - heard
    expected = np.arange(len(heard)) * FILM_SECONDS + FLASH_SECONDS
    last = late[-140:]
    # Where no click of the film is near.
    times = [t for t in np.arange(10, minutes * 60, 10) if np.abs(heard - t).min() > 0.05]
    off = [loudest(samples, (t - start) * RATE) for t in times]
    after = packet_times(result, "v")
    moved = np.abs(after - before).max() if len(after) == len(before) else np.inf
    aims([
        aim("film's sound against its own clock, most, ms", 1000 * np.abs(heard - expected).max(), 1000 * TOLERANCE),
        aim("film's sound against its pictures, last minute, ms", 1000 * abs((last.min() + last.max() - CLIP_FRAME) / 2),
            1000 * TOLERANCE),
        aim("flashes out of their frame, any time, ms", 1000 * max(0, -late.min(), late.max() - CLIP_FRAME),
            1000 * TOLERANCE),
        aim("clip's own sound, most, ms", 1000 * max(off), 1000 * TOLERANCE),
        aim("frames whose time has moved, is missing or doubled, µs", 1e6 * moved, 1),
        aim("times that come twice", np.count_nonzero(np.diff(after) <= 0), 0, form="{:.0f}"),
    ])


main()
