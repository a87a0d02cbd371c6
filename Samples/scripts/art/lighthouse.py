"""'Last tram to the lighthouse': trams in the shape of fish hang over the sea. Pen and ink, 4 : 5 portrait."""
import math

import numpy as np

import ink
import lighthouse_parts as parts
from shapes import along, ellipse_points, spline

WIDTH, HEIGHT, SEED = 1240, 1550, 7
TOWER = (676, 846, 250, 92, 52)  # x, base, top, half widths
HORIZON = 1118
ROCK = [(330, 1290), (352, 1210), (404, 1150), (420, 1060), (486, 990), (500, 900), (566, 846), (640, 838), (760, 836), (820, 880),
        (842, 960), (912, 1020), (930, 1110), (1000, 1160), (1040, 1240), (1050, 1300)]


def drawing(seed=SEED):
    """The strokes of the page, in the order of the hand."""
    pen = ink.Pen(WIDTH, HEIGHT, seed)
    _frame(pen)
    _moon(pen, 968, 252, 112)
    _sky(pen)
    _clouds(pen)
    _sea(pen)
    _cables(pen)
    _rock(pen)
    _tower(pen)
    _foam(pen)
    for x, y, size, tilt in ((182, 836, 66, -0.2), (322, 748, 44, 0.15), (1050, 640, 58, 0.1), (930, 548, 34, -0.3),
                             (1126, 842, 40, 0.2), (486, 150, 48, -0.1), (250, 960, 32, 0.1), (400, 250, 30, 0.3)):
        parts.gull(pen, x, y, size, tilt)
    _waves(pen)
    _octopus(pen)
    parts.boat(pen, 214, 1292, 74)
    _ripples(pen)
    _trim(pen)
    return pen


def page(seed=SEED):
    """The finished page, RGB 0…1."""
    return ink.on_paper(ink.draw(drawing(seed)), seed)


def _frame(pen):
    m = 44
    for offset, width in ((0, 2.6), (9, 1.4)):
        a, b, c, d = m + offset, m + offset, WIDTH - m - offset, HEIGHT - m - offset
        for p, q in (((a, b), (c, b)), ((c, b), (c, d)), ((c, d), (a, d)), ((a, d), (a, b))):
            pen.line([p, ((p[0] + q[0]) / 2 + pen.rng.normal(0, 1), (p[1] + q[1]) / 2 + pen.rng.normal(0, 1)), q], width, taper=0.2)


def _trim(pen):
    """Waves end at the frame; only a fish may swim across it."""
    w, h = WIDTH, HEIGHT
    for box in ((0, 1180, 52, h), (w - 52, 1180, w, h), (0, h - 52, w, h)):
        x0, y0, x1, y1 = box
        pen.erase([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], smooth=False)
    for offset, width in ((44, 2.6), (53, 1.4)):
        pen.line([(offset, 1170), (offset + 1, 1350), (offset, h - offset)], width, taper=0.1)
        pen.line([(w - offset, 1170), (w - offset - 1, 1350), (w - offset, h - offset)], width, taper=0.1)
        pen.line([(offset, h - offset), (w / 2, h - offset + 1), (w - offset, h - offset)], width, taper=0.1)


def _octopus(pen):
    """Its arms come up through the waves."""
    for arm, thickness in (([(1000, 1420), (1096, 1350), (1140, 1240), (1112, 1140), (1036, 1108), (990, 1150), (1016, 1192),
                             (1046, 1172)], 66),
                           ([(1152, 1450), (1180, 1380), (1168, 1310), (1118, 1296), (1104, 1336), (1128, 1350)], 40),
                           ([(860, 1460), (846, 1390), (878, 1330), (926, 1336), (928, 1376), (902, 1380)], 40)):
        parts.tentacle(pen, arm, thickness)
        x, y = arm[0]
        for k in range(6):
            r = pen.rng.uniform(0.22, 0.4) * thickness
            px, py = x + (k - 2.5) * thickness * 0.26, y + 10 * math.cos((k - 2.5) / 1.6) - 6
            pen.erase(ellipse_points(px, py, r, r * 0.8))
            pen.line(ellipse_points(px, py, r, r * 0.75, 0, 18, 3.0, 6.4), 1.9)


def _moon(pen, x, y, r):
    """A moon with a face, and rays cut like an engraving's."""
    rng = pen.rng
    for k in range(150):
        a = 2 * math.pi * k / 150 + rng.normal(0, 0.008)
        inner = r * (1.14 + 0.05 * (k % 2))
        outer = r * (1.5 + 0.55 * (0.5 + 0.5 * math.sin(a * 5 + 1)) + 0.18 * rng.uniform() + 0.25 * (k % 3 == 0))
        p = [(x + d * math.cos(a), y + d * math.sin(a)) for d in (inner, (inner + outer) / 2, outer)]
        if max(q[0] for q in p) < WIDTH - 58 and min(q[1] for q in p) > 58:
            pen.line(p, 1.5, taper=0.9)
    pen.shape(ellipse_points(x, y, r, r), 3)
    pen.hatch(ellipse_points(x, y, r, r), 0.9, 5.2, 1.3,
              tone=lambda px, py: np.clip(((px - x) * 0.8 + (py - y) * 0.6) / r * 0.9 - 0.12, 0, 1), bend=16,
              longest=34)
    pen.hatch(ellipse_points(x, y, r, r), 2.4, 6.5, 1.2,
              tone=lambda px, py: np.clip(((px - x) * 0.9 + (py - y) * 0.5) / r * 1.3 - 0.5, 0, 1), longest=30)
    for side in (-1, 1):
        ex, ey = x - 12 + side * 36, y - 16
        pen.line([(ex - 20, ey + 2), (ex - 8, ey + 10), (ex + 6, ey + 10), (ex + 18, ey + 1)], 3)
        for k in range(5):
            u = -14 + 7 * k
            pen.line([(ex + u, ey + 8 - abs(u) * 0.3), (ex + u * 1.25, ey + 17 - abs(u) * 0.35)], 1.5)
        pen.line([(ex - 18, ey - 17), (ex, ey - 25), (ex + 17, ey - 18)], 2.2)
        pen.hatch(ellipse_points(x - 12 + side * 52, y + 26, 17, 12), 0.6, 4.5, 1.2)
    pen.line([(x - 14, y - 8), (x - 22, y + 18), (x - 8, y + 24)], 2.4)
    pen.line([(x - 46, y + 46), (x - 12, y + 62), (x + 26, y + 44)], 3)
    pen.line([(x - 22, y + 70), (x - 10, y + 74), (x + 4, y + 69)], 1.8)
    pen.line([(x - 50, y + 41), (x - 45, y + 50)], 2)
    pen.line([(x + 30, y + 39), (x + 25, y + 48)], 2)


def _sky(pen):
    """Long engraved lines that part around the moon, denser towards the top, with stars left between."""
    rng = pen.rng
    y = 66.0
    while y < HORIZON - 60:
        x = 60 + rng.uniform(0, 60)
        while x < WIDTH - 70:
            length = rng.uniform(50, 240)
            density = 0.97 - 0.72 * (y / HORIZON) + 0.10 * math.sin(x / 140 + y / 90)
            points = []
            for px in np.arange(x, min(x + length, WIDTH - 62), 14):
                py = y + 7 * math.sin(px / 160 + y / 60) + 3 * math.sin(px / 47 + y)
                points.append((px, py))
            clear = all(math.hypot(px - 968, py - 252) > 210 for px, py in points)
            if len(points) > 2 and clear and rng.uniform() < density:
                pen.line(points, 1.2 + 0.7 * density, wobble=0.8)
            x += length + rng.uniform(8, 46)
        y += 6.4 + 10 * (y / HORIZON)
    for _ in range(64):
        x, y = rng.uniform(80, WIDTH - 80), rng.uniform(80, 640)
        if math.hypot(x - 968, y - 252) > 200:
            _star(pen, x, y, rng.uniform(5, 15))


def _star(pen, x, y, r):
    points = [(x + r * (1 if k % 2 == 0 else 0.36) * math.sin(k * math.pi / 5 + r), y - r * (1 if k % 2 == 0 else 0.36) * math.cos(
        k * math.pi / 5 + r)) for k in range(10)]
    pen.erase(ellipse_points(x, y, r * 1.4, r * 1.4, 0, 16))
    if r > 9:
        pen.shape(points, 1.6, smooth=False, wobble=0.4)
        pen.hatch(points, 0.7, 3, 1.1, tone=lambda px, py: (px > x) * 0.9, smooth=False)
    elif r > 7:
        for a in (0, 1.05, 2.1):
            pen.line([(x - r * math.cos(a), y - r * math.sin(a)), (x + r * math.cos(a), y + r * math.sin(a))], 1.4)
    else:
        pen.dot(x, y, 2)


def _cloud(pen, x, y, width, height, lobes):
    """A scalloped cloud with engraved shading under each head."""
    rng = pen.rng
    count = lobes
    heads = []
    for k in range(count):
        u = (k + 0.5) / count * 2 - 1 + rng.normal(0, 0.05)
        r = height * (0.35 + 0.42 * math.sqrt(max(0, 1 - u * u))) * rng.uniform(0.85, 1.15)
        heads.append((x + u * width / 2, y - height * 0.35 * math.sqrt(max(0, 1 - u * u)), r))
    base = [(x - width * 0.62, y + height * 0.32), (x - width * 0.3, y + height * 0.44), (x, y + height * 0.38),
            (x + width * 0.34, y + height * 0.46), (x + width * 0.62, y + height * 0.3), (x + width * 0.4, y - height * 0.1),
            (x - width * 0.4, y - height * 0.1)]
    pen.erase(base)
    order = sorted(range(count), key=lambda k: heads[k][1] - heads[k][2])
    for k in order:
        hx, hy, r = heads[k]
        pen.erase(ellipse_points(hx, hy, r, r))
        pen.line(ellipse_points(hx, hy, r, r, 0, 40, 2.7, 6.9), 2.5)
        for ring in range(1, 5):
            pen.line(ellipse_points(hx + ring * 1.5, hy + ring * 2, r - ring * 6, r - ring * 6, 0, 24,
                                    5.2 - 0.1 * ring + rng.normal(0, 0.1), 6.8 + 0.12 * ring), 1.3)
    for k in range(int(height / 7)):
        v = y + height * (0.06 + 0.40 * k / (height / 7))
        reach = width * (0.58 - 0.02 * k)
        left = x - reach * rng.uniform(0.6, 1)
        while left < x + reach * 0.8:
            end = left + rng.uniform(30, 110)
            pen.line([(left, v + rng.normal(0, 1)), ((left + end) / 2, v + 3), (min(end, x + reach), v + rng.normal(0, 1))], 1.3)
            left = end + rng.uniform(6, 30)
    pen.line(base[:5], 2)


def _clouds(pen):
    for shape in ((238, 300, 300, 92, 6), (1010, 470, 290, 84, 6), (300, 1010, 360, 90, 7), (1060, 960, 250, 76, 5),
                  (520, 104, 190, 44, 5), (146, 652, 150, 46, 4)):
        _cloud(pen, *shape)


def _sea(pen):
    pen.erase([(56, HORIZON), (WIDTH - 56, HORIZON), (WIDTH - 56, HEIGHT - 56), (56, HEIGHT - 56)], smooth=False)
    pen.line([(58, HORIZON), (300, HORIZON + 2), (800, HORIZON - 1), (WIDTH - 58, HORIZON + 1)], 2.2)
    rng = pen.rng
    for k in range(15):
        y, x = HORIZON + 5 + k * (4.5 + 0.35 * k), 60.0
        while x < WIDTH - 90:
            length = rng.uniform(20, 60 + 12 * k)
            pen.line([(x, y), (x + length * 0.5, y + rng.normal(0, 1.5)), (min(x + length, WIDTH - 62), y)], 1.5)
            x += length + rng.uniform(4, 40)
    ship = [(108, HORIZON - 2), (196, HORIZON - 2), (184, HORIZON + 13), (120, HORIZON + 13)]
    pen.shape(ship, 2, smooth=False)
    pen.hatch(ship, 0.2, 3, 1.3, smooth=False)
    for x, h in ((130, 74), (158, 92), (182, 60)):
        pen.line([(x, HORIZON - 2), (x + 1, HORIZON - h)], 2)
        sail = [(x + 3, HORIZON - 10), (x + 22, HORIZON - 16), (x + 18, HORIZON - h * 0.55), (x + 2, HORIZON - h + 4)]
        pen.shape(sail, 1.7)
        pen.hatch(sail, 1.4, 4, 1.1, tone=lambda px, py: np.full(len(px), 0.6))


def _cables(pen):
    """The ropeway: from the left edge to the tower, and on to the right edge."""
    top = (TOWER[0], 372)
    left = [(56, 404), (220, 444), (430, 440), (top[0] - 50, 388)]
    right = [(top[0] + 50, 392), (900, 470), (1060, 560), (WIDTH - 56, 694)]
    for cable in (left, right):
        for dy in (0, 7):
            pen.line([(x, y + dy) for x, y in cable], 2.2, wobble=0.6)
    a, b = parts.fish_tram(pen, 316, 624, 400, faces=5)
    for point, share in ((a, 0.395), (b, 0.545)):
        p, _ = along(spline(left), share)
        pen.line([point, ((point[0] + p[0]) / 2 + 6, (point[1] + p[1]) / 2), p], 3.4)
        pen.line([(point[0] - 7, point[1]), ((point[0] + p[0]) / 2 - 2, (point[1] + p[1]) / 2), (p[0] - 6, p[1])], 1.6)
        for du in (-11, 11):
            pen.shape(ellipse_points(p[0] + du, p[1] - 8, 8, 8, 0, 14), 2.2)
            pen.dot(p[0] + du, p[1] - 8, 2.2)
        pen.line([(p[0] - 14, p[1] + 9), (p[0] + 14, p[1] + 9)], 3.2)
    a, b = parts.fish_tram(pen, 1078, 726, 168, faces=3, facing=-1)
    for point, share in ((a, 0.82), (b, 0.72)):
        p, _ = along(spline(right), share)
        pen.line([point, p], 2.4)
        pen.shape(ellipse_points(p[0], p[1] - 5, 5, 5, 0, 12), 1.8)


def _rock(pen):
    rng = pen.rng
    pen.shape(ROCK, 3)
    light = lambda px, py: np.clip((px - 560) / 420 + 0.28 + 0.2 * np.sin(px / 31 + py / 53) * np.sin(py / 29), 0.10, 1)
    seeds = [(rng.uniform(330, 1050), rng.uniform(840, 1300), rng.uniform(0.5, 2.5), rng.uniform(-0.22, 0.22)) for _ in range(64)]

    def facet(k):
        """Tone inside the k-th facet of the rock, nothing outside."""
        def tone(px, py):
            distances = np.stack([np.hypot(px - s[0], (py - s[1]) * 0.7) for s in seeds])
            return np.where(distances.argmin(0) == k, light(px, py) + seeds[k][3], 0)
        return tone

    for k, (x, y, angle, _) in enumerate(seeds):
        pen.hatch(ROCK, angle, 6.5, 1.6, tone=facet(k), bend=rng.normal(0, 12), longest=70)
        if x > 700:
            pen.hatch(ROCK, angle + 0.9, 8, 1.4, tone=lambda px, py, t=facet(k): t(px, py) * 1.25 - 0.5, longest=60)
    for _ in range(46):
        x, y = rng.uniform(400, 980), rng.uniform(880, 1260)
        points, a = [(x, y)], rng.uniform(0.9, 2.2)
        for _ in range(rng.integers(3, 6)):
            a += rng.normal(0, 0.6)
            x, y = x + 20 * math.cos(a), y + 20 * math.sin(a)
            points.append((x, y))
        inside = all(360 + (1290 - py) * 0.42 < px < 1010 - (1290 - py) * 0.33 for px, py in points)
        if inside:
            pen.line(points, rng.uniform(1.8, 3), smooth=False, wobble=1.6)
    for x, y, w, h in ((468, 1060, 58, 52), (902, 1112, 54, 46), (590, 1000, 50, 44)):
        parts.house(pen, x, y, w, h, 0.9, rng.normal(0, 0.05))
    _steps(pen)


def _steps(pen):
    path = spline([(424, 1196), (520, 1130), (640, 1110), (700, 1050), (690, 980), (640, 930), (660, 862)])
    for k in reversed(range(38)):
        (x, y), _ = along(path, k / 37)
        w = 17 - 7 * k / 37
        n = (w, 2.5 * math.sin(k))
        pen.shape([(x - n[0], y - n[1]), (x + n[0], y + n[1]), (x + n[0], y + n[1] + 7), (x - n[0], y - n[1] + 7)], 1.6,
                  smooth=False, wobble=0.5)


def _tower(pen):
    x, base, top, lower, upper = TOWER
    rng = pen.rng
    half = lambda y: upper + (lower - upper) * ((y - top) / (base - top)) ** 1.25
    for side in (-1, 1):
        for y0, w, h in (((560, 84, 66), (742, 96, 60)) if side < 0 else ((648, 92, 74), (486, 62, 46), (790, 70, 44))):
            cx = x + side * (half(y0) + w * 0.34)
            for k in range(3):
                foot = x + side * half(y0 + 60) * 0.9
                pen.line([(cx + (k - 1) * w * 0.36, y0), (foot, y0 + 66)], 2.4)
            pen.line([(cx - w * 0.62, y0 + 2), (cx + w * 0.62, y0 + 2)], 4)
            parts.house(pen, cx, y0, w, h, 1.0, side * 0.04)
    outline = [(x - half(y), y) for y in np.linspace(base, top, 12)] + [(x + half(y), y) for y in np.linspace(top, base, 12)]
    pen.erase(outline, smooth=False)
    pen.line(outline[:12], 3)
    pen.line(outline[12:], 3)
    rows = 52
    for row in range(rows):
        y = base - (base - top) * row / rows
        h = half(y)
        curve = lambda u: y + 9 * (1 - u * u) - 4
        if row % 8 in (0, 1, 2, 3):
            u = -1.0
            while u < 0.97:
                step = rng.uniform(0.12, 0.26) * math.sqrt(max(0.15, 1 - u * u))
                pen.line([(x + u * h, curve(u)), (x + min(1, u + step) * h, curve(min(1, u + step)))], 1.3, wobble=0.5)
                if rng.uniform() < 0.8:
                    pen.line([(x + u * h, curve(u)), (x + u * h, curve(u) - (base - top) / rows)], 1.2, wobble=0.4)
                u += step
        else:
            for k in range(3):
                yy = y - k * (base - top) / rows / 3
                start = -1 + rng.uniform(0, 0.08)
                pen.line([(x + u * h, yy + 9 * (1 - u * u) - 4) for u in np.linspace(start, 1, 9)], 2.2 + 0.6 * (k == 1), wobble=0.5)
    pen.hatch(outline, 1.35, 5.5, 1.3, smooth=False, tone=lambda px, py: np.clip((px - x) / 62 - 0.1, 0, 1),
              longest=26)
    pen.hatch(outline, 0.5, 7, 1.2, smooth=False, tone=lambda px, py: np.clip((px - x) / 60 - 0.5, 0, 1), longest=26)
    for y, dx in ((792, -18), (700, 22), (610, -20), (528, 12), (452, -14)):
        pen.erase(ellipse_points(x + dx, y, 17, 21))
        parts.windows(pen, x + dx, y, 11, 14, lit=y in (610, 452))
        pen.line(ellipse_points(x + dx, y - 14, 12, 9, 0, 12, math.pi, 2 * math.pi), 2.2)
    door = [(x - 24, base + 4), (x - 24, base - 40), (x, base - 58), (x + 24, base - 40), (x + 24, base + 4)]
    pen.shape(door, 2.6)
    pen.hatch(door, 1.57, 5, 1.7)
    pen.dot(x + 13, base - 22, 3)
    _station(pen, x, 404)
    _lantern(pen, x, top, upper)


def _station(pen, x, y):
    """The platform where the fish stop."""
    deck = [(x - 128, y), (x + 112, y), (x + 104, y + 13), (x - 120, y + 13)]
    for side, reach in ((-1, 112), (1, 98)):
        for k in range(3):
            pen.line([(x + side * (reach - 24 * k), y + 10), (x + side * 50, y + 62 - 8 * k)], 2.6)
    pen.shape(deck, 2.6, smooth=False)
    pen.hatch(deck, 1.5, 5, 1.6, smooth=False)
    for k in range(13):
        u = x - 122 + 19 * k
        if abs(u - x) > 52:
            pen.line([(u, y), (u, y - 26)], 1.9)
    for a, b in ((x - 126, x - 54), (x + 54, x + 110)):
        pen.line([(a, y - 26), (b, y - 26)], 2.2)
        pen.line([(a, y - 13), (b, y - 13)], 1.3)
    for u, size in ((x - 104, 34), (x - 84, 28), (x + 82, 32)):
        coat = [(u - 7, y), (u - 5, y - size * 0.7), (u + 5, y - size * 0.7), (u + 8, y)]
        pen.shape(coat, 1.8, smooth=False)
        pen.hatch(coat, 1.2, 3, 1.4, smooth=False)
        pen.shape(ellipse_points(u, y - size * 0.86, 5.5, 6.5, 0, 10), 1.6)
        pen.fill([(u - 9, y - size * 0.94), (u, y - size * 1.3), (u + 9, y - size * 0.94)], smooth=False)


def _lantern(pen, x, top, half):
    gallery = [(x - half - 22, top), (x + half + 22, top), (x + half + 14, top + 16), (x - half - 14, top + 16)]
    room = [(x - 38, top - 14), (x + 38, top - 14), (x + 34, top - 92), (x - 34, top - 92)]
    pen.shape(room, 2.6, smooth=False)
    for k in range(5):
        u = -30 + 15 * k
        pen.line([(x + u, top - 14), (x + u * 0.92, top - 92)], 2)
    pen.line([(x - 37, top - 52), (x + 37, top - 52)], 1.8)
    flame = ellipse_points(x, top - 50, 14, 20, 0, 20)
    pen.shape(flame, 2.2)
    for a in np.linspace(0, 6.28, 14, endpoint=False):
        pen.line([(x + 19 * math.cos(a), top - 50 + 24 * math.sin(a)), (x + 30 * math.cos(a), top - 50 + 32 * math.sin(a))], 1.5)
    dome = [(x - 46, top - 90), (x - 40, top - 118), (x - 16, top - 142), (x, top - 146), (x + 16, top - 142), (x + 40, top - 118),
            (x + 46, top - 90)]
    pen.shape(dome, 2.8)
    pen.between(dome[:4], [(x, top - 90), (x, top - 110), (x, top - 130), (x, top - 146)], 5, 1.4)
    pen.between(dome[:2:-1], [(x, top - 90), (x, top - 110), (x, top - 130), (x, top - 146)], 12, 1.6)
    pen.line([(x - 52, top - 90), (x + 52, top - 90)], 4)
    pen.line([(x, top - 146), (x + 1, top - 188)], 2.8)
    pen.shape([(x - 34, top - 178), (x - 8, top - 190), (x + 18, top - 180), (x + 32, top - 190), (x + 30, top - 168), (x + 16, top - 176),
               (x - 10, top - 168)], 2)
    pen.dot(x - 20, top - 180, 1.8)
    pen.shape(gallery, 2.6, smooth=False)
    pen.hatch(gallery, 1.45, 4.5, 1.6, smooth=False)
    for k in range(12):
        u = x - half - 20 + (2 * half + 40) * k / 11
        pen.line([(u, top), (u, top - 24)], 1.8)
    for v in (24, 12):
        pen.line([(x - half - 22, top - v), (x + half + 22, top - v)], 1.9)


def _foam(pen):
    rng = pen.rng
    for k in range(26):
        u = k / 25
        x, y = 320 + 740 * u, 1262 + 34 * math.sin(3 * u + 0.4) + rng.normal(0, 8)
        r = rng.uniform(13, 26)
        pen.erase(ellipse_points(x, y, r, r * 0.8))
        pen.line(ellipse_points(x, y, r, r * 0.8, 0, 22, 3.0 + rng.normal(0, 0.2), 6.5), 2)
        pen.line(ellipse_points(x + 2, y + 2, r * 0.6, r * 0.45, 0, 14, 3.4, 6), 1.3)
    for _ in range(70):
        pen.dot(rng.uniform(330, 1050), 1262 - abs(rng.normal(0, 40)), rng.uniform(1.2, 3))


def _waves(pen):
    """Rows of waves like a woodcut's, larger towards the front."""
    rng = pen.rng
    y = 1236.0
    while y < HEIGHT + 40:
        depth = (y - 1200) / (HEIGHT - 1200)
        length = 50 + 130 * depth
        x = 40 - rng.uniform(0, length)
        while x < WIDTH - 30:
            step = length * rng.uniform(0.8, 1.25)
            clear = y > 1290 + 25 * math.sin(x / 90) or not 320 < x + step / 2 < 1060
            if clear:
                _wave(pen, x, y + rng.normal(0, 3), step, 12 + 40 * depth)
            x += step * 0.92
        y += 17 + 30 * depth


def _wave(pen, x, y, length, height):
    rng = pen.rng
    lo, hi = 58, WIDTH - 58
    crest = [(x, y), (x + length * 0.25, y - height * 0.55), (x + length * 0.52, y - height), (x + length * 0.68, y - height * 0.82),
             (x + length * 0.7, y - height * 0.5), (x + length * 0.62, y - height * 0.42)]
    back = [(x + length * 0.7, y - height * 0.5), (x + length * 0.82, y - height * 0.2), (x + length, y)]
    if x + length < lo + 8 or x > hi - 8:
        return
    pen.erase(crest + back + [(x + length, y + height * 0.8), (x, y + height * 0.8)])
    pen.line(crest, 2.6)
    pen.line(back, 2.1)
    for k in range(int(4 + height / 7)):
        u = (k + 1) / (5 + height / 7)
        pen.line([(x + length * (0.08 + 0.1 * u), y - height * 0.1 + height * 0.5 * u), (x + length * 0.36, y - height * (0.5 - 0.75 * u)),
                      (x + length * (0.6 - 0.04 * u), y - height * (0.38 - 0.5 * u))], 1.2 + 0.5 * u)
        if k % 2:
            pen.line([(x + length * 0.72, y - height * (0.36 - 0.5 * u)), (x + length * 0.86, y - height * (0.08 - 0.5 * u)),
                          (x + length * (0.96 + rng.uniform(-0.05, 0.02)), y + height * 0.46 * u)], 1.3)


def _ripples(pen):
    rng = pen.rng
    for k in range(7):
        pen.line([(130 + 8 * k + rng.normal(0, 4), 1318 + 6 * k), (214, 1324 + 6 * k), (300 - 9 * k + rng.normal(0, 4), 1316 + 6 * k)], 1.6)
    x, y = 560, 1406
    bottle = [(x - 34, y + 4), (x - 28, y - 12), (x + 8, y - 20), (x + 32, y - 30), (x + 38, y - 20), (x + 14, y - 6), (x + 6, y + 8)]
    pen.shape(bottle, 2.2)
    pen.hatch(bottle, 1.2, 5, 1.1, tone=lambda px, py: np.full(len(px), 0.5))
    pen.line([(x - 18, y - 8), (x + 2, y - 12), (x, y + 2), (x - 16, y + 3), (x - 18, y - 8)], 1.7, smooth=False)
