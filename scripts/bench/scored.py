"""Tracks clips with exact truth, as gen.py makes them, and scores what comes out."""
import json
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import project
from processes import measure

sys.path.insert(0, str(project.shared("bench")))
import score  # noqa: E402  (the scorer of the given clips)

US = "sketchreel"
# An image enters the view where this share of it, and this many pixels, can be seen.
ENTERED_SHARE, ENTERED_PIXELS = 0.1, 24


class Run:
    """Scores of a set of clips: the tallies by clip (a second page's under CLIP.b), and milliseconds of processor and wall
    time a frame by clip."""

    def __init__(self, folder, clips, work, jobs):
        self.folder, self.clips = folder, clips
        self.results = project.empty_folder(work / "results")
        (self.results / US).mkdir()
        with ThreadPoolExecutor(jobs) as pool:
            self.milliseconds = dict(zip(clips, pool.map(lambda name: self._track(name, work / "catalogs"), clips)))
        every = score.load_all(str(self.results), str(folder), False)
        self.tallies = {clip: tally for (_, clip), tally in every.items()}

    def _track(self, name, catalogs):
        clip = self.folder / name
        drawings = {page: clip / f"{page}.png" for page in ("ref", "ref_b") if (clip / f"{page}.png").exists()}
        catalog = project.register(catalogs / name, drawings)
        output = self.track_file(name)
        # Registering has left the drawings' features in the cache.
        cost = measure([project.PROGRAM, "track", clip / "clip.mp4", "--references", catalog, "-o", output, "--quiet"],
                       statuses=(0, 2))
        frames = len(project.read_track(output)[1])
        print(f"  {name}: {1000 * cost.cpu / frames:.0f} ms of processor time a frame", file=sys.stderr)
        return 1000 * cost.cpu / frames, 1000 * cost.wall / frames

    def track_file(self, clip):
        return self.results / US / f"{clip}.jsonl"

    def scores(self, chosen=lambda clip: True):
        """The scores of the clips, pooled over those that are chosen."""
        return score.summarise(score.pool([tally for clip, tally in self.tallies.items() if chosen(clip)]))

    def groups(self):
        """Names of challenges, then of references, with the scores of their clips."""
        for index in (1, 0):
            for name in sorted({keys(clip)[index] for clip in self.tallies} - {""}):
                yield name, self.scores(lambda clip: keys(clip)[index] == name)

    def entries(self):
        """Each time that an image enters the view: clip, frame, and frames until the first anchor (None: none before it
        is gone again)."""
        for clip in self.clips:
            for page, truth in (("ref", "gt.jsonl"), ("ref_b", "gt_b.jsonl")):
                if (self.folder / clip / truth).exists():
                    lines = [json.loads(line) for line in open(self.folder / clip / truth, encoding="utf-8")]
                    found = score.read_lines(self.track_file(clip), page)
                    for frame, wait in entries_of(lines, found):
                        yield clip + (".b" if page == "ref_b" else ""), frame, wait


def keys(clip):
    """Reference, challenge and height of a clip by its name; of a name of another form, itself and nothing."""
    try:
        return score.clip_keys(clip)
    except IndexError:
        return clip, "", ""


def is_entered(truth):
    """Whether enough of the image can be seen."""
    if truth["vis"] < ENTERED_SHARE:
        return False
    return np.sqrt(truth["vis"] * score_area(truth["corners"])) >= ENTERED_PIXELS


def score_area(corners):
    x, y = np.asarray(corners, float).T
    return 0.5 * abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))


def is_right(truth, result):
    """Whether the frame has an anchor that lies on the image, as the scorer sees it."""
    if not result or not result["found"] or truth["corners"] is None:
        return False
    difference = np.asarray(result["corners"], float) - np.asarray(truth["corners"], float)
    diagonal = np.linalg.norm(np.subtract(truth["corners"][2], truth["corners"][0]))
    return np.sqrt((difference ** 2).sum() / 4) <= max(score.LOST_PX, score.LOST_SHARE * diagonal)


def entries_of(truth, found):
    """The frames in which the image enters the view, after one in which less than a tenth of it could be seen, and how
    many frames later the first right anchor is there."""
    was_out = False
    for index, line in enumerate(truth):
        if line["vis"] < ENTERED_SHARE:
            was_out = True
        if not (was_out and is_entered(line)):
            continue
        was_out = False
        wait = None
        for later in truth[index:]:
            if later["vis"] < ENTERED_SHARE:
                break
            if is_right(later, found.get(later["frame"])):
                wait = later["frame"] - line["frame"]
                break
        yield line["frame"], wait


def chosen_clips(folder):
    """The clips of a folder to work on, by name: all, or those that ONLY names a part of."""
    only = project.setting("ONLY").replace(",", " ").split()
    names = sorted(path.parent.name for path in folder.glob("*/gt.jsonl") if not path.parent.name.startswith("."))
    chosen = [name for name in names if not only or any(part in name for part in only)]
    if not chosen:
        sys.exit(f"bench: {folder}: there is no clip in it" + (f" with {only} in its name" if only else ""))
    return chosen


def cell(scores, key):
    """A figure as the scorer prints it; two digits more for medians, whose aims are small."""
    form = {"median": "%.3f", "jitter": "%.3f"}.get(key, dict(score.COLUMNS)[key])
    return "–" if scores.get(key) is None else form % scores[key]
