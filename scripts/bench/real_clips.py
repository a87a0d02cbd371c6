#!/usr/bin/env python3
"""Augments the real clips of the given data and checks the anchors against the pictures.

For each anchored frame the page is straightened by the anchor's corners and its bend, and compared with the reference by normalised
cross-correlation, over the part of it that is in the frame.
"""
import subprocess
from statistics import median

import cv2
import numpy as np

import project
from tables import aim, aims, table

LONG_SIDE = 400
FILM = "bench/assets/vtest.avi"


def grey_frames(clip, width, height):
    """The clip's presented pictures, upright and grey."""
    command = ["ffmpeg", "-loglevel", "fatal", "-i", str(clip), "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt",
               "gray", "-"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL) as ffmpeg:
        while len(data := ffmpeg.stdout.read(width * height)) == width * height:
            yield np.frombuffer(data, np.uint8).reshape(height, width)


def small(image):
    """The reference at the size at which it is compared."""
    grey = cv2.imread(str(image), cv2.IMREAD_GRAYSCALE)
    factor = LONG_SIDE / max(grey.shape)
    return cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)


def bent(numbers, u, v):
    """The displacement of a page's points by its `bend` (docs/formats.md), in pixels."""
    functions = [1 - u * u, u * (1 - u * u), v * (1 - u * u), 1 - v * v, v * (1 - v * v), u * (1 - v * v), abs(u) - u * u,
                 abs(v) - v * v, u * v * (1 - u * u), u * v * (1 - v * v)]
    return [sum(function * number for function, number in zip(functions, numbers[axis::2])) for axis in (0, 1)]


def correlation(frame, anchor, reference):
    """Normalised cross-correlation of the straightened page with the reference, where it is in the frame."""
    h, w = reference.shape
    outline = np.float32([[-.5, -.5], [w - .5, -.5], [w - .5, h - .5], [-.5, h - .5]])
    seen = cv2.getPerspectiveTransform(outline, np.float32(anchor["corners"]))
    x, y = np.meshgrid(np.arange(w), np.arange(h))
    places = seen @ np.stack([x.ravel(), y.ravel(), np.ones(x.size)])
    across, down = (places[:2] / places[2]).reshape(2, h, w)
    if "bend" in anchor:
        right, below = bent(anchor["bend"], 2 * (x + .5) / w - 1, 2 * (y + .5) / h - 1)
        across, down = across + right, down + below
    page = cv2.remap(frame, np.float32(across), np.float32(down), cv2.INTER_LINEAR)
    inside = (across >= 0) & (down >= 0) & (across <= frame.shape[1] - 1) & (down <= frame.shape[0] - 1)
    if inside.sum() < 100:
        return 0.0
    a, b = page[inside].astype(float), reference[inside].astype(float)
    a, b = a - a.mean(), b - b.mean()
    return float((a * b).sum() / max(1e-9, np.sqrt((a * a).sum() * (b * b).sum())))


def check(name, clip, drawings, width):
    """Augments a clip; frames in and out, and for each drawing the frames with an anchor and the correlations there."""
    folder = project.WORK / "real" / name
    catalog = project.register(folder / "catalog", drawings, width)
    result = folder / f"{name}.mp4"
    project.run(project.PROGRAM, "augment", clip, "--references", catalog, "--album", project.album("vtest", project.shared(FILM)),
                "--seed", 1, "--fade-in", 1, "--hold", 600, "-o", result, "--overwrite", "--quiet")
    project.run(project.ROOT / "scripts" / "contact-sheet.sh", clip, result, folder / f"{name}.png")
    header, lines = project.read_track(folder / f"{name}.track.jsonl")
    size = header["clip"]["width"], header["clip"]["height"]
    references = {drawing: small(image) for drawing, image in drawings.items()}
    found = {drawing: [] for drawing in drawings}
    read = 0
    for line, frame in zip(lines, grey_frames(clip, *size)):
        read += 1
        for anchor in line["anchors"]:
            found[anchor["reference"]].append(correlation(frame, anchor, references[anchor["reference"]]))
    if read != len(lines):
        print(f"{name}: ffmpeg decodes {read} frames, the track has {len(lines)}: the correlations are not to be trusted\n")
    return project.presented_frames(result), found


def main():
    project.need(project.PROGRAM, "run make build")
    box, two = project.shared("data/planar-box"), project.shared("data/two-targets")
    frames, found = check("box", box / "box.mp4", {"cookies": box / "cookies_top_x.png"}, "18.9cm")
    rows = [["planar-box/box.mp4", frames, *row] for row in by_drawing(found)]
    pair = {"masp": two / "masp.jpg", "ponte-estaiada": two / "ponte-estaiada.jpg"}
    count, both = check("two", two / "ponte-estaiada-masp.mp4", pair, "20cm")
    rows += [["two-targets/ponte-estaiada-masp.mp4", count, *row] for row in by_drawing(both)]
    table(["clip", "frames out", "drawing", "anchored", "median NCC", "worst NCC"], rows)
    box_scores = found["cookies"]
    aims([aim("box: frames out", frames, 455, most=False, form="{:.0f}"),
          aim("box: anchored frames", len(box_scores), 445, most=False, form="{:.0f}"),
          aim("box: median NCC", median(box_scores or [0]), 0.7, most=False),
          *(aim(f"{name}: median NCC", median(scores or [0]), 0.7, most=False) for name, scores in both.items())])
    print(f"Before and after: {project.WORK}/real/box/box.png, {project.WORK}/real/two/two.png")


def by_drawing(found):
    for name, scores in found.items():
        yield [name, len(scores), f"{median(scores or [0]):.3f}", f"{min(scores or [0]):.3f}"]


main()
