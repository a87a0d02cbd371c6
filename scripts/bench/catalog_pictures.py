"""Very many different drawings, and shots of some of them, for the bench of large catalogs."""
import json
from pathlib import Path

import cv2
import numpy as np


def drawing(seed, assets):
    """A drawing of about 640 pixels that no other seed gives: strokes and shapes on paper, or a part of a picture, turned and
    recoloured, with strokes on it."""
    random = np.random.default_rng([2024, seed])
    width, height = (640, 480) if random.random() < 0.6 else (480, 640)
    paper = random.integers(225, 255, 3)
    page = np.full((height, width, 3), paper, np.uint8)
    kind = random.random()
    if kind < 0.5:
        part = cut(random, assets[random.integers(len(assets))], width - 60, height - 60)
        page[30:height - 30, 30:width - 30] = part
    for _ in range(random.integers(8, 20) if kind < 0.5 else random.integers(40, 90)):
        stroke(random, page)
    return page


def cut(random, picture, width, height):
    """A part of `picture` in this size: turned, mirrored or not, its colours exchanged and bent."""
    scale = random.uniform(0.6, 1.6) * max(width / picture.shape[1], height / picture.shape[0])
    angle = random.uniform(0, 360)
    centre = (random.uniform(0.3, 0.7) * picture.shape[1], random.uniform(0.3, 0.7) * picture.shape[0])
    turn = cv2.getRotationMatrix2D(centre, angle, scale)
    turn[:, 2] += np.array([width / 2, height / 2]) - np.array(centre)
    part = cv2.warpAffine(picture, turn, (width, height), borderMode=cv2.BORDER_REFLECT_101)
    if random.random() < 0.5:
        part = part[:, ::-1]
    part = part[:, :, random.permutation(3)].astype(np.float32) / 255
    return (255 * part ** random.uniform(0.6, 1.6)).astype(np.uint8)


def stroke(random, page):
    """A curve, a disc, a box or a word, of any colour."""
    height, width = page.shape[:2]
    colour = [int(c) for c in random.integers(0, 200, 3)]
    at = random.uniform([0, 0], [width, height])
    kind = random.integers(5)
    thickness = int(random.integers(1, 5))
    if kind < 2:
        angle, points = random.uniform(0, 2 * np.pi), [at]
        for _ in range(random.integers(10, 40)):
            angle += random.normal(0, 0.5)
            points.append(points[-1] + 12 * np.array([np.cos(angle), np.sin(angle)]))
        cv2.polylines(page, [np.round(points).astype(np.int32)], False, colour, thickness, cv2.LINE_AA)
    elif kind == 2:
        cv2.circle(page, [int(v) for v in at], int(random.integers(4, 50)), colour, random.choice([-1, thickness]), cv2.LINE_AA)
    elif kind == 3:
        box = cv2.boxPoints((at.tolist(), random.uniform(8, 110, 2).tolist(), random.uniform(0, 90)))
        cv2.polylines(page, [np.round(box).astype(np.int32)], True, colour, thickness, cv2.LINE_AA)
    else:
        word = "".join(chr(random.integers(97, 123)) for _ in range(random.integers(3, 8)))
        cv2.putText(page, word, [int(v) for v in at], cv2.FONT_HERSHEY_SIMPLEX, random.uniform(0.5, 1.4), colour, thickness, cv2.LINE_AA)


def catalog(folder, count, assets):
    """A catalog of `count` drawings as `sketchreel register` would make it, in one go; made once."""
    group = Path(folder) / "Many.arresourcegroup"
    if (group / "Contents.json").exists():
        return folder
    names = [f"drawing-{index:04}" for index in range(count)]
    for index, name in enumerate(names):
        entry = group / f"{name}.arreferenceimage"
        entry.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(entry / f"{name}.jpg"), drawing(index, assets), [cv2.IMWRITE_JPEG_QUALITY, 92])
        write(entry, {"images": [{"filename": f"{name}.jpg", "idiom": "universal"}],
                      "properties": {"unit": "meters", "width": 0.2}})
    write(group, {"resources": [{"filename": f"{name}.arreferenceimage"} for name in names]})
    return folder


def write(folder, contents):
    contents["info"] = {"author": "sketchreel", "version": 1}
    (folder / "Contents.json").write_text(json.dumps(contents, indent=2))


def shot(random, background, page, size=(960, 540), frames=12):
    """Pictures of a page that lies on `background`, seen at an angle by a moving camera; of the background alone without one."""
    width, height = size
    desk = cv2.resize(background, size)
    side = random.uniform(0.3, 0.62) * height
    tilt, roll = np.radians(random.uniform(0, 50)), random.uniform(-np.pi, np.pi)
    centre = np.array([random.uniform(0.35, 0.65) * width, random.uniform(0.4, 0.6) * height])
    drift = random.uniform(-3, 3, 2)
    for frame in range(frames):
        picture = np.roll(desk, (2 * frame, 3 * frame), (0, 1))
        if page is not None:
            picture = laid(picture, page, centre + frame * drift, side, tilt, roll + 0.01 * frame)
        noise = random.normal(0, 3, picture.shape)
        yield np.clip(cv2.GaussianBlur(picture, (0, 0), 0.6) + noise, 0, 255).astype(np.uint8)


def laid(picture, page, centre, side, tilt, roll):
    """`page` on `picture`: half its short side is `side` / 2 pixels, tilted about its own x axis after it was turned."""
    height, width = page.shape[:2]
    corners = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / min(width, height) * side / 2
    turn = np.array([[np.cos(roll), -np.sin(roll)], [np.sin(roll), np.cos(roll)]])
    turned = corners @ turn.T
    depth = 1 + turned[:, 1] * np.sin(tilt) / 900
    seen = np.stack([turned[:, 0], turned[:, 1] * np.cos(tilt)], 1) / depth[:, None] + centre
    source = np.array([[-0.5, -0.5], [width - 0.5, -0.5], [width - 0.5, height - 0.5], [-0.5, height - 0.5]], np.float32)
    map_ = cv2.getPerspectiveTransform(source, seen.astype(np.float32))
    factor = np.sqrt(cv2.contourArea(seen.astype(np.float32)) / (width * height))
    soft = cv2.GaussianBlur(page, (0, 0), max(0.01, 0.5 * (1 / factor - 1))) if factor < 1 else page
    size = picture.shape[1], picture.shape[0]
    over = cv2.warpPerspective(soft, map_, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = cv2.warpPerspective(np.full((height, width), 255, np.uint8), map_, size)[:, :, None] / 255.0
    return (picture * (1 - mask) + over * mask).astype(np.uint8)
