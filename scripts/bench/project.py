"""Where things are, and the program that is measured."""
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("SKETCHREEL_SHARED") or ROOT.parent / "shared").resolve()
WORK = ROOT / ".build" / "bench"
PROGRAM = ROOT / ".build" / "release" / "sketchreel"
# What is derived from drawings; apart from the user's own, so that a bench neither finds nor leaves anything there.
ENVIRONMENT = os.environ | {"XDG_CACHE_HOME": str(WORK / "cache")}


def setting(name, default=""):
    """A variable of the make command line; empty counts as not given."""
    return os.environ.get(name) or default


def need(path, remedy):
    """`path`, or the end of the run with a sentence when it is not there."""
    if not Path(path).exists():
        sys.exit(f"bench: {path}: is not there; {remedy}")
    return Path(path)


def shared(name):
    """A file or folder of the given data."""
    return need(SHARED / name, "set SKETCHREEL_SHARED to the folder of the given data")


def empty_folder(path):
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)
    return path


def run(*arguments, statuses=(0,)):
    """Runs a program to its end and gives its output; ends the bench with the program's own words when it fails."""
    done = subprocess.run([str(a) for a in arguments], capture_output=True, text=True, env=ENVIRONMENT)
    if done.returncode not in statuses:
        sys.exit(f"bench: {' '.join(str(a) for a in arguments)}: status {done.returncode}\n{done.stderr}")
    return done.stdout


def register(catalog, drawings, width="20cm"):
    """A new catalog with `drawings`, {name: image}."""
    shutil.rmtree(catalog, ignore_errors=True)
    for name, image in drawings.items():
        run(PROGRAM, "register", image, "--width", width, "--name", name, "--references", catalog)
    return catalog


def album(name, film):
    """An album that holds a copy of `film` alone."""
    folder = WORK / "albums" / name
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / Path(film).name
    if not copy.exists():
        shutil.copy(film, copy)
    return folder


def read_track(path):
    """The header of a track file and its frame lines."""
    lines = [json.loads(line) for line in open(path, encoding="utf-8")]
    return lines[0], lines[1:]


def presented_frames(clip):
    """How many pictures of a clip can be decoded."""
    return int(run("ffprobe", "-loglevel", "fatal", "-select_streams", "v:0", "-count_frames", "-show_entries",
                   "stream=nb_read_frames", "-of", "default=noprint_wrappers=1:nokey=1", clip).split()[0])
