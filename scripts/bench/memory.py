#!/usr/bin/env python3
"""Memory of `track` over a long clip, and what its checkpoints cost.

The sample clip, 240 × 426, over and over; resident memory is read every second. Variables: MINUTES=60; QUICK=1 for five minutes.
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


def long_clip(minutes):
    """The sample clip, small, for so many minutes."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    small, long = FOLDER / "small.mp4", FOLDER / f"{minutes}.mp4"
    if not long.exists():
        project.run(*FFMPEG, "-i", "Samples/clip.mp4", "-an", "-vf", "scale=240:-2", "-c:v", "libx264", "-preset", "ultrafast",
                    "-g", "60", small)
        project.run(*FFMPEG, "-stream_loop", "-1", "-i", small, "-c", "copy", "-t", str(60 * minutes), long)
    return long


def resident(pid):
    """Resident memory of a process now and at its most, in MB; nothing when it has ended."""
    try:
        lines = dict(line.split(":", 1) for line in open(f"/proc/{pid}/status", encoding="utf-8"))
        return [int(lines[name].split()[0]) / 1024 for name in ("VmRSS", "VmHWM")]
    except (OSError, KeyError):
        return None


def watch(clip, seconds_between):
    """Tracks the clip; gives seconds, samples (seconds, MB), the peak in MB and the journal's size in MB."""
    command = [project.PROGRAM, "track", clip, "-o", FOLDER / "long.track.jsonl", "--overwrite", "--quiet", "--fresh"]
    environment = project.ENVIRONMENT | {"SKETCHREEL_CHECKPOINT_SECONDS": str(seconds_between)}
    start = time.monotonic()
    child = subprocess.Popen([str(part) for part in command], env=environment)
    samples, peak, journal = [], 0, 0
    while child.poll() is None:
        found = resident(child.pid)
        if found:
            samples.append((time.monotonic() - start, found[0]))
            peak = max(peak, found[1])
        journal = max([journal] + [file.stat().st_size / 1e6 for file in JOURNALS.glob("*.journal")])
        time.sleep(1)
    if child.returncode != 0:
        sys.exit(f"bench: track ended with status {child.returncode}")
    return time.monotonic() - start, samples, peak, journal


def main():
    project.need(project.PROGRAM, "run make build")
    minutes = int(project.setting("MINUTES", "5" if project.setting("QUICK") else "60"))
    clip = long_clip(minutes)
    frames = project.presented_frames(clip)
    seconds, samples, peak, journal = watch(clip, 10)
    bare = watch(clip, 86_400)[0]
    anchors = sum(len(frame["anchors"]) for frame in project.read_track(FOLDER / "long.track.jsonl")[1])
    print(f"{minutes} minutes, {frames} frames; {anchors / frames:.2f} drawings in sight on average.\n")
    shares = [0.1, 0.25, 0.5, 0.75, 0.9]
    table(["share of the run"] + [f"{share:.0%}" for share in shares] + ["peak"],
          [["resident MB"] + [f"{samples[int(share * len(samples))][1]:.0f}" for share in shares] + [f"{peak:.0f}"]])
    print(f"Frames a second: {frames / seconds:.1f} with checkpoints, {frames / bare:.1f} without; the journal takes "
          f"{journal / minutes:.2f} MB for a minute of clip.\n")
    aims([aim("peak memory above that after a tenth of the run, MB for an hour",
              (peak - samples[len(samples) // 10][1]) * 60 / minutes, 400, form="{:.0f}")])


main()
