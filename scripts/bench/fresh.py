#!/usr/bin/env python3
"""Ten clips that nobody has looked at, beside the given ones: whether figures hold that were not tuned to.

SEED=NUMBER chooses pictures, backgrounds and motions, each of the ten challenges once; none of the given clips' references
with one of their seeds is among them. ONLY=blur,pen makes and tracks part of them; JOBS=2 clips at a time. What is made is
kept for the next run with the same seed.
"""
import json
import random
import sys

import project
from scored import Run, cell, chosen_clips, keys
from shots import picture, shoot
from tables import aim, aims, table
from tracking import SUITE_SCORES

sys.path.insert(0, str(project.shared("bench")))
import gen  # noqa: E402  (the generator of the given clips)
import cv2  # noqa: E402

CHALLENGES = ("scale", "rotation", "perspective", "blur", "occlusion", "outofview", "illumination", "unconstrained", "two",
              "absent")
FRAMES = 120
# As in the given clips, of five pictures three are photographs and two line art. None is one of theirs.
PHOTOGRAPHS = {"masp": "two-targets/masp.jpg", "ponte": "two-targets/ponte-estaiada.jpg", "box": "stills/box.png",
               "cookies": "planar-box/cookies_top_x.png", "child": "drawings/child-drawing-photo.png"}
LINE_ART = {"pen": "drawings/pen-drawing-photo.png", "pig": "drawings/pig-outline.png"}
DRAWN_HERE = 3  # more line art, drawn by gen.py with other seeds than the given clips'
# With the pictures of above that are to be seen in them: those are never looked for there.
BACKGROUNDS = {"data/planar-box/box-photo.jpg": {"cookies"}, "data/stills/box_in_scene.png": {"box"},
               "data/stills/graf3.png": set(), "bench/assets/starry_night.jpg": set(), "bench/assets/chelsea.png": set(),
               "data/two-targets/ponte-estaiada-masp.mp4": {"masp", "ponte"}}
# Within this of the given clips' figures.
TOLERANCE = 0.02


def drawn(folder, number, strokes):
    """A page of line art in the manner of the given clips' `sketch` and `sparse`."""
    path = folder / "pictures" / f"drawn-{number}.png"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(path), gen.sketch(seed=number, strokes=strokes))
    return path


def pool(folder, choose):
    """Names and files of photographs and of line art."""
    photographs = {name: picture(project.shared("data") / file, folder / "pictures" / f"{name}.png")
                   for name, file in PHOTOGRAPHS.items()}
    line_art = {name: picture(project.shared("data") / file, folder / "pictures" / f"{name}.png")
                for name, file in LINE_ART.items()}
    for index in range(DRAWN_HERE):
        number = choose.randrange(1000, 1_000_000)
        line_art[f"drawn{index}"] = drawn(folder, number, choose.choice((9, 26, 26)))
    return photographs, line_art


def jobs(folder, seed):
    """Name and arguments of each of the ten clips."""
    choose = random.Random(seed)
    photographs, line_art = pool(folder, choose)
    kinds = [photographs] * 6 + [line_art] * 4
    choose.shuffle(kinds)
    large = set(choose.sample(("scale", "perspective", "blur", "unconstrained"), 2))
    every = photographs | line_art
    for challenge, kind in zip(CHALLENGES, kinds):
        name = choose.choice(sorted(kind))
        other = choose.choice(sorted(set(every) - {name}))
        background = project.shared(choose.choice([path for path, seen in BACKGROUNDS.items() if not seen & {name, other}]))
        size, suffix = ("1280x720", "_720") if challenge in large else ("640x480", "")
        yield f"{name}_{challenge}{suffix}", {
            "pictures": [every[name]] + ([every[other]] if challenge == "two" else []), "background": background,
            "challenge": challenge, "seed": choose.randrange(1000, 1_000_000), "frames": FRAMES, "size": size,
            "distractor": every[other]}


def print_scores(run, suite):
    columns = ["recall", "p@1", "p@2", "p@5", "wrong", "median", "jitter", "fp"]
    rows = [["fresh", *(cell(run.scores(), key) for key in columns)]]
    if suite:
        rows.append(["given", *(cell(suite["all"], key) for key in columns)])
    print()
    table(["clips", *columns], rows)
    given = lambda clip, key: cell(suite.get(keys(clip)[1], {}), key) if suite else "–"
    print("By clip, and the given clips of the same challenge:\n")
    table(["clip", *(f"{key}{which}" for key in ("recall", "p@1", "median", "jitter") for which in ("", ", given")), "wrong", "fp"],
          [[clip, *(text for key in ("recall", "p@1", "median", "jitter")
                    for text in (cell(run.scores(lambda name: name == clip), key), given(clip, key))),
            *(cell(run.scores(lambda name: name == clip), key) for key in ("wrong", "fp"))] for clip in sorted(run.tallies)])


def main():
    project.need(project.PROGRAM, "run make build")
    seed = project.setting("SEED")
    if not seed.isdigit():
        sys.exit("bench: SEED: give a number that no run had before, for example: make bench-fresh SEED=20261130")
    folder = project.WORK / "fresh" / seed
    folder.mkdir(parents=True, exist_ok=True)
    only = project.setting("ONLY").replace(",", " ").split()
    for name, arguments in jobs(folder, int(seed)):
        if not only or any(part in name for part in only):
            shoot(folder, name, **arguments)
    run = Run(folder, chosen_clips(folder), project.WORK / "fresh", int(project.setting("JOBS", "2")))
    suite = json.loads(SUITE_SCORES.read_text(encoding="utf-8")) if SUITE_SCORES.exists() else None
    if suite is None:
        print("bench: there are no figures of the given clips to set these beside; make bench-tracking leaves them",
              file=sys.stderr)
    print_scores(run, suite)
    if suite and not only:
        ours = run.scores()
        aims([aim(f"{key}, within {TOLERANCE} of the given clips'", ours[key], suite["all"][key] - TOLERANCE, False, "{:.3f}")
              for key in ("recall", "p@1")]
             + [aim(key, ours[key], 0.001 if key == "wrong" else 0, True, "{:.4f}") for key in ("wrong", "fp")])


if __name__ == "__main__":
    main()
