#!/usr/bin/env python3
"""Tracks real drawings: the pictures of the given data's `drawings`, in clips that gen.py makes of them.

Variables: ONLY=pig,scale clips whose name contains one of these; CLIPS=FOLDER where the clips are made and kept; JOBS=2
clips at a time.
"""
from pathlib import Path

import project
from scored import Run, cell, chosen_clips, keys
from shots import picture, shoot
from tables import aim, aims, table

DRAWINGS = {"pig": "pig-outline.png", "child": "child-drawing-photo.png", "pen": "pen-drawing-photo.png"}
CHALLENGES = ("scale", "perspective", "occlusion", "unconstrained", "absent")
BACKGROUNDS = ("home.jpg", "building.jpg", "aloeL.jpg", "stuff.jpg")
FRAMES, FIRST_SEED = 100, 400
# Of recall: the two photographs have texture of their own, the outline has next to none.
AIMS = {"pig": 0.75, "child": 0.90, "pen": 0.90}


def make_clips(folder):
    """The clips DRAWING_CHALLENGE, but for those that are there."""
    assets = project.shared("bench/assets")
    only = project.setting("ONLY").replace(",", " ").split()
    jobs = [(name, challenge) for name in DRAWINGS for challenge in CHALLENGES]
    for number, (name, challenge) in enumerate(jobs):
        if only and not any(part in f"{name}_{challenge}" for part in only):
            continue
        page = picture(project.shared("data/drawings") / DRAWINGS[name], folder / "pictures" / f"{name}.png")
        shoot(folder, f"{name}_{challenge}", [page], assets / BACKGROUNDS[number % len(BACKGROUNDS)], challenge,
              FIRST_SEED + number, FRAMES, distractor=assets / "starry_night.jpg")


def print_scores(run):
    names = [name for name in DRAWINGS if any(keys(clip)[0] == name for clip in run.tallies)]
    print("\nRecall:\n")
    challenges = [challenge for challenge in CHALLENGES if challenge != "absent"]
    one = lambda name, challenge: run.scores(lambda clip: keys(clip)[:2] == (name, challenge))
    table(["drawing", *challenges], [[name, *(cell(one(name, c), "recall") for c in challenges)] for name in names])
    print("All of a drawing's clips; fp is that of frames without it:\n")
    columns = ["recall", "p@1", "p@2", "p@5", "wrong", "median", "jitter", "fp"]
    of = {name: run.scores(lambda clip: keys(clip)[0] == name) for name in names}
    table(["drawing", *columns], [[name, *(cell(of[name], key) for key in columns)] for name in names])
    return of


def main():
    project.need(project.PROGRAM, "run make build")
    folder = Path(project.setting("CLIPS") or project.WORK / "drawings" / "clips")
    folder.mkdir(parents=True, exist_ok=True)
    make_clips(folder)
    run = Run(folder, chosen_clips(folder), project.WORK / "drawings", int(project.setting("JOBS", "2")))
    of = print_scores(run)
    if not project.setting("ONLY"):
        rows = [aim(f"{name}, recall", scores["recall"], AIMS[name], False, "{:.3f}") for name, scores in of.items()]
        rows += [aim(f"{name}, fp", scores["fp"], 0, True, "{:.3f}") for name, scores in of.items()]
        aims(rows)


if __name__ == "__main__":
    main()
