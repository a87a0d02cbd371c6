#!/usr/bin/env python3
"""Compares augmented clips with the same shots rendered with the film really on the page, in dB.

The shots are made by gen.py --film and kept under .build/bench; QUICK=1 takes scale and rotation only. Beside each figure
stand that of our compositing with the true corners, which tells tracking and compositing apart, and that of the naive way:
the film pinned to the true corners by a bilinear warp.
"""
import json
import re
import sys

import project
from tables import aim, aims, table

KINDS = ["scale", "rotation", "perspective", "blur", "occlusion", "illumination", "unconstrained"]
QUICK_KINDS = ["scale", "rotation"]
FRAMES = 40
WHERE = ["page", "page without hand", "rest"]
# A drawing, the film that plays on it, and what lies behind.
PAIRS = {
    "cat": ("bench/assets/chelsea.png", "data/two-targets/ponte-estaiada-masp.mp4", "bench/assets/building.jpg"),
    "sketch": ("bench/clips/sketch_scale/ref.png", "bench/assets/vtest.avi", "bench/assets/home.jpg"),
}


def shot(drawing, kind):
    """The folder of a shot; made when it is not there."""
    reference, film, background = (project.shared(name) for name in PAIRS[drawing])
    folder = project.WORK / "pictures" / f"{drawing}_{kind}"
    if not (folder / "meta.json").exists():
        print(f"  making {folder.name}", file=sys.stderr)
        project.run(sys.executable, project.shared("bench/gen.py"), "--ref", reference, "--bg", background, "--type", kind,
                    "--size", "640x480", "--frames", FRAMES, "--seed", 1 + KINDS.index(kind), "--film", film, "--out", folder)
    return folder, film


def options(film, result):
    """The film from the first frame on, stretched to the page as gen.py does it, and coded without loss."""
    return ["--album", project.album(film.stem, film), "--fit", "stretch", "--fade-in", 0, "--hold", 3600, "--grain", "none", "--audio", "none",
            "--codec", "ffv1", "--seed", 1, "-o", result, "--overwrite", "--quiet"]


def augment(folder, film):
    """Our result for a shot."""
    catalog = project.register(folder / "catalog", {"ref": folder / "ref.png"})
    result = folder / "augmented.mkv"
    project.run(project.PROGRAM, "augment", folder / "clip.mp4", "--references", catalog, *options(film, result),
                statuses=(0, 2))
    return result


def render_truth(folder, film):
    """The same with the true corners in the track file that `augment` has left."""
    header, lines = project.read_track(folder / "augmented.track.jsonl")
    anchor = {"reference": "ref", "state": "tracked", "confidence": 1, "sigma": 0.05,
              "transform": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -1, 1]}
    for line, truth in zip(lines, map(json.loads, (folder / "gt.jsonl").open())):
        line["anchors"] = [anchor | {"corners": truth["corners"]}] if truth["vis"] > 0 else []
    track, result = folder / "truth.track.jsonl", folder / "rendered.mkv"
    track.write_text("".join(json.dumps(line) + "\n" for line in [header, *lines]))
    project.run(project.PROGRAM, "render", folder / "clip.mp4", "--track", track, "--references", folder / "catalog", *options(film, result))
    return result


def decibels(folder, *arguments):
    """What picture.py says: dB by place."""
    said = project.run(sys.executable, project.shared("bench/picture.py"), folder, *arguments)
    found = {name: float(value) for name, value in re.findall(r"(page without hand|page|rest) (-?[\d.]+) dB", said)}
    if said.startswith("frames:"):
        print(f"  {folder.name}: {said.splitlines()[0]}", file=sys.stderr)
    return found


def naive(folder, film):
    """The same for the naive way, kept beside the shot."""
    kept = folder / "naive.txt"
    if not kept.exists():
        figures = decibels(folder, "--naive", film)
        kept.write_text("".join(f"{figures.get(place, 'nan')}\n" for place in WHERE))
    return dict(zip(WHERE, map(float, kept.read_text().split())))


def main():
    project.need(project.PROGRAM, "run make build")
    kinds = QUICK_KINDS if project.setting("QUICK") else KINDS
    rows, ours_by_kind = [], {}
    for kind in kinds:
        for drawing in PAIRS:
            folder, film = shot(drawing, kind)
            ours = decibels(folder, augment(folder, film))
            others = decibels(folder, render_truth(folder, film)), naive(folder, film)
            ours_by_kind.setdefault(kind, []).append(ours["page"])
            rows.append([f"{drawing} {kind}",
                         *(" / ".join(f"{one[place]:.1f}" for one in (ours, *others)) for place in WHERE)])
            print(f"  {folder.name}: {ours['page']:.1f} dB", file=sys.stderr)
    print("PSNR in dB against the film really on the page: sketchreel / sketchreel with the true corners / "
          "the true corners with a bilinear warp.\n")
    table(["shot", *WHERE], rows)
    aims([aim(f"{kind}, page, dB, the worse drawing", min(ours_by_kind[kind]), 30, most=False, form="{:.1f}")
          for kind in QUICK_KINDS])


main()
