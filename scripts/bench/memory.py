#!/usr/bin/env python3
"""Memory of `augment` over a long clip, in both passes, and what the checkpoints of `track` cost.

The sample clip, 320 × 240, over and over, with sound; resident memory is read every second. Variables: MINUTES=60; QUICK=1 for five
minutes.
"""
import subprocess
import sys
import time
from pathlib import Path

import project
from tables import aim, aims, table

FOLDER = project.WORK / "memory"
JOURNALS = Path(project.ENVIRONMENT["XDG_CACHE_HOME"]) / "sketchreel" / "tracks"
FFMPEG = ["ffmpeg", "-loglevel", "error", "-nostdin", "-y"]
TRACK, FILM = FOLDER / "film.track.jsonl", FOLDER / "film.mp4"
SHARES = [0.1, 0.25, 0.5, 0.75, 0.95]


def long_clip(minutes):
    """The middle of the sample clip, small, for so many minutes."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    small, long = FOLDER / "small.mp4", FOLDER / f"{minutes}.mp4"
    if not long.exists():
        project.run(*FFMPEG, "-i", "Samples/clip.mp4", "-vf", "crop=1080:810,scale=320:240", "-c:v", "libx264", "-preset",
                    "ultrafast", "-g", "60", "-c:a", "aac", small)
        project.run(*FFMPEG, "-stream_loop", "-1", "-i", small, "-c", "copy", "-t", str(60 * minutes), long)
    return long


def resident(pid):
    """Resident memory of a process now and at its most, in MB; nothing when it has ended."""
    try:
        lines = dict(line.split(":", 1) for line in open(f"/proc/{pid}/status", encoding="utf-8"))
        return [int(lines[name].split()[0]) / 1024 for name in ("VmRSS", "VmHWM")]
    except (OSError, KeyError):
        return None


def watch(seconds_between, *command):
    """Runs a command; gives its seconds, what memory was in each pass (MB every second), the peak, and the journal's size in MB."""
    for left in (TRACK, FILM):
        left.unlink(missing_ok=True)
    environment = project.ENVIRONMENT | {"SKETCHREEL_CHECKPOINT_SECONDS": str(seconds_between)}
    start = time.monotonic()
    child = subprocess.Popen([str(part) for part in (project.PROGRAM, *command, "--quiet", "--fresh")], env=environment)
    passes, peak, journal = ([], []), 0, 0
    while child.poll() is None:
        found = resident(child.pid)
        if found:
            passes[TRACK.exists()].append(found[0])
            peak = max(peak, found[1])
        journal = max([journal] + [file.stat().st_size / 1e6 for file in JOURNALS.glob("*.journal")])
        time.sleep(1)
    if child.returncode != 0:
        sys.exit(f"bench: {command[0]} ended with status {child.returncode}")
    return time.monotonic() - start, passes, peak, journal


def main():
    project.need(project.PROGRAM, "run make build")
    minutes = int(project.setting("MINUTES", "5" if project.setting("QUICK") else "60"))
    clip = long_clip(minutes)
    frames = project.presented_frames(clip)
    seconds, passes, peak, journal = watch(
        10, "augment", clip, "--album", "Samples/Albums/AR_0", "--seed", "2", "--preset", "ultrafast", "-o", FILM)
    anchors = sum(len(frame["anchors"]) for frame in project.read_track(TRACK)[1])
    print(f"{minutes} minutes, {frames} frames, {seconds / 60:.0f} minutes of work; {anchors / frames:.2f} drawings in sight on "
          f"average.\n")
    table(["resident MB"] + [f"after {share:.0%}" for share in SHARES] + ["most"],
          [[name] + [f"{samples[int(share * len(samples))]:.0f}" for share in SHARES] + [f"{max(samples):.0f}"]
           for name, samples in zip(("track", "render"), passes) if samples])
    print(f"The peak is {peak:.0f} MB, when the clip is solved. The journal takes {journal / minutes:.2f} MB for a minute of clip.\n")
    slopes = [(samples[int(0.95 * len(samples))] - samples[int(0.25 * len(samples))]) / (0.7 * minutes) * 60 for samples in passes]
    short = long_clip(2)
    apart = [watch(between, "track", short, "-o", TRACK)[0] for between in (1, 86_400)]
    print(f"Two minutes are tracked in {apart[0]:.1f} s with a checkpoint every second, in {apart[1]:.1f} s without any.\n")
    aims([aim("growth while tracking, MB for an hour", slopes[0], 100, form="{:.0f}"),
          aim("growth while rendering, MB for an hour", slopes[1], 20, form="{:.0f}"),
          aim("peak, MB", peak, 600, form="{:.0f}")])


main()
