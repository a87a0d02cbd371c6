"""What lies in front of a page, and the grain on a film, read from augmented clips alone.

A film of one colour, laid on without light, shows in each pixel how far it covers it; so the matte and the noise can be
measured whatever made them.
"""
import json

import cv2
import numpy as np

import project

GREEN = (0, 255, 0)


def frames(path):
    video = cv2.VideoCapture(str(path))
    while True:
        there, picture = video.read()
        if not there:
            return
        yield picture


def flat_album(name, colour):
    """An album that holds one picture of one colour, in BGR."""
    folder = project.WORK / "albums" / name
    folder.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / "flat.png"), np.full((64, 64, 3), colour, np.uint8))
    return folder


def render(clip, track, catalog, album, result, *options):
    project.run(project.PROGRAM, "render", clip, "--track", track, "--references", catalog, "--album", album,
                "--fit", "stretch", "--fade-in", 0, "--hold", 3600, "--audio", "none", "--codec", "ffv1", "--seed", 1,
                "-o", result, "--overwrite", "--quiet", *options)
    return frames(result)


def page_of(line, size, inset=3):
    """The pixels wholly inside a page, `inset` away from its edge; none where the page is small or out of sight."""
    mask = np.zeros(size[::-1], np.uint8)
    if line["corners"] is None:
        return mask > 0
    cv2.fillConvexPoly(mask, np.round(np.array(line["corners"]) * 16).astype(np.int32), 255, cv2.LINE_8, 4)
    return cv2.erode(mask, np.ones((2 * inset + 1, 2 * inset + 1))) > 0


def hidden(clip, composed):
    """How far each pixel of a frame is not covered by the green film."""
    before, after = clip.astype(np.float32), composed.astype(np.float32)
    way = np.array(GREEN, np.float32) - before
    return 1 - np.clip(((after - before) * way).sum(2) / np.maximum((way * way).sum(2), 1), 0, 1)


def matte(folder, track):
    """Intersection and union of what stays in front and of the hand, what is hidden without one, and the page, in pixels."""
    album = flat_album("green", GREEN)
    result = render(folder / "clip.mp4", track, folder / "catalog", album, folder / "matte.mkv", "--light", "none",
                    "--grain", "none")
    truths = map(json.loads, (folder / "gt.jsonl").open())
    both = either = false = free = 0
    for clip, composed, hand, line in zip(frames(folder / "clip.mp4"), result, frames(folder / "hand.mkv"), truths):
        page = page_of(line, clip.shape[1::-1])
        front, real = hidden(clip, composed) > 0.5, hand[..., 0] > 127
        both += (front & real & page).sum()
        either += ((front | real) & page).sum()
        if hand[page].max(initial=0) == 0:
            false += (front & page).sum()
            free += page.sum()
    return both, either, false, free


def flicker(folder, track, frame, count=30):
    """A still hand: a frame stands still but for noise. The share of the page's pixels that change sides from one frame to
    the next, on average."""
    header, lines = project.read_track(track)
    still, noise = list(frames(folder / "clip.mp4"))[frame], np.random.default_rng(1)
    size = still.shape[1::-1]
    raw = folder / "still.avi"
    writer = cv2.VideoWriter(str(raw), cv2.VideoWriter_fourcc(*"FFV1"), 30, size)
    for _ in range(count):
        writer.write(np.clip(still + noise.normal(0, 2, still.shape), 0, 255).astype(np.uint8))
    writer.release()
    clip = folder / "still.mp4"
    project.run("ffmpeg", "-v", "error", "-y", "-i", raw, "-crf", 18, "-pix_fmt", "yuv420p", clip)
    header["clip"] |= {"file": clip.name, "bytes": clip.stat().st_size, "frames": count}
    step = lines[1]["pts"] - lines[0]["pts"]
    stills = [{"frame": n, "pts": lines[0]["pts"] + n * step, "seconds": n / 30, "anchors": lines[frame]["anchors"]}
              for n in range(count)]
    still_track = folder / "still.track.jsonl"
    still_track.write_text("".join(json.dumps(line) + "\n" for line in [header, *stills]))
    result = render(clip, still_track, folder / "catalog", flat_album("green", GREEN), folder / "still-matte.mkv",
                    "--light", "none", "--grain", "none")
    truth = json.loads(list((folder / "gt.jsonl").open())[frame])
    page = page_of(truth, size)
    fronts = [hidden(a, b) > 0.5 for a, b in zip(frames(clip), result)][1:]
    changes = [(a != b)[page].mean() for a, b in zip(fronts, fronts[1:])]
    return float(np.mean(changes)), float(fronts[0][page].mean())


def noise_blocks(luma, where, unevenness, most):
    """The variance of what a plane leaves of each even block of 8 × 8 pixels."""
    found = []
    y, x = np.mgrid[:8, :8] - 3.5
    for top in range(0, luma.shape[0] - 8, 8):
        for left in range(0, luma.shape[1] - 8, 8):
            part = np.s_[top:top + 8, left:left + 8]
            if where[part].all() and unevenness[part].max() < most:
                block = luma[part] - luma[part].mean()
                block = block - (block * x).sum() / 336 * x - (block * y).sum() / 336 * y
                found.append((block * block).sum() / 61)
    return found


def grain(folder, track):
    """Variances of luma on the paper of a clip and on a film of the paper's colour there."""
    drawing = cv2.imread(str(folder / "ref.png"))
    paper = np.median(drawing.reshape(-1, 3), 0)
    result = render(folder / "clip.mp4", track, folder / "catalog", flat_album("paper", paper), folder / "grain.mkv")
    height, width = drawing.shape[:2]
    grey = cv2.cvtColor(drawing, cv2.COLOR_BGR2GRAY).astype(np.float32)
    edges = cv2.dilate(np.abs(cv2.Sobel(grey, -1, 1, 0)) + np.abs(cv2.Sobel(grey, -1, 0, 1)), np.ones((9, 9)))
    outline = np.float32([[-.5, -.5], [width - .5, -.5], [width - .5, height - .5], [-.5, height - .5]])
    truths = map(json.loads, (folder / "gt.jsonl").open())
    on_paper, on_film = [], []
    for index, (clip, composed, line) in enumerate(zip(frames(folder / "clip.mp4"), result, truths)):
        if index < 3:
            continue
        size = clip.shape[1::-1]
        seen = cv2.getPerspectiveTransform(outline, np.float32(line["corners"]))
        unevenness = cv2.warpPerspective(edges, seen, size)
        page = page_of(line, size, inset=6)
        luma = [cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32) for picture in (clip, composed)]
        on_paper += noise_blocks(luma[0], page, unevenness, 24)
        on_film += noise_blocks(luma[1], page, unevenness, 24)
    return float(np.median(on_paper)), float(np.median(on_film))
