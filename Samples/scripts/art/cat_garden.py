"""'The night gardener': a cat on a wall keeps watch over a garden full of flowers and fireflies. Gouache, square."""
import math

import numpy as np

import whale_sky
import whale_town
from gouache import Layer, Pigments, on_paper
from shapes import along, ellipse_points, jitter, mix, rgb, spline, trace

SIZE, SEED = 1240, 52
MOON = (640, 330, 232)
FUR, FUR_DARK, CREAM = rgb("#4a4456"), rgb("#221f30"), rgb("#efe2c8")
RIM, LEAF, LEAF_DARK = rgb("#fff0bf"), rgb("#3f7f63"), rgb("#123a3a")


def page(seed=SEED):
    """The finished page, RGB 0…1."""
    pigments = Pigments(SIZE, SIZE, seed)
    rng = np.random.default_rng(seed)
    layer = Layer(pigments)
    _night(layer, rng)
    _cottage(layer, rng)
    _hedges(layer, rng)
    _wall(layer, rng)
    _cat(layer, rng)
    _flowers(layer, rng)
    _fireflies(layer, rng)
    return on_paper(layer.pixels, pigments, margin=32)


def _night(layer, rng):
    with layer.batch(wobble=0, dry=0) as c:
        for y in range(SIZE):
            c.set_source_rgb(*mix(rgb("#10284a"), rgb("#2f7a78"), min(1, y / 900)))
            c.rectangle(0, y, SIZE, 1.5)
            c.fill()
    for size, count in ((24, 420), (13, 900), (7, 900)):
        with layer.batch(wobble=1.5, dry=0.5, streak=0.10) as c:
            for _ in range(count):
                x, y = rng.uniform(0, SIZE), rng.uniform(0, 900)
                near = math.exp(-((math.hypot(x - MOON[0], y - MOON[1]) - MOON[2]) / 120) ** 2)
                colour = mix(mix(rgb("#10284a"), rgb("#2f7a78"), min(1, max(0, y / 900 + rng.normal(0, 0.07)))), rgb("#d8e3b4"),
                             near * rng.uniform(0.05, 0.6))
                a = math.atan2(x - MOON[0], -(y - MOON[1])) if near > 0.05 else 0.25 * math.sin(x / 140 + y / 90)
                step = size * rng.uniform(1, 2.2)
                points = [(x, y)]
                for _ in range(5):
                    points.append((points[-1][0] + math.cos(a) * step * 0.5, points[-1][1] + math.sin(a) * step * 0.5))
                    a += 0.12 if near > 0.05 else rng.normal(0, 0.08)
                c.set_line_width(size * rng.uniform(0.3, 0.7))
                c.set_source_rgba(*jitter(colour, rng, 0.04), 0.6)
                trace(c, points, closed=False)
                c.stroke()
    x, y, r = MOON
    layer.glow(lambda c: (c.arc(x, y, r, 0, 7), c.fill()), (0.7, 0.75, 0.5), 70, 0.6)
    disc = layer.paint(lambda c: c.arc(x, y, r, 0, 7), rgb("#fff6d6"), to=rgb("#f0d08c"), direction=(0.4, 1), wobble=3, blotch=0.08)
    with layer.batch(wobble=2.5, dry=0.4, within=disc) as c:
        for _ in range(120):
            a, d = rng.uniform(0, 7), r * math.sqrt(rng.uniform(0, 1))
            size = rng.uniform(3, 30) * rng.uniform(0.3, 1.1)
            c.set_source_rgba(*mix(rgb("#efcf8f"), rgb("#d9b27f"), rng.uniform(0, 1)), rng.uniform(0.2, 0.5))
            trace(c, ellipse_points(x + d * math.cos(a), y + d * math.sin(a), size, size * 0.8, rng.uniform(0, 3)))
            c.fill()
    with layer.batch(wobble=0.6, dry=0.2) as c:
        for _ in range(260):
            sx, sy = rng.uniform(40, SIZE - 40), rng.uniform(40, 560)
            if math.hypot(sx - x, sy - y) > r + 16:
                c.set_source_rgba(1, 0.95, 0.8, rng.uniform(0.4, 1))
                c.arc(sx, sy, rng.choice([0.9, 1.4, 2.2], p=[0.5, 0.35, 0.15]), 0, 7)
                c.fill()
        for _ in range(18):
            sx, sy = rng.uniform(60, SIZE - 60), rng.uniform(60, 480)
            if math.hypot(sx - x, sy - y) > r + 26:
                whale_sky.sparkle(c, sx, sy, rng.uniform(6, 13), rng.uniform(-0.2, 0.2), rgb("#fff0c4"))
    whale_sky.paint_cloud(layer, rng, -60, 360, 250, 52, 286, 6, rgb("#4f7f94"), rgb("#2a5578"), rgb("#cfe0cc"))
    whale_sky.paint_cloud(layer, rng, 880, 1300, 190, 56, 228, 6, rgb("#4f7f94"), rgb("#2a5578"), rgb("#cfe0cc"))


def _cottage(layer, rng):
    lights = []
    with layer.batch(wobble=1.3, dry=0.15, streak=0.07) as c:
        for x, base, w, h, roof in ((1010, 640, 150, 96, 1.1), (1112, 640, 84, 66, 1.2), (180, 650, 70, 110, 1.4)):
            house = whale_town.House(rng, x, base, w, h, roof)
            house.draw(c)
            lights += house.lights
        for x, height, kind in ((880, 170, "tall"), (926, 120, "round"), (1190, 190, "round"), (90, 210, "tall"), (262, 130, "round"), (320, 96, "tall")):
            whale_town.tree(c, rng, x, 664, height, kind)
    def windows(c):
        for x, y in lights:
            c.arc(x, y, 10, 0, 7)
            c.fill()
    layer.glow(windows, (1, 0.62, 0.25), 15, 0.9)


def _hedges(layer, rng):
    for base, colour in ((640, "#2b6a62"), (706, "#1f5653")):
        crest = [(x, base + 24 * math.sin(x / 83 + base) + 12 * math.sin(x / 37)) for x in range(-40, SIZE + 60, 30)]
        form = layer.paint(lambda c, k=crest: trace(c, spline(k).tolist() + [(SIZE + 40, SIZE), (-40, SIZE)]), rgb(colour),
                           to=LEAF_DARK, wobble=6, dry=0.5, streak=0.1, rim=rgb("#a9c98a"), rim_width=4, rim_towards=(0, -1))
        with layer.batch(wobble=1, dry=0.25, within=form) as c:
            for _ in range(900):
                x, y = rng.uniform(0, SIZE), base + rng.uniform(-20, 190)
                c.set_source_rgba(*jitter(mix(rgb("#5f9a74"), LEAF_DARK, rng.uniform(0, 1)), rng, 0.04), 0.8)
                trace(c, ellipse_points(x, y, rng.uniform(3, 8), rng.uniform(2, 4), rng.uniform(0, 3), 8))
                c.fill()


def _wall(layer, rng):
    top = 862
    layer.paint([(-40, top), (400, top - 8), (860, top + 4), (1290, top - 6), (1290, 1010), (-40, 1010)], rgb("#8f8a94"),
                to=rgb("#3f4660"), wobble=3, streak=0.14, rim=RIM, rim_width=5, rim_towards=(0, -1))
    with layer.batch(wobble=2.2, dry=0.3) as c:
        for row in range(4):
            y, x = top + 6 + 36 * row, -rng.uniform(0, 80)
            while x < SIZE:
                w = rng.uniform(58, 120)
                stone = jitter(mix(rgb("#a7a0a0"), rgb("#4f5670"), 0.2 + 0.18 * row + rng.normal(0, 0.1)), rng, 0.03)
                outline = spline(np.array([(x + 5, y + 4), (x + w - 5, y + 3), (x + w - 3, y + 30), (x + 4, y + 32)])
                                 + rng.normal(0, 2, (4, 2)), closed=True)
                c.set_source_rgb(*stone)
                trace(c, outline)
                c.fill()
                for _ in range(9):
                    c.set_source_rgba(*jitter(mix(stone, rgb("#e8e0c8") if rng.uniform() < 0.5 else rgb("#2a3050"), 0.3), rng), 0.6)
                    c.arc(x + rng.uniform(8, w - 8), y + rng.uniform(7, 28), rng.uniform(1, 4), 0, 7)
                    c.fill()
                x += w
        for _ in range(360):
            x, y = rng.uniform(0, SIZE), top + abs(rng.normal(0, 30))
            c.set_source_rgba(*jitter(mix(rgb("#7fa05a"), rgb("#2f5f4d"), rng.uniform(0, 1)), rng), 0.9)
            c.arc(x, y, rng.uniform(1.5, 5), 0, 7)
            c.fill()


def _cat(layer, rng):
    tail = [(800, 846), (880, 838), (930, 880), (934, 950), (900, 1000), (866, 990), (890, 946), (888, 900), (856, 876), (800, 886)]
    body = [(640, 520), (720, 560), (782, 660), (816, 770), (812, 866), (740, 884), (540, 884), (470, 866), (468, 770), (502, 660),
            (560, 560)]
    head = [(640, 372), (716, 384), (772, 440), (780, 512), (730, 580), (640, 602), (550, 580), (500, 512), (508, 440), (564, 384)]
    for ear, inner in (([(520, 452), (506, 330), (524, 306), (612, 388)], [(536, 420), (524, 344), (584, 394)]),
                       ([(760, 452), (774, 330), (756, 306), (668, 388)], [(744, 420), (756, 344), (696, 394)])):
        layer.paint(ear, FUR, to=FUR_DARK, rim=RIM, rim_width=6, rim_towards=(0, -1), streak=0.14)
        layer.paint(lambda c, k=inner: trace(c, k), rgb("#c98a86"), to=rgb("#6b3f52"), wobble=2)
    layer.paint(tail, FUR, to=FUR_DARK, rim=RIM, rim_width=5, rim_towards=(0.5, -1), streak=0.16, angle=1.3)
    fur = layer.paint(body, FUR, to=FUR_DARK, direction=(0, 1), rim=RIM, rim_width=8, rim_towards=(0, -1), shade=rgb("#151322"),
                      shade_width=60, streak=0.18, angle=1.5)
    layer.paint([(640, 590), (702, 640), (706, 760), (660, 850), (620, 850), (574, 760), (578, 640)], CREAM, to=rgb("#9a8f9a"), within=fur,
                streak=0.14, angle=1.5, wobble=5, dry=0.5)
    face = layer.paint(head, FUR, to=FUR_DARK, direction=(0, 1), rim=RIM, rim_width=8, rim_towards=(0, -1), streak=0.16, angle=1.4)
    layer.paint([(640, 470), (676, 512), (704, 548), (678, 588), (640, 598), (602, 588), (576, 548), (604, 512)], CREAM,
                to=rgb("#b9a9a6"), within=face, wobble=4, dry=0.4)
    _fur(layer, rng, fur, face)
    for x in (566, 714):
        layer.paint([(x - 48, 866), (x - 30, 838), (x + 30, 838), (x + 48, 866), (x + 40, 892), (x - 40, 892)], CREAM, to=rgb("#9a8f9a"),
                    rim=RIM, rim_width=4, rim_towards=(0, -1))
    _face(layer)


def _fur(layer, rng, fur, face):
    for within, box, count in ((fur, (470, 560, 815, 880), 900), (face, (505, 380, 778, 598), 420)):
        with layer.batch(wobble=1, dry=0.4, within=within) as c:
            x0, y0, x1, y1 = box
            for _ in range(count):
                x, y = rng.uniform(x0, x1), rng.uniform(y0, y1)
                lean = (x - 640) * 0.06
                c.set_source_rgba(*jitter(mix(rgb("#8a8298"), FUR_DARK, rng.uniform(0, 1)), rng, 0.04), 0.5)
                c.set_line_width(rng.uniform(1, 2.6))
                trace(c, spline([(x, y), (x + lean * 0.4, y + 8), (x + lean, y + rng.uniform(14, 24))]), closed=False)
                c.stroke()
            for k in range(5):
                if within is face:
                    c.set_line_width(7)
                    c.set_source_rgba(*FUR_DARK, 0.8)
                    u = (k - 2) * 24
                    trace(c, spline([(640 + u, 392 + abs(u) * 0.15), (640 + u * 0.85, 418), (640 + u * 0.7, 440)]), closed=False)
                    c.stroke()
                else:
                    for side in (-1, 1):
                        c.set_line_width(9)
                        c.set_source_rgba(*FUR_DARK, 0.75)
                        y = 640 + 46 * k
                        trace(c, spline([(640 + side * (110 + 16 * k), y - 18), (640 + side * (92 + 12 * k), y),
                                         (640 + side * (74 + 8 * k), y + 8)]), closed=False)
                        c.stroke()


def _face(layer):
    with layer.batch(wobble=1, dry=0.08) as c:
        for side in (-1, 1):
            x, y = 640 + side * 62, 480
            c.set_source_rgb(*rgb("#17142a"))
            trace(c, ellipse_points(x, y, 39, 36, side * 0.1))
            c.fill()
            c.set_source_rgb(*rgb("#d9d24e"))
            trace(c, ellipse_points(x, y, 34, 31, side * 0.1))
            c.fill()
            c.set_source_rgb(*rgb("#7fae4a"))
            trace(c, ellipse_points(x, y + 6, 27, 22))
            c.fill()
            c.set_source_rgb(*rgb("#0f0d1c"))
            trace(c, ellipse_points(x - 2, y, 13, 26))
            c.fill()
            c.set_source_rgb(1, 1, 0.95)
            c.arc(x - 9, y - 12, 7, 0, 7)
            c.fill()
            c.arc(x + 9, y + 11, 3, 0, 7)
            c.fill()
        c.set_source_rgb(*rgb("#d98a86"))
        trace(c, spline([(622, 528), (658, 528), (640, 548)], True))
        c.fill()
        c.set_source_rgb(*rgb("#4a2f3f"))
        c.set_line_width(4)
        for side in (-1, 1):
            trace(c, spline([(640, 548), (640 + side * 16, 568), (640 + side * 40, 562)]), closed=False)
            c.stroke()
        c.set_line_width(2.2)
        c.set_source_rgba(1, 0.97, 0.88, 0.95)
        for side in (-1, 1):
            for k in range(4):
                trace(c, spline([(640 + side * 44, 552 + 5 * k), (640 + side * 120, 540 + 12 * k), (640 + side * 196, 548 + 20 * k)]), closed=False)
                c.stroke()
        c.set_source_rgb(*rgb("#c8452f"))
        c.set_line_width(15)
        trace(c, spline([(560, 594), (640, 622), (720, 594)]), closed=False)
        c.stroke()
        c.set_source_rgb(*rgb("#f2c14e"))
        c.arc(640, 634, 16, 0, 7)
        c.fill()
        c.set_source_rgb(*rgb("#7a4a1a"))
        c.arc(640, 640, 4, 0, 7)
        c.fill()
        c.set_line_width(3)
        c.move_to(626, 632)
        c.line_to(654, 632)
        c.stroke()


def _flowers(layer, rng):
    """Rows of stems and blossoms, the nearest lowest, larger and brighter."""
    for row in range(3):
        base, size = 1040 + 80 * row, 26 + 12 * row
        with layer.batch(wobble=1.5, dry=0.2, streak=0.08) as c:
            for _ in range(120 - 20 * row):
                x, y = rng.uniform(-20, SIZE + 20), base + rng.uniform(0, 80)
                _leaf(c, rng, x, y, rng.uniform(1.6, 3.6) * size, rng.normal(0, 0.45))
            x = rng.uniform(0, 40)
            while x < SIZE:
                edge = abs(x - 640) / 640
                height = size * (2.6 + 3.6 * edge ** 1.5 + rng.uniform(0, 1.8))
                _flower(c, rng, x, base + 60, height, size * rng.uniform(0.75, 1.2))
                x += size * rng.uniform(1.1, 2.1)
    with layer.batch(wobble=1, dry=0.15) as c:
        for x, y, s in ((330, 1120, 1.0), (366, 1140, 0.7), (930, 1130, 0.9)):
            c.set_source_rgb(*rgb("#f0e4cf"))
            trace(c, [(x - 10 * s, y - 34 * s), (x + 10 * s, y - 34 * s), (x + 14 * s, y + 12 * s), (x - 14 * s, y + 12 * s)])
            c.fill()
            c.set_source_rgb(*rgb("#c8452f"))
            trace(c, spline([(x - 40 * s, y - 30 * s), (x - 24 * s, y - 66 * s), (x, y - 78 * s), (x + 24 * s, y - 66 * s), (x + 40 * s, y - 30 * s)],
                            True))
            c.fill()
            for u, v, r in ((-18, -48, 5), (4, -62, 6), (20, -44, 5), (-2, -40, 4)):
                c.set_source_rgb(*rgb("#fdf3df"))
                c.arc(x + u * s, y + v * s, r * s, 0, 7)
                c.fill()


def _leaf(c, rng, x, y, length, lean):
    tip = (x + length * math.sin(lean), y - length * math.cos(lean))
    bend = rng.normal(0, 0.12) * length
    colour = jitter(mix(LEAF, LEAF_DARK, rng.uniform(0, 0.9)), rng, 0.04)
    c.set_source_rgb(*colour)
    w = length * rng.uniform(0.07, 0.14)
    middle = ((x + tip[0]) / 2 + bend, (y + tip[1]) / 2)
    trace(c, spline([(x, y), (middle[0] - w, middle[1]), tip, (middle[0] + w, middle[1])], True))
    c.fill()
    c.set_source_rgba(*mix(colour, rgb("#e8f0b0"), 0.4), 0.7)
    c.set_line_width(1.5)
    trace(c, spline([(x, y), middle, tip]), closed=False)
    c.stroke()


def _flower(c, rng, x, base, height, size):
    top = (x + rng.normal(0, height * 0.14), base - height)
    stem = spline([(x, base + 30), ((x + top[0]) / 2 + rng.normal(0, 8), base - height / 2), top])
    c.set_source_rgb(*jitter(mix(LEAF, LEAF_DARK, 0.3), rng))
    c.set_line_width(3 + size * 0.06)
    trace(c, stem, closed=False)
    c.stroke()
    kind = rng.integers(4)
    petal = jitter(rgb(["#e3574a", "#f2c14e", "#f0e4f4", "#e58fb0", "#8d7fd0", "#f39a5a"][rng.integers(6)]), rng, 0.04)
    if kind == 0:  # daisy
        count = rng.integers(8, 13)
        for k in range(count):
            a = 2 * math.pi * k / count + rng.normal(0, 0.06)
            c.set_source_rgb(*jitter(mix(petal, rgb("#ffffff"), 0.25 - 0.2 * math.sin(a)), rng, 0.03))
            trace(c, ellipse_points(top[0] + size * 0.6 * math.cos(a), top[1] + size * 0.5 * math.sin(a), size * 0.42, size * 0.17, a, 14))
            c.fill()
        c.set_source_rgb(*rgb("#e9a43c"))
        c.arc(*top, size * 0.28, 0, 7)
        c.fill()
    elif kind == 1:  # tulip
        for u, shade in ((-0.42, 0.25), (0.42, 0.4), (0.0, 0.0)):
            c.set_source_rgb(*mix(petal, rgb("#4a1f3f"), shade))
            cx = top[0] + u * size
            trace(c, spline([(top[0], top[1] + size * 0.75), (cx - size * 0.42, top[1]), (cx - u * 4, top[1] - size * 0.85), (cx + size * 0.42, top[1])], True))
            c.fill()
    elif kind == 2:  # foxglove
        for k in range(9):
            point, _ = along(stem, 1 - 0.075 * k)
            side = -1 if k % 2 else 1
            s = size * (0.16 + 0.045 * k)
            c.set_source_rgb(*jitter(petal, rng, 0.03))
            trace(c, spline([(point[0], point[1] - s), (point[0] + side * s * 1.5, point[1] + s * 0.2), (point[0] + side * s * 1.7, point[1] + s * 1.3),
                             (point[0] + side * s * 0.5, point[1] + s * 0.9)], True))
            c.fill()
            c.set_source_rgba(*mix(petal, rgb("#4a1f3f"), 0.5), 0.9)
            c.arc(point[0] + side * s * 1.2, point[1] + s * 0.9, s * 0.28, 0, 7)
            c.fill()
    else:  # a round head of small stars
        for _ in range(46):
            a, d = rng.uniform(0, 7), size * 0.8 * math.sqrt(rng.uniform(0, 1))
            c.set_source_rgb(*jitter(mix(petal, rgb("#ffffff") if math.sin(a) < 0 else rgb("#3a2a5a"), 0.25), rng, 0.05))
            c.arc(top[0] + d * math.cos(a), top[1] + d * 0.85 * math.sin(a), size * rng.uniform(0.08, 0.15), 0, 7)
            c.fill()


def _fireflies(layer, rng):
    places = [(rng.uniform(60, SIZE - 60), rng.uniform(560, 1120)) for _ in range(46)]
    places = [p for p in places if not (480 < p[0] < 800 and p[1] < 880)]
    def spots(radius):
        def draw(c):
            for x, y in places:
                c.arc(x, y, radius, 0, 7)
                c.fill()
        return draw
    layer.glow(spots(8), (1.0, 0.9, 0.4), 13, 1.6)
    layer.glow(spots(3.4), (1.0, 1.0, 0.8), 1.2, 1.6)
    with layer.batch(wobble=0.8, dry=0.15) as c:  # moths
        for x, y, s, a in ((330, 470, 26, 0.3), (930, 430, 22, -0.4), (246, 760, 18, 0.6), (1010, 780, 20, -0.2)):
            for side in (-1, 1):
                for length, spread, tone in ((1.0, -0.5, 0.0), (0.7, 0.5, 0.3)):
                    angle = a + side * (1.1 + spread * 0.5)
                    c.set_source_rgb(*mix(rgb("#f3e6cf"), rgb("#b98f6a"), tone))
                    trace(c, ellipse_points(x + s * 0.55 * length * math.sin(angle), y - s * 0.55 * length * math.cos(angle), s * 0.36 * length,
                                            s * 0.6 * length, angle, 18))
                    c.fill()
                    c.set_source_rgb(*rgb("#5a3a40"))
                    c.arc(x + s * 0.7 * length * math.sin(angle), y - s * 0.7 * length * math.cos(angle), s * 0.1, 0, 7)
                    c.fill()
            c.set_source_rgb(*rgb("#4a3038"))
            trace(c, ellipse_points(x, y, s * 0.1, s * 0.42, a, 12))
            c.fill()
