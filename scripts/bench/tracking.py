#!/usr/bin/env python3
"""Tracks clips with exact truth and scores the result beside other trackers.

Variables: ONLY=blur,720 clips whose name contains one of these; CLIPS=FOLDER of other clips, as gen.py makes them;
JOBS=2 clips at a time.
"""
import sys
from concurrent.futures import ThreadPoolExecutor
from statistics import median

import project
from peers import peers
from processes import measure
from tables import aim, aims, table

sys.path.insert(0, str(project.shared("bench")))
import score  # noqa: E402  (the scorer of the given clips)

US = "sketchreel"


def chosen_clips(folder):
    """The clips to work on, by name."""
    only = [part for part in project.setting("ONLY").replace(",", " ").split()]
    names = sorted(path.parent.name for path in folder.glob("*/gt.jsonl"))
    chosen = [name for name in names if not only or any(part in name for part in only)]
    if not chosen:
        sys.exit(f"bench: {folder}: there is no clip in it" + (f" with {only} in its name" if only else ""))
    return chosen


def track(clip, results):
    """Tracks one clip; its cost, and milliseconds of processor and wall time a frame."""
    drawings = {name: clip / f"{name}.png" for name in ("ref", "ref_b") if (clip / f"{name}.png").exists()}
    catalog = project.register(project.WORK / "tracking" / "catalogs" / clip.name, drawings)
    output = results / US / f"{clip.name}.jsonl"
    cost = measure([project.PROGRAM, "track", clip / "clip.mp4", "--references", catalog, "-o", output, "--quiet"],
                   statuses=(0, 2))
    frames = len(project.read_track(output)[1])
    print(f"  {clip.name}: {1000 * cost.cpu / frames:.0f} ms of processor time a frame", file=sys.stderr)
    return 1000 * cost.cpu / frames, 1000 * cost.wall / frames


def keys(clip):
    """Reference, challenge and height of a clip by its name; of a name of another form, nothing."""
    try:
        return score.clip_keys(clip)
    except IndexError:
        return clip, "", ""


def groups(tallies):
    """The scores of clips with the same challenge, and of those with the same reference."""
    for index in (1, 0):
        members = {}
        for (_, clip), tally in tallies.items():
            members.setdefault(keys(clip)[index], []).append(tally)
        for name, some in sorted(members.items()):
            if name:
                yield name, score.summarise(score.pool(some))


def cell(scores, key):
    form = dict(score.COLUMNS)[key]
    return "–" if scores.get(key) is None else form % scores[key]


def print_overall(ours, header):
    named = {"median px": "median", "jitter px": "jitter"}
    row = [cell(ours, named.get(column, column)) if named.get(column, column) in dict(score.COLUMNS) else "–"
           for column in header[1:]]
    return [f"**{US}**", *row]


def print_scores(tallies, milliseconds):
    overall, by_group = peers(project.shared("bench/README.md"))
    ours = score.summarise(score.pool(list(tallies.values())))
    print(f"\n{len(milliseconds)} clips; the others' figures are those of the README of the given clips, over all of these.\n")
    table(overall[0], [*overall[1], print_overall(ours, overall[0])])
    by_name = dict(groups(tallies))
    print("Recall by challenge and by reference:\n")
    table([*by_group[0], US], [[*row, cell(by_name[row[0]], "recall") if row[0] in by_name else "–"]
                               for row in by_group[1]])
    columns = [key for key, _ in score.COLUMNS if key != "fps"]
    print("Sketchreel by challenge and by reference:\n")
    table(["", *columns], [[name, *(cell(s, key) for key in columns)] for name, s in by_name.items()])
    print("By clip:\n")
    table(["clip", *columns, "ms a frame"],
          [[clip, *(cell(score.summarise(t), key) for key in columns), f"{milliseconds[clip][0]:.0f}" if clip in milliseconds else "–"]
           for (_, clip), t in tallies.items()])
    return ours


def print_times(milliseconds, jobs):
    print(f"Time a frame of the whole command, decoding and reading the drawing included, {jobs} clips at a time (median):\n")
    by_height = {}
    for clip, times in milliseconds.items():
        by_height.setdefault(keys(clip)[2], []).append(times)
    table(["height", "processor ms", "wall ms"],
          [[height or "all", f"{median(t[0] for t in times):.1f}", f"{median(t[1] for t in times):.1f}"]
           for height, times in sorted(by_height.items())])


def main():
    project.need(project.PROGRAM, "run make build")
    folder = project.need(project.setting("CLIPS", project.shared("bench/clips")), "CLIPS names a folder of clips")
    results = project.empty_folder(project.WORK / "tracking" / "results")
    (results / US).mkdir()
    jobs = int(project.setting("JOBS", "2"))
    clips = chosen_clips(folder)
    with ThreadPoolExecutor(jobs) as pool:
        milliseconds = dict(zip(clips, pool.map(lambda name: track(folder / name, results), clips)))
    ours = print_scores(score.load_all(str(results), str(folder), False), milliseconds)
    print_times(milliseconds, jobs)
    rows = [aim(name, ours[name], bound, most, "{:.3f}")
            for name, bound, most in (("recall", 0.86, False), ("p@1", 0.77, False), ("wrong", 0.002, True), ("fp", 0, True))
            if ours.get(name) is not None]
    if not project.setting("ONLY") and not project.setting("CLIPS"):  # they are meant for all of the given clips
        aims(rows)


main()
