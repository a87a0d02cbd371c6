#!/usr/bin/env python3
"""Compares augmented clips with the same shots rendered with the film really on the page, in dB.

The shots are made by gen.py --film and kept under .build/bench; QUICK=1 takes scale and rotation only. Beside each figure
stand that of our compositing with the true corners, which tells tracking and compositing apart, and that of the naive way:
the film pinned to the true corners by a bilinear warp. Then come what stays in front, and the grain (mattes.py).
"""
import json
import math
import re
import sys

import mattes
import project
from tables import aim, aims, table

KINDS = ["scale", "rotation", "perspective", "blur", "occlusion", "illumination", "unconstrained"]
QUICK_KINDS = ["scale", "rotation"]
# The moves of five seconds in 80 frames: nearly twice as fast as those of the tracking bench.
FRAMES = 80
WHERE = ["page", "page without hand", "rest"]
# A drawing, the film that plays on it, and what lies behind.
PAIRS = {
    "cat": ("bench/assets/chelsea.png", "data/two-targets/ponte-estaiada-masp.mp4", "bench/assets/building.jpg"),
    "sketch": ("bench/clips/sketch_scale/ref.png", "bench/assets/vtest.avi", "bench/assets/home.jpg"),
}


def shot(drawing, kind):
    """The folder of a shot; made when it is not there."""
    reference, film, background = (project.shared(name) for name in PAIRS[drawing])
    folder = project.WORK / "pictures" / f"{drawing}_{kind}_{FRAMES}"
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


def pooled(decibels):
    """The PSNR of several shots together."""
    return -10 * math.log10(sum(10 ** (-value / 10) for value in decibels) / len(decibels))


def compare(kinds):
    """The pictures of each kind of shot; prints them."""
    rows, pools = [], []
    for kind in kinds:
        ours_of_kind, true_of_kind, naive_of_kind = [], [], []
        for drawing in PAIRS:
            folder, film = shot(drawing, kind)
            ours = decibels(folder, augment(folder, film))
            true, flat = decibels(folder, render_truth(folder, film)), naive(folder, film)
            ours_of_kind.append(ours["page"])
            true_of_kind.append(true["page"])
            naive_of_kind.append(flat["page"])
            rows.append([f"{drawing} {kind}",
                         *(" / ".join(f"{one[place]:.1f}" for one in (ours, true, flat)) for place in WHERE)])
            print(f"  {folder.name}: {ours['page']:.1f} dB", file=sys.stderr)
        pools.append((kind, pooled(ours_of_kind), pooled(true_of_kind), pooled(naive_of_kind)))
    print("PSNR in dB against the film really on the page: sketchreel / sketchreel with the true corners / "
          "the true corners with a bilinear warp.\n")
    table(["shot", *WHERE], rows)
    table(["both drawings", "sketchreel", "true corners", "bilinear", "gain"],
          [[kind, f"{ours:.1f}", f"{true:.1f}", f"{flat:.1f}", f"{ours - flat:.1f}"] for kind, ours, true, flat in pools])
    return [row for kind, ours, _, flat in pools for row in (
        aim(f"{kind}, gain over bilinear, dB", ours - flat, 10, most=False, form="{:.1f}"),
        aim(f"{kind}, page, dB", ours, 26, most=False, form="{:.1f}"))]


def fronts():
    """What stays in front, with the corners that were tracked; prints it."""
    rows, both, either, false, free = [], 0, 0, 0, 0
    for kind in ["occlusion", "scale", "rotation", "perspective"]:
        for drawing in PAIRS:
            folder, _ = shot(drawing, kind)
            one = mattes.matte(folder, folder / "augmented.track.jsonl")
            rows.append([f"{drawing} {kind}", f"{one[0] / one[1]:.3f}" if kind == "occlusion" else "",
                         f"{one[2] / max(one[3], 1):.4f}"])
            if kind == "occlusion":
                both, either = both + one[0], either + one[1]
            false, free = false + one[2], free + one[3]
    folder, _ = shot("cat", "occlusion")
    change, share = mattes.flicker(folder, folder / "truth.track.jsonl", FRAMES * 15 // 40)
    print(f"What stays in front: IoU with the hand, and false matte as a share of the page. A still hand over {share:.0%} of "
          f"the page: {change:.5f} of its pixels change sides from frame to frame.\n")
    table(["shot", "IoU", "false"], rows)
    return [aim("hand, IoU", both / either, 0.90, most=False), aim("false matte", false / free, 0.005, form="{:.4f}"),
            aim("still hand, pixels that change", change, 0.001, form="{:.5f}")]


def grains():
    """The grain on paper and film; prints it."""
    rows, ratios = [], []
    for kind in ["scale", "rotation", "perspective"]:
        folder, _ = shot("sketch", kind)
        paper, film = mattes.grain(folder, folder / "augmented.track.jsonl")
        ratios.append(film / paper)
        rows.append([f"sketch {kind}", f"{paper:.2f}", f"{film:.2f}", f"{film / paper:.2f}"])
    print("Grain: variance of luma in even blocks, in codes².\n")
    table(["shot", "paper", "film", "ratio"], rows)
    return [aim("grain, film against paper, off by", max(abs(ratio - 1) for ratio in ratios), 0.20)]


def main():
    project.need(project.PROGRAM, "run make build")
    if project.setting("QUICK"):
        return aims(compare(QUICK_KINDS))
    rows = compare(KINDS)
    aims(rows + fronts() + grains())


main()
