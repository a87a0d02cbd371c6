"""'The town that travels': a whale with a town on its back swims over the evening clouds. Gouache, A5 landscape."""
import math

import numpy as np

import whale_body
import whale_sky
import whale_town
from gouache import Layer, Pigments, on_paper, stack
from shapes import ellipse_points, jitter, mix, rgb, spline, trace

WIDTH, HEIGHT, SEED = 1600, 1130, 20


def paint_layers(seed=SEED, mill_turn=0.35):
    """The picture as sheets from back to front (premultiplied RGBA), and the places that shine."""
    pigments = Pigments(WIDTH, HEIGHT, seed)
    rng = np.random.default_rng(seed)
    sky = Layer(pigments)
    whale_sky.paint_sky(sky, rng)
    whale_sky.paint_moon(sky, rng)
    far = Layer(pigments)
    _far_clouds(far, rng)
    paint_balloons(far, rng)
    whale = Layer(pigments)
    whale_body.paint_whale(whale, rng)
    lights = whale_town.paint_town(whale, rng, mill_turn)
    _ladder(whale, rng)
    _shine(whale, lights)
    near = Layer(pigments)
    _near_clouds(near, rng)
    _shore(near, rng)
    return pigments, {"sky": sky.pixels, "far": far.pixels, "whale": whale.pixels, "near": near.pixels}, lights


def page(seed=SEED):
    """The finished page, RGB 0…1."""
    pigments, layers, _ = paint_layers(seed)
    return on_paper(stack([layers[name] for name in ("sky", "far", "whale", "near")]), pigments)


def _far_clouds(layer, rng):
    bank = lambda *shape: whale_sky.paint_cloud(layer, rng, *shape)
    bank(1080, 1760, 486, 92, 540, 8, rgb("#7d78b0"), rgb("#4a4d8c"), rgb("#e8c9c4"))
    bank(-120, 470, 742, 104, 1150, 8, rgb("#a878a0"), rgb("#d98f92"), rgb("#f7d3b4"))
    bank(1180, 1760, 816, 96, 1150, 6, rgb("#a878a0"), rgb("#e2988a"), rgb("#f9d6b0"))
    bank(420, 760, 160, 40, 186, 5, rgb("#3d548e"), rgb("#2a3f78"), rgb("#a8c0d0"))


BALLOONS = ((1372, 250, 74, ("#d9524a", "#f4e3c0")), (1196, 132, 36, ("#e9a43c", "#7d3b4c")), (1500, 452, 30, ("#2f7a72", "#f2c14e")))


def paint_balloons(layer, rng, balloons=BALLOONS):
    """Hot-air balloons: (x, y, radius, two colours) each."""
    for x, y, r, stripes in balloons:
        envelope = [(x, y - r), (x + r * 0.72, y - r * 0.72), (x + r, y), (x + r * 0.74, y + r * 0.62),
                    (x + r * 0.22, y + r * 1.28), (x - r * 0.22, y + r * 1.28), (x - r * 0.74, y + r * 0.62), (x - r, y),
                    (x - r * 0.72, y - r * 0.72)]
        form = layer.paint(envelope, rgb(stripes[1]), wobble=1.5, rim=rgb("#ffeec0"), rim_width=4)
        with layer.batch(wobble=1.0, dry=0.2, within=form) as c:
            for k in range(-3, 4):
                if k % 2:
                    a, b = math.sin((k - 0.5) / 3.6 * 1.57), math.sin((k + 0.5) / 3.6 * 1.57)
                    c.set_source_rgb(*rgb(stripes[0]))
                    left = spline([(x + a * r * 0.1, y - r * 1.02), (x + a * r * 1.1, y), (x + a * r * 0.25, y + r * 1.3)])
                    right = spline([(x + b * r * 0.1, y - r * 1.02), (x + b * r * 1.1, y), (x + b * r * 0.25, y + r * 1.3)])
                    trace(c, np.concatenate([left, right[::-1]]))
                    c.fill()
            for _ in range(int(r * 1.6)):
                u, v = rng.uniform(-1, 1), rng.uniform(-1, 1)
                c.set_source_rgba(*jitter(rgb("#fff3cf" if u < -0.1 else "#3b2344"), rng), 0.22)
                c.set_line_width(rng.uniform(1, 3))
                c.move_to(x + u * r, y + v * r)
                c.line_to(x + u * r * 0.95, y + v * r + rng.uniform(5, 14))
                c.stroke()
        with layer.batch(wobble=0.8, dry=0.1) as c:
            c.set_source_rgb(*rgb("#3a2a33"))
            c.set_line_width(1.4)
            for u in (-0.2, -0.07, 0.07, 0.2):
                c.move_to(x + u * r, y + r * 1.26)
                c.line_to(x + u * r * 0.8, y + r * 1.72)
                c.stroke()
            c.set_source_rgb(*rgb("#8a5a3a"))
            trace(c, [(x - r * 0.2, y + r * 1.7), (x + r * 0.2, y + r * 1.7), (x + r * 0.15, y + r * 2.0),
                      (x - r * 0.15, y + r * 2.0)])
            c.fill()
            c.set_source_rgb(*rgb("#ffc766"))
            c.arc(x, y + r * 1.36, r * 0.07, 0, 7)
            c.fill()
            if r > 50:
                whale_town.person(c, rng, x - 5, y + r * 1.78, 20, rgb("#2f7a72"), True)
        layer.glow(lambda c, x=x, y=y, r=r: (c.arc(x, y + r * 1.1, r * 0.3, 0, 7), c.fill()), (1, 0.7, 0.35), r * 0.25, 0.8)


def _ladder(layer, rng):
    """A rope ladder down the flank and somebody on it, with a lantern."""
    with layer.batch(wobble=1.0, dry=0.1) as c:
        c.set_source_rgb(*rgb("#e3c998"))
        for k in range(19):
            y, sway = 596 + k * 14, 7 * math.sin(k / 5)
            c.set_line_width(2.6)
            c.move_to(838 + sway, y)
            c.line_to(860 + sway, y + 1)
            c.stroke()
        for side in (838, 860):
            c.set_line_width(2)
            trace(c, [(side + 7 * math.sin(k / 5), 592 + k * 14) for k in range(20)], closed=False)
            c.stroke()
        whale_town.person(c, rng, 852, 772, 42, rgb("#e9b44c"), True)
        c.set_source_rgb(*rgb("#ffe19a"))
        c.arc(868, 730, 6, 0, 7)
        c.fill()


def _shine(layer, lights):
    """Lamplight around the windows, the lighthouse's beam, smoke from the chimneys."""
    def windows(c):
        for x, y in lights["windows"]:
            c.arc(x, y, 8, 0, 7)
            c.fill()
    layer.glow(windows, (1.0, 0.62, 0.25), 12, 0.85)
    layer.glow(lambda c: (c.arc(868, 730, 12, 0, 7), c.fill()), (1.0, 0.75, 0.4), 14, 1.4)
    x, y = lights["lamp"]
    layer.glow(lambda c: (c.arc(x, y, 16, 0, 7), c.fill()), (1.0, 0.85, 0.5), 16, 1.4)
    with layer.batch(wobble=2, dry=0.5, streak=0.12) as c:
        for sign, reach, spread in ((1, 560, 70), (-1, 240, 34)):
            for k in range(26):
                u, v = k / 26, (k + 1) / 26
                c.set_source_rgba(1, 0.92, 0.62, 0.42 * (1 - u) ** 1.4)
                trace(c, [(x + sign * (10 + reach * u), y - 5 - spread * u - 34 * u * sign),
                          (x + sign * (10 + reach * v), y - 5 - spread * v - 34 * v * sign),
                          (x + sign * (10 + reach * v), y + 5 + spread * v * 0.7 - 34 * v * sign),
                          (x + sign * (10 + reach * u), y + 5 + spread * u * 0.7 - 34 * u * sign)])
                c.fill()
    rng = np.random.default_rng(5)
    with layer.batch(wobble=2.5, dry=0.5) as c:
        for cx, cy in lights["chimneys"]:
            for k in range(9):
                c.set_source_rgba(*mix(rgb("#cfc3d4"), rgb("#7f86b0"), k / 9), 0.6 * (1 - k / 10))
                c.arc(cx - 3 * k - k * k * 0.35 + rng.normal(0, 2), cy - 8 * k, 3 + 1.1 * k, 0, 7)
                c.fill()


def _near_clouds(layer, rng):
    bank = lambda *shape: whale_sky.paint_cloud(layer, rng, *shape)
    bank(430, 1330, 1052, 84, 1160, 12, rgb("#f3b99a"), rgb("#c9788a"), rgb("#ffecc8"))
    bank(1010, 1720, 1082, 118, 1180, 8, rgb("#e59f92"), rgb("#9c5f86"), rgb("#ffe2b8"))
    with layer.batch(wobble=1, dry=0.2) as c:  # a paper boat that sails on the clouds, and birds
        c.set_source_rgb(*rgb("#f6ead2"))
        trace(c, [(1340, 962), (1448, 956), (1424, 1000), (1362, 1002)])
        c.fill()
        trace(c, [(1364, 960), (1398, 900), (1426, 957)])
        c.fill()
        c.set_source_rgba(*rgb("#7f6f98"), 0.6)
        trace(c, [(1398, 900), (1426, 957), (1394, 959)])
        c.fill()
        trace(c, [(1394, 959), (1448, 956), (1424, 1000), (1396, 1001)])
        c.fill()
        whale_town.person(c, rng, 1432, 960, 24, rgb("#c8412f"), True)
        for _ in range(17):
            x, y = rng.uniform(980, 1540), rng.uniform(560, 690) + rng.uniform(0, 140) * (rng.uniform() < 0.3)
            x = x if x > 1420 or y < 560 else x + 260
            size = rng.uniform(6, 13)
            c.set_source_rgb(*jitter(rgb("#fff0d6"), rng))
            c.set_line_width(2.4)
            trace(c, spline([(x - size, y - size * 0.5), (x - size * 0.4, y - size * 0.35), (x, y), (x + size * 0.5, y - size * 0.5),
                             (x + size * 1.1, y - size * 0.4)], step=2), closed=False)
            c.stroke()
    bank(180, 900, 1096, 58, 1170, 9, rgb("#f9d2ae"), rgb("#d98f92"), rgb("#fff3d8"))


def _shore(layer, rng):
    """The hill at the lower left where a child and a dog look up."""
    hill = [(-40, 905), (60, 872), (170, 876), (270, 918), (360, 985), (450, 1060), (520, 1180), (-60, 1190)]
    layer.paint(hill, rgb("#39566a"), to=rgb("#1c2748"), direction=(0.1, 1), wobble=5, dry=0.5, streak=0.12,
                rim=rgb("#f0c98e"), rim_width=6, rim_towards=(0.4, -1))
    top = spline(hill[:7])
    with layer.batch(wobble=1.2, dry=0.25) as c:
        for _ in range(1300):
            x = rng.uniform(0, 500)
            y = float(np.interp(x, top[:, 0], top[:, 1])) + rng.uniform(0, 1) ** 1.3 * 250 - 2
            c.set_line_width(rng.uniform(1.2, 2.6))
            c.set_source_rgba(*jitter(mix(rgb("#6f8f74"), rgb("#182444"), rng.uniform(0, 1)), rng, 0.05), 0.9)
            trace(c, spline([(x, y), (x + rng.normal(1, 2), y - 7), (x + rng.normal(3, 4), y - rng.uniform(9, 18))], step=3),
                  closed=False)
            c.stroke()
        for _ in range(130):
            x = rng.uniform(30, 470)
            y = float(np.interp(x, top[:, 0], top[:, 1])) + rng.uniform(6, 200)
            petal = jitter(rgb(["#f4e3c0", "#e9a0b4", "#f2c14e", "#d9524a", "#a8c0d0"][rng.integers(5)]), rng)
            for k in range(5):
                c.set_source_rgb(*petal)
                c.arc(x + 2.8 * math.cos(k * 1.26), y + 2.8 * math.sin(k * 1.26), 1.9, 0, 7)
                c.fill()
            c.set_source_rgb(*rgb("#8a5a2a"))
            c.arc(x, y, 1.5, 0, 7)
            c.fill()
        for x, base, size in ((62, 884, 190), (118, 900, 130), (24, 930, 150)):
            _pine(c, rng, x, base, size)
        whale_town.person(c, rng, 246, 916, 62, rgb("#d9524a"), True)
        _dog(c, 300, 950)
        c.set_source_rgb(*rgb("#ffe19a"))
        trace(c, ellipse_points(267, 862, 9, 11))
        c.fill()
        c.set_source_rgb(*rgb("#3a2a33"))
        c.set_line_width(2)
        c.move_to(265, 851)
        c.line_to(265, 856)
        c.stroke()
    layer.glow(lambda c: (c.arc(267, 862, 16, 0, 7), c.fill()), (1.0, 0.7, 0.35), 26, 2.2)


def _pine(c, rng, x, base, size):
    c.set_source_rgb(*rgb("#2a2238"))
    c.set_line_width(size * 0.05)
    c.move_to(x, base + 10)
    c.line_to(x + 2, base - size)
    c.stroke()
    for k in range(260):
        v = rng.uniform(0.06, 1)
        reach = size * 0.27 * (1 - v) ** 0.8 * rng.uniform(0.2, 1) + 2
        side = rng.choice([-1, 1])
        y = base - size * v
        c.set_source_rgb(*jitter(mix(rgb("#16243f"), rgb("#4f7f74"), rng.uniform(0, 1) * (0.35 if side < 0 else 1)), rng, 0.03))
        c.set_line_width(rng.uniform(1.5, 3.5))
        trace(c, spline([(x, y), (x + side * reach * 0.6, y + reach * 0.22), (x + side * reach, y + reach * 0.52)], step=4),
              closed=False)
        c.stroke()


def _dog(c, x, y):
    c.set_source_rgb(*rgb("#e8cfa2"))
    trace(c, spline([(x - 20, y - 18), (x, y - 22), (x + 14, y - 22), (x + 16, y - 8), (x - 4, y - 7), (x - 20, y - 6)], True))
    c.fill()
    c.set_line_width(4.5)
    for u in (-17, -10, 8, 14):
        c.move_to(x + u, y - 10)
        c.line_to(x + u, y + 2)
        c.stroke()
    trace(c, spline([(x - 20, y - 15), (x - 29, y - 24), (x - 27, y - 33)]), closed=False)
    c.stroke()
    trace(c, ellipse_points(x + 18, y - 30, 10, 8.5, -0.5))
    c.fill()
    trace(c, ellipse_points(x + 27, y - 35, 6, 4.2, -0.6))
    c.fill()
    c.set_source_rgb(*rgb("#5a3a30"))
    trace(c, ellipse_points(x + 12, y - 29, 4, 8, 0.5))
    c.fill()
    c.arc(x + 32, y - 38, 2.2, 0, 7)
    c.fill()
    c.arc(x + 21, y - 34, 1.5, 0, 7)
    c.fill()
