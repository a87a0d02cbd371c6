#!/usr/bin/env python3
"""Tracks clips with exact truth and scores the result beside other trackers.

Variables: ONLY=blur,720 clips whose name contains one of these; CLIPS=FOLDER of other clips, as gen.py makes them;
JOBS=2 clips at a time.
"""
import json
from statistics import median

import project
from peers import peers
from scored import US, Run, cell, chosen_clips, keys, score
from tables import aim, aims, table

# The scores of the last run over all given clips, for other benches to set theirs beside.
SUITE_SCORES = project.WORK / "tracking" / "suite.json"
COLUMNS = [key for key, _ in score.COLUMNS if key != "fps"]


def our_row(ours, header, fps):
    named = {"median px": "median", "jitter px": "jitter"}
    cells = [cell(ours, named.get(column, column)) if named.get(column, column) in COLUMNS else fps for column in header[1:]]
    return [f"**{US}**", *cells]


def print_scores(run):
    overall, by_group = peers(project.shared("bench/README.md"))
    ours = run.scores()
    print(f"\n{len(run.clips)} clips; the others' figures are those of the README of the given clips, over all of these.\n")
    speeds = [frames_a_second(run, height) for height in ("480", "720")]
    fps = " / ".join("–" if speed is None else f"{speed:.0f}" for speed in speeds)
    table(overall[0], [*overall[1], our_row(ours, overall[0], fps)])
    groups = dict(run.groups())
    print("Recall by challenge and by reference:\n")
    table([*by_group[0], US], [[*row, cell(groups[row[0]], "recall") if row[0] in groups else "–"]
                               for row in by_group[1]])
    print("Sketchreel by challenge and by reference:\n")
    table(["", *COLUMNS], [[name, *(cell(s, key) for key in COLUMNS)] for name, s in groups.items()])
    print("By clip:\n")
    table(["clip", *COLUMNS, "ms a frame"],
          [[clip, *(cell(run.scores(lambda name: name == clip), key) for key in COLUMNS),
            f"{run.milliseconds[clip][0]:.0f}" if clip in run.milliseconds else "–"] for clip in run.tallies])


def print_entries(run):
    """The clips in which an image enters the view; the longest wait, in frames."""
    entries = list(run.entries())
    if entries:
        print("Where an image enters the view (10 % of it, and 24 px): frames until the first anchor\n")
        table(["clip", "enters at frame", "frames later"],
              [[clip, frame, "never" if wait is None else wait] for clip, frame, wait in entries])
    return max((float("inf") if wait is None else wait for _, _, wait in entries), default=None)


def frames_a_second(run, height):
    """Of one core, by the median of processor time over clips: start, decoding, looks and both directions included."""
    times = [ms[0] for clip, ms in run.milliseconds.items() if keys(clip)[2] == height]
    return 1000 / median(times) if times else None


def print_times(run, jobs):
    print(f"Time a frame of the whole command, decoding included, features cached, {jobs} clips at a time (median):\n")
    by_height = {}
    for clip, times in run.milliseconds.items():
        by_height.setdefault(keys(clip)[2], []).append(times)
    table(["height", "processor ms", "wall ms"],
          [[height or "all", f"{median(t[0] for t in times):.1f}", f"{median(t[1] for t in times):.1f}"]
           for height, times in sorted(by_height.items())])


def print_aims(run, longest_wait):
    """The aims for all of the given clips, each met or short."""
    ours, groups = run.scores(), dict(run.groups())
    line_art = run.scores(lambda clip: keys(clip)[0] in ("sketch", "sparse"))
    rows = [("recall", ours["recall"], 0.96, False), ("p@1", ours["p@1"], 0.90, False),
            ("median error, px", ours["median"], 0.15, True), ("jitter, px", ours["jitter"], 0.06, True),
            ("wrong", ours["wrong"], 0.001, True), ("fp", ours["fp"], 0.0, True),
            ("recall, blur", groups["blur"]["recall"], 0.95, False),
            ("recall, unconstrained", groups["unconstrained"]["recall"], 0.88, False),
            ("recall, sketch and sparse", line_art["recall"], 0.95, False),
            ("frames until the first anchor, longest", longest_wait, 1, True),
            ("frames a second of one core, 480 lines", frames_a_second(run, "480"), 60, False)]
    # As many digits as tell on which side of the bound a figure lies.
    aims([aim(what, value, bound, most, "{:.5f}" if isinstance(bound, float) else "{:.0f}")
          for what, value, bound, most in rows if value is not None])


def main():
    project.need(project.PROGRAM, "run make build")
    folder = project.need(project.setting("CLIPS", project.shared("bench/clips")), "CLIPS names a folder of clips")
    jobs = int(project.setting("JOBS", "2"))
    run = Run(folder, chosen_clips(folder), project.WORK / "tracking", jobs)
    print_scores(run)
    longest_wait = print_entries(run)
    print_times(run, jobs)
    if not project.setting("ONLY") and not project.setting("CLIPS"):
        scores = {"all": run.scores(), **{name: s for name, s in run.groups()}}
        SUITE_SCORES.write_text(json.dumps(scores, indent=1), encoding="utf-8")
        print_aims(run, longest_wait)


if __name__ == "__main__":
    main()
