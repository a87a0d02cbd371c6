#!/usr/bin/env python3
"""Poses and focal lengths against the truth, once with nothing known of the camera and once with the true one.

ONLY=perspective,scale for clips with that in their name; CLIPS=FOLDER of other clips, as gen.py makes them; JOBS=2 clips at
a time. The truth is in their corners and in K of meta.json.
"""
import json
import sys
from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np

import project
from tables import aim, aims, table

WIDTH = 0.2  # metres, as `project.register` says
VISIBLE = 0.3  # the least visible share of the page in a frame that counts, as in score.py
# OpenCV's axes (y down, z forward; the page's z into it) to those of the track file.
CAMERA = np.diag([1.0, -1.0, -1.0])
ANCHOR = np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]])


def chosen_clips(folder):
    """Clips with a page that is really there, by name."""
    only = project.setting("ONLY").replace(",", " ").split()
    names = sorted(path.parent.name for path in folder.glob("*/gt.jsonl") if '"visible": true' in path.read_text())
    chosen = [name for name in names if not only or any(part in name for part in only)]
    if not chosen:
        sys.exit(f"bench: {folder}: there is no clip in it" + (f" with {only} in its name" if only else ""))
    return chosen


def true_pose(corners, camera, aspect):
    """Rotation and translation of a page from its exact corners, as the track file has them."""
    w, h = WIDTH / 2, WIDTH * aspect / 2
    page = np.array([[-w, -h, 0], [w, -h, 0], [w, h, 0], [-w, h, 0]])
    seen = np.array(corners).reshape(4, 1, 2)
    _, turns, shifts, _ = cv2.solvePnPGeneric(page, seen, camera, None, flags=cv2.SOLVEPNP_IPPE)
    turn, shift = cv2.solvePnPRefineLM(page, seen, camera, None, turns[0], shifts[0])
    return CAMERA @ cv2.Rodrigues(turn)[0] @ ANCHOR, CAMERA @ shift.ravel()


def degrees(cosine):
    return float(np.degrees(np.arccos(np.clip(cosine, -1, 1))))


def errors(truth, anchor):
    """Degrees between the orientations, relative error of the distance, and whether the page leans the wrong way."""
    rotation, translation = truth
    matrix = np.array(anchor["transform"]).reshape(4, 4).T
    angle = degrees((np.trace(rotation.T @ matrix[:3, :3]) - 1) / 2)
    distance = np.linalg.norm(matrix[:3, 3]) / np.linalg.norm(translation) - 1
    sight = -translation / np.linalg.norm(translation)
    lean = degrees(rotation[:, 1] @ sight)
    off = degrees(rotation[:, 1] @ matrix[:3, 1])
    return angle, abs(distance), off > max(5, lean) or matrix[:3, 1] @ matrix[:3, 3] > 0


def run(clip, camera_file=None):
    """Tracks a clip; the header of its track and its frames."""
    catalog = project.WORK / "poses" / "catalogs" / clip.name
    output = project.WORK / "poses" / f"{clip.name}.track.jsonl"
    known = ["--camera", camera_file] if camera_file else []
    project.run(project.PROGRAM, "track", clip / "clip.mp4", "--references", catalog, "-o", output, "--overwrite", "--quiet",
                *known, statuses=(0, 2))
    return project.read_track(output)


def compare(clip, meta, track):
    """Medians of the errors of a track."""
    header, frames = track
    camera = np.array(meta["K"])
    height, width = cv2.imread(str(clip / "ref.png")).shape[:2]
    found, tilts = [], []
    for line, frame in zip(open(clip / "gt.jsonl", encoding="utf-8"), frames):
        truth = json.loads(line)
        anchor = next((a for a in frame["anchors"] if a["reference"] == "ref"), None)
        if not truth["corners"] or truth["vis"] < VISIBLE:
            continue
        pose = true_pose(truth["corners"], camera, height / width)
        tilts.append(degrees(-pose[0][:, 1] @ pose[1] / np.linalg.norm(pose[1])))
        if anchor:
            found.append(errors(pose, anchor))
    angles, distances, flips = (np.array(column) for column in zip(*found)) if found else (np.array([np.nan]),) * 3
    seen = header["camera"]
    return {"tilt": max(tilts), "angle": np.median(angles), "distance": 100 * np.median(distances),
            "flips": int(np.nansum(flips)), "focal": 100 * (seen["fx"] / camera[0, 0] - 1),
            "sigma": 100 * seen["focalSigma"] / seen["fx"], "source": seen["source"]}


def measure(clip):
    meta = json.loads((clip / "meta.json").read_text())
    project.register(project.WORK / "poses" / "catalogs" / clip.name,
                     {name: clip / f"{name}.png" for name in ("ref", "ref_b") if (clip / f"{name}.png").exists()},
                     f"{100 * WIDTH:g}cm")
    (width, height), k = meta["size"], meta["K"]
    file = project.WORK / "poses" / f"{clip.name}.camera.json"
    file.write_text(json.dumps({"width": width, "height": height, "fx": k[0][0], "fy": k[1][1], "cx": k[0][2], "cy": k[1][2]}))
    found = compare(clip, meta, run(clip)), compare(clip, meta, run(clip, file))
    print(f"  {clip.name}: {found[0]['source']} {found[0]['focal']:+.2f} %", file=sys.stderr)
    return found


def row(name, alone, known):
    return [name, f"{alone['tilt']:.0f}", alone["source"], f"{alone['focal']:+.2f}", f"{alone['sigma']:.2f}",
            *(cell for s in (alone, known) for cell in (f"{s['angle']:.3f}", f"{s['distance']:.3f}", s["flips"]))]


def main():
    project.need(project.PROGRAM, "run make build")
    folder = project.need(project.setting("CLIPS", project.shared("bench/clips")), "CLIPS names a folder of clips")
    (project.WORK / "poses" / "catalogs").mkdir(parents=True, exist_ok=True)
    clips = chosen_clips(folder)
    with ThreadPoolExecutor(int(project.setting("JOBS", "2"))) as pool:
        results = dict(zip(clips, pool.map(lambda name: measure(folder / name), clips)))
    print(f"\n{len(clips)} clips. Largest tilt in degrees; the focal length's error and standard deviation in %; medians of the "
          "angle in degrees\nand of the distance's error in %; frames whose page leans the wrong way. First with nothing known of "
          "the camera, then with the true one.\n")
    table(["clip", "tilt", "source", "f %", "σ %", "angle", "distance %", "flips", "true: angle", "distance %", "flips"],
          [row(name, *found) for name, found in results.items()])
    tilted = [alone for alone, _ in results.values() if alone["tilt"] >= 20]
    rows = [aim("flips with the true camera", sum(known["flips"] for _, known in results.values()), 0, form="{:.0f}")]
    if tilted:
        rows.append(aim("largest error of f where tilted by 20°, %", max(abs(alone["focal"]) for alone in tilted), 3))
    slow = [known for name, (_, known) in results.items() if any(kind in name for kind in ("_scale", "_rotation", "_perspective", "_two"))]
    if slow:
        rows.append(aim("median angle in slow clips, °", np.median([known["angle"] for known in slow]), 0.1, form="{:.3f}"))
        rows.append(aim("median distance in slow clips, %", np.median([known["distance"] for known in slow]), 0.2, form="{:.3f}"))
    aims(rows)


main()
