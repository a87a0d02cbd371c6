"""The films and photographs of the second album: a drawing that draws itself, a cake with candles."""
import math

import cv2
import numpy as np

import film
import ink
import lighthouse
import sketch_cat
import sound
from gouache import Layer, Pigments
from shapes import ellipse_points, jitter, mix, rgb, spline, trace


# ---------------------------------------------------------------- the drawing that draws itself

def drawing_frames(seconds=8, hold=1.2):
    """The pen goes over the page stroke by stroke; what it has passed shows the finished drawing."""
    pen = lighthouse.drawing()
    final = ink.on_paper(ink.draw(pen), lighthouse.SEED)
    blank = ink.on_paper(np.zeros(final.shape[:2], np.float32), lighthouse.SEED)
    size = (960, 1200)
    final, blank = (cv2.resize(p, size, interpolation=cv2.INTER_AREA) for p in (final, blank))
    scale = size[0] / lighthouse.WIDTH
    strokes = [np.asarray(op[1]) * scale for op in pen.operations if op[0] != "erase"]
    lengths = np.cumsum([12 + np.hypot(*np.diff(s, axis=0).T).sum() for s in strokes])
    shown = np.zeros(size[::-1], np.float32)
    done, count = 0, int((seconds - hold) * film.RATE)
    for index in range(seconds * film.RATE):
        u = min(1, (index + 1) / count)
        target = lengths[-1] * (0.15 * u + 0.85 * u ** 1.7)
        tip = None
        while done < len(strokes) and lengths[done] <= target:
            line = np.round(strokes[done] * 8).astype(np.int32).reshape(-1, 1, 2)
            cv2.polylines(shown, [line], False, 1.0, 5, cv2.LINE_AA, 3)
            tip = strokes[done][-1]
            done += 1
        if done == len(strokes):
            shown = np.minimum(1, shown + 0.12)
        frame = blank * (1 - shown[..., None]) + final * shown[..., None]
        yield _with_pen(frame, tip) if tip is not None and done < len(strokes) else frame


def _with_pen(frame, tip):
    """A dip pen whose point is at `tip`, and its shadow."""
    x, y = tip
    place = lambda u, v: (x + 0.62 * u + 0.55 * v, y - 0.78 * u + 0.44 * v)
    shapes = [([(0, 0), (46, -6), (74, -7), (74, 7), (46, 6)], "#8d9096"), ([(10, -1), (46, -5), (50, 0)], "#d9dbde"),
              ([(74, -9), (110, -10), (420, -7), (420, 7), (110, 10), (74, 9)], "#3d2430"), ([(80, -6), (420, -4), (420, -2), (80, -3)], "#8f5a5f")]
    result = frame.copy()
    shadow = np.zeros(frame.shape[:2], np.float32)
    outline = np.array([(px + 0.16 * u + 5, py + 0.24 * u + 6) for (u, v), (px, py) in
                        ((p, place(*p)) for p in [(0, 0), (74, -9), (420, -7), (420, 7), (74, 9)])])
    cv2.fillPoly(shadow, [np.round(outline * 8).astype(np.int32)], 1.0, cv2.LINE_AA, 3)
    result *= 1 - 0.35 * cv2.GaussianBlur(shadow, (0, 0), 6)[..., None]
    for points, colour in shapes:
        polygon = np.array([place(*p) for p in points])
        mask = np.zeros(frame.shape[:2], np.float32)
        cv2.fillPoly(mask, [np.round(polygon * 8).astype(np.int32)], 1.0, cv2.LINE_AA, 3)
        result = result * (1 - mask[..., None]) + rgb(colour) * mask[..., None]
    return result


def drawing_sound(seconds=8):
    rng = np.random.default_rng(9)
    melody = [(1, 0), (1, 3), (1, 7), (1.5, 8), (0.5, 7), (1, 5), (1, 3), (1, 2), (2, 3), (1, 7), (1, 10), (2, 12), (2, 7), (3, 12)]
    chords = [(4, 0, 3, 7), (4, -4, 0, 3), (4, -7, -4, 0), (4, -5, -1, 2), (4, 0, 3, 7)]
    track = sound.tune(seconds, melody, chords, 0.42, rng)
    sound.put(track, sound.scratch(seconds - 1.4, rng), 0, 2.4)
    return track


# ---------------------------------------------------------------- a cake with candles

def cake_layer(size=720, seed=27):
    pigments = Pigments(size, size, seed)
    rng = np.random.default_rng(seed)
    layer = Layer(pigments)
    layer.paint(lambda c: c.rectangle(-20, -20, size + 40, size + 40), rgb("#2f4f6e"), to=rgb("#20304f"), wobble=0, dry=0, streak=0.12,
                blotch=0.12)
    with layer.batch(wobble=1.5, dry=0.5) as c:
        for _ in range(420):
            x, y = rng.uniform(0, size), rng.uniform(0, 560)
            c.set_source_rgba(*jitter(mix(rgb("#2f4f6e"), rgb("#5a7f96"), rng.uniform(0, 0.5)), rng, 0.03), 0.4)
            c.set_line_width(rng.uniform(3, 10))
            trace(c, spline([(x, y), (x + 20, y + rng.normal(0, 8)), (x + rng.uniform(30, 70), y + rng.normal(0, 8))]), closed=False)
            c.stroke()
    layer.paint(lambda c: c.rectangle(-20, 560, size + 40, 200), rgb("#c98f5a"), to=rgb("#8a5731"), wobble=3, streak=0.2)
    _bunting(layer, rng, size)
    layer.paint(ellipse_points(360, 606, 262, 42), rgb("#f3eee0"), to=rgb("#b9b0a4"), rim=rgb("#ffffff"), wobble=1.5)
    for x0, x1, top, bottom, colour in ((142, 578, 420, 604, "#f3d9c0"), (214, 506, 296, 428, "#e9a7a0")):
        layer.paint([(x0, top + 12), ((x0 + x1) / 2, top - 14), (x1, top + 12), (x1 - 3, bottom - 12), ((x0 + x1) / 2, bottom + 18),
                     (x0 + 3, bottom - 12)], rgb(colour), to=mix(rgb(colour), rgb("#8a5a6a"), 0.45), direction=(1, 0.4), wobble=2, streak=0.1,
                    shade=mix(rgb(colour), rgb("#5a3a5a"), 0.5), shade_width=30)
    _icing(layer, rng)
    return layer.pixels[..., :3]


def _bunting(layer, rng, size):
    with layer.batch(wobble=1.2, dry=0.2) as c:
        line = spline([(-20, 70), (180, 130), (360, 92), (560, 140), (740, 60)])
        c.set_source_rgb(*rgb("#f3e6cf"))
        c.set_line_width(3)
        trace(c, line, closed=False)
        c.stroke()
        for k in range(13):
            x, y = line[int((k + 0.5) / 13 * len(line))]
            c.set_source_rgb(*jitter(rgb(["#e3574a", "#f2c14e", "#5fb0ae", "#f3e6cf", "#e9a0b4"][k % 5]), rng, 0.03))
            trace(c, [(x - 21, y - 1), (x + 21, y + 2), (x + rng.normal(2, 3), y + 52)])
            c.fill()


def _icing(layer, rng):
    with layer.batch(wobble=1.2, dry=0.1) as c:
        for x0, x1, y in ((142, 578, 428), (214, 506, 302)):
            top = [(x, y - 20 * math.sin(math.pi * (x - x0) / (x1 - x0))) for x in np.linspace(x0 - 4, x1 + 4, 30)]
            drips = [(x, y + 22 + 20 * math.sin(math.pi * (x - x0) / (x1 - x0)) + 22 * abs(math.sin(x / 23)) * rng.uniform(0.4, 1.2))
                     for x in np.linspace(x1 + 4, x0 - 4, 26)]
            c.set_source_rgb(*rgb("#fff6ea"))
            trace(c, spline(top + drips, closed=True))
            c.fill()
        for _ in range(170):
            tier = rng.uniform() < 0.6
            x, y = (rng.uniform(160, 560), rng.uniform(478, 590)) if tier else (rng.uniform(228, 492), rng.uniform(346, 404))
            c.set_source_rgb(*jitter(rgb(["#e3574a", "#f2c14e", "#5fb0ae", "#7d6fb0", "#f3e6cf"][rng.integers(5)]), rng))
            c.set_line_width(4)
            a = rng.uniform(0, 3.1)
            c.move_to(x, y)
            c.line_to(x + 8 * math.cos(a), y + 8 * math.sin(a))
            c.stroke()
        for k in range(9):
            x = 166 + 49 * k
            y = 418 - 16 * math.sin(math.pi * (k + 0.5) / 9)
            c.set_source_rgb(*rgb("#c8322f"))
            c.arc(x, y, 13, 0, 7)
            c.fill()
            c.set_source_rgba(1, 1, 1, 0.7)
            c.arc(x - 4, y - 5, 3.2, 0, 7)
            c.fill()
        for k, x in enumerate(CANDLES):
            for j in range(7):
                c.set_source_rgb(*(rgb("#fff3e0") if j % 2 else rgb(["#5fb0ae", "#e3574a", "#f2c14e"][k % 3])))
                trace(c, [(x - 6, 286 - 10 * j), (x + 6, 283 - 10 * j), (x + 6, 273 - 10 * j), (x - 6, 276 - 10 * j)])
                c.fill()


CANDLES = (258, 308, 360, 412, 462)


def cake_frames(seconds=6):
    picture = cake_layer()
    h, w = picture.shape[:2]
    rng = np.random.default_rng(2)
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    paper = [dict(x=rng.uniform(-40, w + 40), y=rng.uniform(-900, 20), fall=rng.uniform(90, 170), sway=rng.uniform(10, 40),
                  turn=rng.uniform(2, 7), phase=rng.uniform(0, 6), size=rng.uniform(6, 13),
                  colour=jitter(rgb(["#e3574a", "#f2c14e", "#5fb0ae", "#e9a0b4", "#f3e6cf", "#8d7fc0"][rng.integers(6)]), rng))
             for _ in range(150)]
    for index in range(seconds * film.RATE):
        t = index / film.RATE
        warm = sum(np.exp(-(((xs - x) / 150) ** 2 + ((ys - 200) / 170) ** 2)) * (1 + 0.25 * math.sin(11 * t + 2 * k) * math.sin(7.3 * t + k))
                   for k, x in enumerate(CANDLES))
        frame = picture * (0.80 + 0.13 * warm[..., None] * rgb("#ffe0b0"))
        for k, x in enumerate(CANDLES):
            _flame(frame, x, 212, t, k)
        for bit in paper:
            y = bit["y"] + bit["fall"] * t
            x = bit["x"] + bit["sway"] * math.sin(1.7 * t + bit["phase"])
            if -20 < y < h + 20:
                _paper(frame, x, y, bit, t)
        yield np.clip(frame, 0, 1)


def _flame(frame, x, y, t, k):
    lean = 5 * math.sin(5 * t + 1.3 * k) * math.sin(2.1 * t + k)
    tall = 26 + 4 * math.sin(9 * t + 2 * k)
    box = frame[max(0, y - 60):y + 20, x - 40:x + 40]
    ys, xs = np.mgrid[0:box.shape[0], 0:box.shape[1]].astype(np.float32)
    u = (y - (ys + y - 60)) / tall
    dx = xs - 40 - lean * np.clip(u, 0, 1) ** 1.5
    width = 8.5 * np.sqrt(np.clip(u + 0.25, 0, 1)) * np.clip(1 - u, 0, 1) ** 0.8 + 0.01
    core = np.clip(1.3 - np.abs(dx) / width, 0, 1)[..., None] * ((u > -0.25) & (u < 1))[..., None]
    halo = np.exp(-((dx / 24) ** 2 + ((ys - 44) / 26) ** 2))[..., None] * 0.5
    box[:] = box + (1 - box) * halo * rgb("#ffb45a")
    box[:] = box * (1 - core) + mix(rgb("#ff9d3c"), rgb("#fff6d0"), np.clip(1.2 - u, 0, 1)[..., None]) * core


def _paper(frame, x, y, bit, t):
    flat = abs(math.cos(bit["turn"] * t + bit["phase"])) * 0.9 + 0.1
    a = bit["phase"] + 1.1 * t
    c, s, r = math.cos(a), math.sin(a), bit["size"]
    corners = np.array([(x + c * u * r - s * v * r * flat, y + s * u * r + c * v * r * flat)
                        for u, v in ((-1, -0.7), (1, -0.7), (1, 0.7), (-1, 0.7))])
    colour = bit["colour"] * (0.72 + 0.4 * flat)
    cv2.fillPoly(frame, [np.round(corners * 8).astype(np.int32)], tuple(float(min(1, v)) for v in colour), cv2.LINE_AA, 3)


def cake_sound(seconds=6):
    rng = np.random.default_rng(12)
    melody = [(0.5, 0), (0.5, 4), (0.5, 7), (1, 12), (0.5, 11), (0.5, 9), (1, 7), (0.5, 5), (0.5, 7), (0.5, 9), (1, 14), (0.5, 12), (0.5, 11),
              (1.5, 12), (0.5, 7), (0.5, 12), (2, 16)]
    chords = [(3, 0, 4, 7), (3, -3, 0, 4), (3, -7, 0, 5), (3, -5, -1, 2), (3, 0, 4, 7)]
    track = sound.tune(seconds, melody, chords, 0.46, rng)
    for at in (0.2, 1.6, 3.1):
        sound.put(track, sound.crackle(rng, 0.6), at, 0.10)
    return track


def cat_photo():
    """The study of the cat, washed with two colours."""
    page = sketch_cat.page_with_alpha()[..., :3]
    h, w = page.shape[:2]
    pigments = Pigments(w, h, 3)
    wash = Layer(pigments)
    wash.paint([(100, 770), (210, 704), (350, 700), (480, 740), (548, 830), (534, 904), (380, 934), (200, 926), (104, 870)], rgb("#e0a15a"),
               to=rgb("#b8703a"), wobble=5, dry=0.6, blotch=0.2)
    wash.paint(ellipse_points(148, 812, 88, 74), rgb("#e6b070"), wobble=5, dry=0.6, blotch=0.2)
    wash.paint(ellipse_points(556, 606, 84, 74), rgb("#6fb0b0"), to=rgb("#3f7f94"), wobble=5, dry=0.6, blotch=0.2)
    wash.paint([(130, 112), (640, 106), (646, 450), (126, 454)], rgb("#b9cfe0"), to=rgb("#f2d0b0"), wobble=6, dry=0.6, blotch=0.2)
    a = wash.pixels[..., 3:]
    tint = wash.pixels[..., :3] + (1 - a)
    return page * (1 - 0.85 * a) + page * tint * 0.85 * a
