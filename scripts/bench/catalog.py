#!/usr/bin/env python3
"""What a large catalog costs: a look among 1,000 drawings beside one among 10, memory, start-up; and whether drawings are found
in it.

Variables: RUNS=3; QUICK=1 for one run, and half of the shots.
"""
import json
import shutil
import subprocess
import sys
import time

import cv2
import numpy as np

import catalog_pictures
import project
from processes import measure
from tables import aim, aims, table

FOLDER = project.WORK / "catalog"
SIZES = (10, 1000)
PICTURES = ("aloeL.jpg", "building.jpg", "chelsea.png", "graf1.png", "home.jpg", "starry_night.jpg")
SHOTS = 20


def catalogs():
    """Catalogs of the first 10 and of 1,000 drawings, by size."""
    assets = [cv2.imread(str(project.shared(f"bench/assets/{name}"))) for name in PICTURES]
    for size in SIZES:
        catalog_pictures.catalog(FOLDER / str(size), size, assets)
    return {size: FOLDER / str(size) for size in SIZES}, assets


def encoded(path, pictures):
    """A nearly lossless clip of `pictures`."""
    first, *rest = pictures
    height, width = first.shape[:2]
    command = ["ffmpeg", "-loglevel", "error", "-nostdin", "-y", "-f", "rawvideo", "-pix_fmt", "bgr24", "-s", f"{width}x{height}",
               "-r", "30", "-i", "-", "-c:v", "libx264", "-preset", "veryfast", "-crf", "15", "-pix_fmt", "yuv420p", str(path)]
    coder = subprocess.Popen([part for part in command if part != "-nostdin"], stdin=subprocess.PIPE)
    for picture in [first, *rest]:
        coder.stdin.write(picture.tobytes())
    coder.stdin.close()
    if coder.wait():
        sys.exit(f"bench: {path}: ffmpeg could not write it")
    return path


def street():
    """A clip of a street with people, in which none of the drawings is."""
    clip = FOLDER / "street.mp4"
    if not clip.exists():
        project.run("ffmpeg", "-loglevel", "error", "-nostdin", "-y", "-i", project.shared("bench/assets/vtest.avi"),
                    "-frames:v", "150", "-vf", "scale=1280:-2", "-c:v", "libx264", "-preset", "veryfast", "-crf", "18", clip)
    return clip


def shots(assets, count):
    """Short clips in which one drawing each is seen, by the drawing's name."""
    video = cv2.VideoCapture(str(project.shared("bench/assets/vtest.avi")))
    _, background = video.read()
    made = {}
    for turn in range(count):
        number = (turn * 397 + 11) % SIZES[1]
        clip = FOLDER / f"shot-{number:04}.mp4"
        if not clip.exists():
            random = np.random.default_rng([7, number])
            encoded(clip, catalog_pictures.shot(random, background, catalog_pictures.drawing(number, assets)))
        made[f"drawing-{number:04}"] = clip
    return made


def track(clip, catalog):
    """Tracks a clip; the summary's `track`."""
    output = project.run(project.PROGRAM, "track", clip, "--references", catalog, "-o", FOLDER / "track.jsonl", "--overwrite",
                         "--json", statuses=(0, 2))
    return json.loads(output)["clips"][0]["track"]


def command(clip, catalog):
    return [project.PROGRAM, "track", clip, "--references", catalog, "-o", FOLDER / "cost.jsonl", "--overwrite", "--quiet"]


def opening(clip, catalogs):
    """Seconds of processor time and megabytes of the first run, which derives the index, by size."""
    shutil.rmtree(project.WORK / "cache" / "sketchreel" / "catalogs", ignore_errors=True)
    costs = {}
    for size, catalog in catalogs.items():
        print(f"  the index of {size} drawings", file=sys.stderr)
        costs[size] = measure(command(clip, catalog), statuses=(0, 2))
    return costs


def looks(clip, catalogs, runs):
    """For each size: seconds of a look, those of the run beside its looks, and megabytes; the least of `runs` in turn."""
    seen = {size: [] for size in catalogs}
    # The first run derives the features of the drawings that come into question.
    peaks = {size: measure(command(clip, catalog), statuses=(0, 2)).peak for size, catalog in catalogs.items()}
    for turn in range(runs):
        for size, catalog in catalogs.items():
            print(f"  run {turn + 1} of {runs}: {size} drawings", file=sys.stderr)
            begin = time.monotonic()
            figures = track(clip, catalog)["looks"]
            wall = time.monotonic() - begin
            seen[size].append((figures["seconds"] / figures["count"], wall - figures["seconds"]))
    return {size: (min(s[0] for s in some), min(s[1] for s in some), peaks[size]) for size, some in seen.items()}


def found(catalog, clips):
    """Which drawings are found in their shots, and how often another is named."""
    right, others = 0, 0
    for name, clip in clips.items():
        names = [sighting["name"] for sighting in track(clip, catalog)["references"]]
        right += name in names
        others += sum(other != name for other in names)
        if names != [name]:
            print(f"  {clip.name}: {names}", file=sys.stderr)
    return right, others


def main():
    project.need(project.PROGRAM, "run make build")
    quick = project.setting("QUICK")
    runs = int(project.setting("RUNS", "1" if quick else "3"))
    FOLDER.mkdir(parents=True, exist_ok=True)
    folders, assets = catalogs()
    empty = street()
    small = SIZES[0]
    clips = shots(assets, SHOTS // 2 if quick else SHOTS)
    first = opening(next(iter(clips.values())), folders)
    costs = looks(empty, folders, runs)
    table(["drawings", "ms a look", "the rest of the run, s", "peak MB", "first run: processor s", "peak MB"],
          [[size, f"{1000 * look:.0f}", f"{rest:.2f}", f"{peak:.0f}", f"{first[size].cpu:.0f}", f"{first[size].peak:.0f}"]
           for size, (look, rest, peak) in costs.items()])
    print(f"{empty.name}: 150 frames without any of the drawings, 960 lines; looks timed by the program (`--json`).\n")
    right, others = found(folders[SIZES[1]], clips)
    large = costs[SIZES[1]]
    aims([aim("a look among 1,000 drawings, times one among 10", large[0] / costs[small][0], 2),
          aim("peak memory with 1,000 drawings, MB", large[2], 300, form="{:.0f}"),
          aim("the same in the first run, MB", first[SIZES[1]].peak, 300, form="{:.0f}"),
          aim("what 1,000 drawings add to the run beside looks, s", large[1] - costs[small][1], 1),
          aim("share of shots in which the drawing is found among 1,000", right / len(clips), 0.95, most=False),
          aim("other drawings named in them", others, 0, form="{:.0f}")])


if __name__ == "__main__":
    main()
