#!/usr/bin/env python3
"""What `augment` costs beside a plain transcode of the same pictures: processor time, wall time, memory, start-up.

Variables: CLIP, ALBUM, REFERENCES, SEED as for `make demo`; RUNS=3; QUICK=1 for one run each, without the long clip.
"""
import subprocess
import sys
from pathlib import Path
from statistics import median

import project
from processes import measure, middle
from tables import aim, aims, table

PRESET, CRF = "medium", "20"
FFMPEG = ["ffmpeg", "-loglevel", "error", "-nostdin", "-y", "-noautorotate"]
FOLDER = project.WORK / "speed"


class Demo:
    """The clip and what is put onto it."""

    def __init__(self):
        self.clip = project.need(Path(project.setting("CLIP", "Samples/clip.mp4")).expanduser(), "CLIP names another")
        albums = [project.setting("ALBUM")] if project.setting("ALBUM") else ["Samples/Albums/AR_0", "Samples/Albums/AR_1"]
        self.albums = [project.need(Path(album).expanduser(), "ALBUM names another") for album in albums]
        self.references = project.setting("REFERENCES", "ReferenceImages")
        self.seed = project.setting("SEED", "7")

    def show(self):
        return [part for album in self.albums for part in ("--album", album)] + ["--seed", self.seed]

    def augment(self, clip, output, *encoding):
        return [project.PROGRAM, "augment", clip, "--references", self.references, *self.show(), *encoding, "-o", output,
                "--overwrite", "--quiet"]

    def track(self, output):
        return [project.PROGRAM, "track", self.clip, "--references", self.references, "-o", output, "--overwrite", "--quiet"]

    def render(self, track, output):
        return [project.PROGRAM, "render", self.clip, "--track", track, *self.show(), "--preset", PRESET, "--crf", CRF,
                "-o", output, "--overwrite", "--quiet"]


def transcode(source, output):
    """A transcode with the settings that `augment` uses, its sound included; threads are left to x264, as there."""
    return [*FFMPEG, "-i", source, "-fps_mode", "passthrough", "-c:v", "libx264", "-preset", PRESET, "-crf", CRF, "-c:a",
            "aac", "-b:a", "192k", output]


def reading(source):
    """Decoding alone."""
    return [*FFMPEG, "-i", source, "-an", "-f", "null", "-"]


def compare(demo, runs):
    """The costs of `augment` and of what it is compared with, each the median of `runs` in turn."""
    # x264 at 0 is lossless; FFV1 would need a container that cannot say that a picture is turned.
    lossless = FOLDER / "composed.mp4"
    measure(demo.augment(demo.clip, lossless, "--codec", "h264", "--preset", "ultrafast", "--crf", "0"))
    commands = {
        "augment": demo.augment(demo.clip, FOLDER / "augmented.mp4", "--codec", "h264", "--preset", PRESET, "--crf", CRF),
        "transcode of its lossless pictures": transcode(lossless, FOLDER / "transcoded.mp4"),
        "  of which reading them": reading(lossless),
        "reading the clip": reading(demo.clip),
    }
    costs = {name: [] for name in commands}
    for turn in range(runs):
        for name, command in commands.items():
            print(f"  run {turn + 1} of {runs}: {name.strip()}", file=sys.stderr)
            costs[name].append(measure(command))
    lossless.unlink()
    return {name: middle(some) for name, some in costs.items()}


def print_comparison(costs, frames):
    """The costs in a table; the processor time's ratios to the two transcodes."""
    ours, lossless, reading_lossless, clip = costs.values()
    plain = lossless.cpu - reading_lossless.cpu + clip.cpu
    rows = [[name, f"{cost.cpu:.1f}", f"{1000 * cost.cpu / frames:.1f}", f"{cost.wall:.1f}", f"{cost.peak:.0f}"]
            for name, cost in costs.items()]
    rows.append(["transcode, reading the clip instead", f"{plain:.1f}", f"{1000 * plain / frames:.1f}", "–", "–"])
    table(["", "processor s", "processor ms a frame", "wall s", "peak MB"], rows)
    sizes = [(FOLDER / name).stat().st_size / 1e6 for name in ("augmented.mp4", "transcoded.mp4")]
    print(f"Results: {sizes[0]:.2f} and {sizes[1]:.2f} MB, {frames} frames each.\n")
    return ours.cpu / lossless.cpu, ours.cpu / plain


def print_stages(demo, frames):
    """Processor milliseconds a frame by stage; a codec's threads count for the stage that started them."""
    track = FOLDER / "stages.track.jsonl"
    for name, command in (("track", demo.track(track)), ("render", demo.render(track, FOLDER / "stages.mp4"))):
        cost = measure(command, by_thread=True)
        stages = {stage: seconds for stage, seconds in cost.threads.items() if seconds > 0.005 * cost.cpu}
        stages["rest"] = max(0, cost.cpu - sum(stages.values()))
        print(f"`{name}` by stage ({cost.wall:.1f} s wall):\n")
        table(["stage", "processor ms a frame"],
              [["main" if stage == "sketchreel" else stage, f"{1000 * seconds / frames:.2f}"]
               for stage, seconds in sorted(stages.items(), key=lambda item: -item[1])])


def memory_of_ten_times(demo):
    """Peak megabytes of `augment` and of a transcode on the clip ten times over."""
    long = FOLDER / "long.mp4"
    # Endless sound and picture drift apart by a packet a turn; neither cares here.
    subprocess.run(["ffmpeg", "-loglevel", "error", "-nostdin", "-y", "-stream_loop", "9", "-i", str(demo.clip), "-c", "copy",
                    str(long)], check=True)
    print("  the clip ten times over", file=sys.stderr)
    ours = measure(demo.augment(long, FOLDER / "long.augmented.mp4", "--codec", "h264", "--preset", PRESET, "--crf", CRF))
    plain = measure(transcode(long, FOLDER / "long.transcoded.mp4"))
    return ours.peak, plain.peak


def main():
    project.need(project.PROGRAM, "run make build")
    demo, quick = Demo(), project.setting("QUICK")
    FOLDER.mkdir(parents=True, exist_ok=True)
    runs = int(project.setting("RUNS", "1" if quick else "3"))
    frames = project.presented_frames(demo.clip)
    costs = compare(demo, runs)
    print(f"{demo.clip}, {frames} frames; libx264 {PRESET}, crf {CRF}; the median of {runs}.\n")
    by_lossless, by_clip = print_comparison(costs, frames)
    print_stages(demo, frames)
    start = median(measure([project.PROGRAM, "--help"]).wall for _ in range(20))
    ours, plain = costs["augment"].peak, costs["transcode of its lossless pictures"].peak
    rows = [aim("processor time, times the transcode", by_lossless, 1.35),
            aim("the same, the transcode reading the clip itself", by_clip, 1.35),
            aim("start-up (--help, median of 20), s", start, 0.15, form="{:.3f}"),
            aim("peak memory above the transcode's, MB", ours - plain, 250, form="{:.0f}")]
    if not quick:
        long_ours, long_plain = memory_of_ten_times(demo)
        print(f"Ten times as long: peak {long_ours:.0f} MB, {long_ours - ours:+.0f} MB; the transcode {long_plain:.0f} MB.\n")
        rows += [aim("ten times as long: peak above the transcode's, MB", long_ours - long_plain, 250, form="{:.0f}")]
    aims(rows)


main()
