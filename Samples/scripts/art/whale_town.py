"""The town: crooked houses, a lighthouse, a mill, trees, washing, lanterns and the people who live on a whale."""
import math

import numpy as np

from shapes import along, jitter, mix, rgb, spline, trace

WALLS = [rgb(c) for c in ("#f2dfba", "#e9c79a", "#d98e6c", "#c9d3c0", "#e8b7a0", "#8fb3b0", "#f0e6d2", "#caa5b8")]
ROOFS = [rgb(c) for c in ("#c8452f", "#a8352f", "#e0763a", "#34566e", "#7d3b4c", "#2f7a72", "#d9953c")]
LIT, FRAME, NIGHT = rgb("#ffdc84"), rgb("#4a2a2c"), rgb("#22305a")
GROUND = [(404, 520), (470, 508), (560, 492), (640, 474), (720, 452), (800, 440), (880, 446), (950, 462), (1030, 484),
          (1110, 516), (1196, 560), (1240, 606), (1160, 606), (1040, 596), (900, 586), (760, 588), (620, 600),
          (500, 592), (420, 560)]
RIDGE = spline(GROUND[:11])


def ridge_y(x):
    return float(np.interp(x, RIDGE[:, 0], RIDGE[:, 1]))


class House:
    """A crooked house standing at (x, base), leaning by `lean` radians."""

    def __init__(self, rng, x, base, width, height, roof=1.0, wall=None, tile=None):
        self.rng, self.x, self.base, self.width, self.height, self.roof = rng, x, base, width, height, roof
        self.lean = rng.normal(0, 0.035)
        self.wall = jitter(wall if wall is not None else WALLS[rng.integers(len(WALLS))], rng)
        self.tile = jitter(tile if tile is not None else ROOFS[rng.integers(len(ROOFS))], rng)
        self.lights = []

    def place(self, u, v):
        """From the house's own frame (u right, v up) to the page."""
        c, s = math.cos(self.lean), math.sin(self.lean)
        return self.x + c * u + s * v, self.base + s * u - c * v

    def polygon(self, c, points, colour, alpha=1.0):
        c.set_source_rgba(*colour, alpha)
        trace(c, [self.place(*p) for p in points])
        c.fill()

    def line(self, c, points, colour, width, alpha=1.0):
        c.set_source_rgba(*colour, alpha)
        c.set_line_width(width)
        trace(c, [self.place(*p) for p in points], closed=False)
        c.stroke()

    def draw(self, c):
        w, h, rng = self.width / 2, self.height, self.rng
        self._chimney(c)
        self.polygon(c, [(-w, -14), (w, -14), (w * 0.97, h), (-w * 0.96, h)], self.wall)
        self.polygon(c, [(w * 0.3, -14), (w, -14), (w * 0.97, h), (w * 0.36, h)], mix(self.wall, NIGHT, 0.45), 0.55)
        self.polygon(c, [(-w, h * 0.82), (w, h * 0.82), (w, h), (-w, h)], mix(self.wall, NIGHT, 0.6), 0.4)
        for _ in range(int(w * h / 60)):
            u, v = rng.uniform(-w * 0.9, w * 0.8), rng.uniform(0, h * 0.95)
            self.line(c, [(u, v), (u + rng.uniform(2, 8), v)], jitter(mix(self.wall, FRAME, 0.25), rng, 0.06), 1.6, 0.6)
        if rng.uniform() < 0.4:
            for u in (-w * 0.94, 0, w * 0.92):
                self.line(c, [(u, 0), (u, h)], FRAME, 2.2)
            self.line(c, [(-w * 0.94, 0), (0, h * 0.5)], FRAME, 2)
        self._gable(c)
        self._openings(c)

    def _chimney(self, c):
        u, w, h = self.rng.uniform(-0.5, 0.5) * self.width / 2, 5, self.height
        top = h + self.roof * self.width * 0.62
        self.polygon(c, [(u - w, h), (u + w, h), (u + w, top), (u - w, top)], mix(self.tile, FRAME, 0.5))
        self.polygon(c, [(u - w - 2, top), (u + w + 2, top), (u + w + 2, top + 4), (u - w - 2, top + 4)], FRAME)
        self.chimney = self.place(u, top + 6)

    def _gable(self, c):
        w, h, rng = self.width / 2 + 6, self.height, self.rng
        peak = h + self.roof * self.width * 0.55
        shift = rng.normal(0, 2)
        self.polygon(c, [(-w, h - 3), (shift, peak), (w, h - 3)], self.tile)
        self.polygon(c, [(shift + 2, peak), (w, h - 3), (w * 0.25, h - 3)], mix(self.tile, NIGHT, 0.55), 0.5)
        rows = max(3, int((peak - h) / 6))
        for row in range(rows):
            v = h + (peak - h) * row / rows
            half = w * (1 - row / rows)
            u = -half + rng.uniform(1, 6)
            while u < half - 3:
                tone = jitter(mix(self.tile, rgb("#ffdca0") if u < shift else FRAME, rng.uniform(0.05, 0.4)), rng, 0.04)
                step = rng.uniform(4, 7.5)
                self.line(c, [(u, v + 1), (u + step * 0.5, v - 1.3), (u + step * 0.85, v + 1)], tone, 1.5)
                u += step
        self.line(c, [(-w, h - 3), (shift, peak)], rgb("#ffd9a0"), 2.2, 0.9)

    def _openings(self, c):
        w, h, rng = self.width / 2, self.height, self.rng
        if rng.uniform() < 0.75:
            u, dw = rng.uniform(-w * 0.5, w * 0.4), min(7.5, w * 0.3)
            self.polygon(c, [(u - dw, -8), (u + dw, -8), (u + dw, 15), (u, 20), (u - dw, 15)], jitter(FRAME, rng, 0.05))
            self.polygon(c, [(u + dw * 0.4, 4), (u + dw * 0.7, 4), (u + dw * 0.7, 7), (u + dw * 0.4, 7)], LIT)
        columns, rows = max(1, int(self.width / 22)), max(1, int((h - 16) / 26))
        for row in range(rows):
            for column in range(columns):
                if rng.uniform() < 0.16:
                    continue
                u = -w + self.width * (column + 0.5) / columns + rng.normal(0, 1.2)
                self._window(c, u, 24 + row * 25 + rng.normal(0, 1.5), rng.uniform(4, 5.6), rng.uniform(6, 8.5))
        if self.width > 40:
            self._window(c, rng.normal(0, 2), h + self.roof * self.width * 0.16, 4, 5)

    def _window(self, c, u, v, a, b):
        rng = self.rng
        lit = rng.uniform() < 0.78
        self.polygon(c, [(u - a - 1.6, v - b - 1.6), (u + a + 1.6, v - b - 1.6), (u + a + 1.6, v + b + 1.6),
                         (u - a - 1.6, v + b + 1.6)], FRAME)
        pane = jitter(mix(LIT, rgb("#ff9e4d"), rng.uniform(0, 0.5)), rng) if lit else mix(NIGHT, rgb("#6fa0b8"), 0.3)
        self.polygon(c, [(u - a, v - b), (u + a, v - b), (u + a, v + b), (u - a, v + b)], pane)
        self.line(c, [(u, v - b), (u, v + b)], FRAME, 1.3)
        self.line(c, [(u - a, v + b * 0.15), (u + a, v + b * 0.15)], FRAME, 1.2)
        if rng.uniform() < 0.4:
            shutter = jitter(ROOFS[rng.integers(len(ROOFS))], rng)
            for side in (-1, 1):
                self.polygon(c, [(u + side * (a + 2), v - b), (u + side * (a + 6), v - b - 1),
                                 (u + side * (a + 6), v + b + 1), (u + side * (a + 2), v + b)], shutter)
        if rng.uniform() < 0.45:
            for k in range(5):
                c.set_source_rgb(*jitter(rgb(["#d9524a", "#f2c14e", "#5f9e6e", "#e9a0b4"][rng.integers(4)]), rng))
                c.arc(*self.place(u - a + k * a / 2, v - b - 3 + rng.normal(0, 1)), 2, 0, 7)
                c.fill()
        if lit:
            self.lights.append(self.place(u, v))


def paint_ground(layer, rng):
    form = layer.paint(GROUND, rgb("#7f9a52"), to=rgb("#2f5a4d"), direction=(0.2, 1), wobble=5, dry=0.5, streak=0.12,
                       rim=rgb("#e6d98a"), rim_width=5)
    with layer.batch(wobble=1.2, dry=0.25) as c:
        for _ in range(1500):
            x = rng.uniform(410, 1230)
            y = ridge_y(x) + rng.uniform(0, 1) ** 1.5 * 110 - 3
            if not (0 <= int(y) < layer.height and form[int(y), int(x)] > 0.3):
                continue
            c.set_line_width(rng.uniform(1, 2.4))
            c.set_source_rgba(*jitter(mix(rgb("#a9bd62"), rgb("#234b45"), rng.uniform(0, 1)), rng, 0.05), 0.9)
            c.move_to(x, y)
            c.line_to(x + rng.normal(0, 3), y - rng.uniform(4, 11))
            c.stroke()
        for _ in range(90):  # vines that hang over the flank
            x = rng.uniform(430, 1220)
            y = ridge_y(x) + 86 + rng.normal(0, 14)
            length = rng.uniform(14, 62) * (1 if rng.uniform() < 0.8 else 1.8)
            sway = rng.normal(0, 8)
            line = spline([(x, y), (x + sway * 0.4, y + length * 0.5), (x + sway, y + length)])
            c.set_line_width(1.8)
            c.set_source_rgba(*jitter(rgb("#2f6650"), rng, 0.04), 0.95)
            trace(c, line, closed=False)
            c.stroke()
            for k in range(int(length / 6)):
                (px, py), _ = along(line, (k + 0.5) / (length / 6))
                c.set_source_rgba(*jitter(mix(rgb("#4f8a57"), rgb("#a9bd62"), rng.uniform(0, 1)), rng), 0.95)
                c.arc(px + rng.normal(0, 2.4), py, rng.uniform(1.4, 3.2), 0, 7)
                c.fill()


def tree(c, rng, x, base, height, kind):
    green = jitter(mix(rgb("#2d5d4b"), rgb("#7b9a4a"), rng.uniform(0, 0.8)), rng)
    if rng.uniform() < 0.2:
        green = jitter(rgb("#d98a4a"), rng)
    c.set_source_rgb(*rgb("#4b332f"))
    c.set_line_width(max(2.5, height * 0.06))
    c.move_to(x, base + 6)
    c.line_to(x + rng.normal(0, 2), base - height * 0.5)
    c.stroke()
    count = 46 if kind == "round" else 40
    for k in range(count):
        if kind == "round":
            a, d = rng.uniform(0, 7), height * 0.32 * math.sqrt(rng.uniform(0, 1))
            px, py = x + d * math.cos(a), base - height * 0.68 + d * 0.9 * math.sin(a)
            lightness = 0.5 - 0.5 * math.sin(a) * d / (height * 0.32) - 0.2 * math.cos(a)
        else:
            v = k / count
            px, py = x + rng.normal(0, 1) * height * 0.11 * (1 - v) * 1.1, base - height * (0.16 + 0.84 * v)
            lightness = 0.5 - (px - x) / max(height * 0.15, 1)
        shade = mix(mix(green, NIGHT, 0.55), mix(green, rgb("#f3e08a"), 0.5), min(max(lightness, 0), 1))
        c.set_source_rgb(*jitter(shade, rng, 0.03))
        c.arc(px, py, height * rng.uniform(0.045, 0.09), 0, 7)
        c.fill()


def lighthouse(c, rng, x, base, height):
    lower, upper = 26, 15
    for k in range(7):
        a, b = k / 7, (k + 1) / 7
        wa, wb = lower + (upper - lower) * a, lower + (upper - lower) * b
        colour = jitter(rgb("#f4ead6") if k % 2 == 0 else rgb("#c8412f"), rng, 0.02)
        trace(c, [(x - wa, base - height * a), (x + wa, base - height * a), (x + wb, base - height * b),
                  (x - wb, base - height * b)])
        c.set_source_rgb(*colour)
        c.fill()
        trace(c, [(x + wa * 0.2, base - height * a), (x + wa, base - height * a), (x + wb, base - height * b),
                  (x + wb * 0.2, base - height * b)])
        c.set_source_rgba(*NIGHT, 0.33)
        c.fill()
    top = base - height
    for dy, half, h, colour in ((0, 24, 7, FRAME), (7, 12, 24, LIT), (31, 16, 4, FRAME)):
        c.set_source_rgb(*colour)
        c.rectangle(x - half, top - dy - h, 2 * half, h)
        c.fill()
    c.set_source_rgb(*rgb("#a8352f"))
    trace(c, [(x - 17, top - 35), (x, top - 60), (x + 17, top - 35)])
    c.fill()
    c.set_source_rgb(*FRAME)
    c.set_line_width(1.6)
    for u in (-12, -4, 4, 12):
        c.move_to(x + u, top - 7)
        c.line_to(x + u, top - 31)
        c.stroke()
    c.move_to(x, top - 60)
    c.line_to(x, top - 78)
    c.stroke()
    for k, v in enumerate((0.16, 0.42, 0.7)):
        c.set_source_rgb(*FRAME)
        c.arc(x - 4 + 5 * k, base - height * v, 5.5, 0, 7)
        c.fill()
        c.set_source_rgb(*LIT)
        c.arc(x - 4 + 5 * k, base - height * v, 3.8, 0, 7)
        c.fill()
    return x, top - 19


def mill(c, rng, x, base, height, turn):
    c.set_source_rgb(*rgb("#d8c3a0"))
    trace(c, [(x - 24, base), (x + 24, base), (x + 15, base - height), (x - 15, base - height)])
    c.fill()
    c.set_source_rgba(*NIGHT, 0.35)
    trace(c, [(x + 4, base), (x + 24, base), (x + 15, base - height), (x + 3, base - height)])
    c.fill()
    c.set_source_rgb(*rgb("#7d3b4c"))
    trace(c, spline([(x - 19, base - height), (x - 10, base - height - 20), (x + 4, base - height - 26),
                     (x + 16, base - height - 14), (x + 19, base - height)]))
    c.fill()
    for v in (0.3, 0.62):
        c.set_source_rgb(*LIT)
        c.rectangle(x - 8, base - height * v - 7, 9, 12)
        c.fill()
    cx, cy = x, base - height - 6
    for k in range(4):
        a = turn + k * math.pi / 2
        ux, uy = math.cos(a), math.sin(a)
        nx, ny = -uy, ux
        c.set_source_rgb(*rgb("#f3e6c8"))
        trace(c, [(cx + ux * 12 + nx * 2, cy + uy * 12 + ny * 2), (cx + ux * 60 + nx * 2, cy + uy * 60 + ny * 2),
                  (cx + ux * 60 + nx * 15, cy + uy * 60 + ny * 15), (cx + ux * 12 + nx * 13, cy + uy * 12 + ny * 13)])
        c.fill()
        c.set_source_rgb(*FRAME)
        c.set_line_width(2)
        c.move_to(cx, cy)
        c.line_to(cx + ux * 62, cy + uy * 62)
        c.stroke()
        c.set_line_width(1)
        for d in range(16, 62, 8):
            c.move_to(cx + ux * d, cy + uy * d)
            c.line_to(cx + ux * d + nx * 14, cy + uy * d + ny * 14)
            c.stroke()
    c.set_source_rgb(*FRAME)
    c.arc(cx, cy, 4.5, 0, 7)
    c.fill()


def person(c, rng, x, base, size, coat, wave=False):
    """Somebody `size` pixels tall."""
    c.set_source_rgb(*rgb("#3a2a33"))
    c.set_line_width(size * 0.10)
    for leg in (-1, 1):
        c.move_to(x + leg * size * 0.07, base - size * 0.3)
        c.line_to(x + leg * size * 0.1, base)
        c.stroke()
    c.set_source_rgb(*coat)
    trace(c, [(x - size * 0.2, base - size * 0.2), (x + size * 0.2, base - size * 0.2), (x + size * 0.1, base - size * 0.7),
              (x - size * 0.1, base - size * 0.7)])
    c.fill()
    c.set_line_width(size * 0.09)
    c.move_to(x + size * 0.08, base - size * 0.62)
    c.line_to(x + size * 0.3, base - size * (0.95 if wave else 0.4))
    c.stroke()
    c.move_to(x - size * 0.08, base - size * 0.62)
    c.line_to(x - size * 0.24, base - size * 0.36)
    c.stroke()
    c.set_source_rgb(*rgb("#eab48c"))
    c.arc(x, base - size * 0.82, size * 0.14, 0, 7)
    c.fill()
    c.set_source_rgb(*mix(coat, FRAME, 0.5))
    trace(c, [(x - size * 0.17, base - size * 0.87), (x + size * 0.17, base - size * 0.87),
              (x + size * 0.03, base - size * 1.14)])
    c.fill()


def paint_town(layer, rng, mill_turn=0.35):
    """Everything on the whale's back; returns the places that shine: windows, the lamp, chimneys."""
    lights, chimneys = [], []
    back = [(560, 44, 74, 1.1), (628, 40, 112, 1.3), (700, 52, 128, 1.0), (778, 44, 150, 1.5), (912, 46, 132, 1.2),
            (978, 56, 98, 1.0), (1046, 40, 92, 1.4)]
    front = [(508, 46, 42, 1.0), (590, 62, 50, 0.85), (668, 50, 66, 1.1), (742, 60, 60, 0.9), (884, 58, 66, 1.0),
             (950, 44, 62, 1.2), (1012, 60, 46, 0.9), (1090, 50, 44, 1.1), (1148, 38, 34, 1.2)]
    with layer.batch(wobble=1.3, dry=0.15, streak=0.07) as c:
        for x, height in ((470, 74), (536, 104), (664, 150), (850, 168), (1010, 140), (1120, 110), (1180, 70)):
            tree(c, rng, x, ridge_y(x), height, "tall" if rng.uniform() < 0.6 else "round")
        lamp = lighthouse(c, rng, 834, ridge_y(834), 232)
        for x, w, h, roof in back:
            house = House(rng, x + rng.normal(0, 3), ridge_y(x) + 2, w, h, roof)
            house.draw(c)
            lights += house.lights
            chimneys.append(house.chimney)
        mill(c, rng, 1112, ridge_y(1112), 96, mill_turn)
    paint_ground(layer, rng)
    with layer.batch(wobble=1.2, dry=0.15, streak=0.07) as c:
        for x, w, h, roof in front:
            house = House(rng, x + rng.normal(0, 3), ridge_y(x) + 34, w, h, roof)
            house.draw(c)
            lights += house.lights
        for x, dy, height in ((456, 20, 54), (548, 44, 40), (632, 46, 52), (708, 52, 44), (800, 56, 58), (846, 60, 36),
                              (918, 52, 46), (1058, 46, 56), (1186, 30, 44), (1130, 52, 34)):
            tree(c, rng, x, ridge_y(x) + dy, height, "round" if rng.uniform() < 0.65 else "tall")
        _washing(c, rng)
        _stairs(c, rng)
        for x, dy, coat in ((528, 60, "#c8412f"), (570, 66, "#e9b44c"), (692, 84, "#2f7a72"), (818, 90, "#e9b44c"),
                            (832, 92, "#caa5b8"), (992, 80, "#c8412f"), (1070, 76, "#8fb3b0"), (1164, 44, "#e0763a")):
            person(c, rng, x, ridge_y(x) + dy, rng.uniform(20, 26), rgb(coat), rng.uniform() < 0.5)
    return {"windows": lights, "lamp": lamp, "chimneys": chimneys}


def _washing(c, rng):
    """Washing and paper lanterns on lines between the houses."""
    for a, b in (((628, 392), (742, 380)), ((884, 404), (1012, 440))):
        line = spline([a, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2 + 14), b])
        c.set_source_rgb(*FRAME)
        c.set_line_width(1.3)
        trace(c, line, closed=False)
        c.stroke()
        for k in range(7):
            (x, y), _ = along(line, (k + 0.7) / 7.6)
            c.set_source_rgb(*jitter(rgb(["#f5ecd8", "#d9524a", "#8fb3b0", "#f2c14e", "#e9a0b4"][rng.integers(5)]), rng))
            w, h = rng.uniform(6, 10), rng.uniform(9, 15)
            trace(c, [(x, y), (x + w, y + 1), (x + w + rng.normal(1, 1), y + h), (x + rng.normal(1, 1), y + h - 1)])
            c.fill()


def _stairs(c, rng):
    for start, end, steps in (((800, 520), (770, 590), 12), ((1036, 540), (1066, 600), 10), ((566, 556), (548, 604), 8)):
        for k in range(steps):
            u = k / (steps - 1)
            x, y = mix(start[0], end[0], u), mix(start[1], end[1], u)
            c.set_line_width(4)
            c.set_source_rgb(*jitter(rgb("#d9c7a3"), rng, 0.04))
            c.move_to(x - 10 - 4 * u, y)
            c.line_to(x + 10 + 4 * u, y + 1)
            c.stroke()
            c.set_line_width(1.6)
            c.set_source_rgba(*FRAME, 0.8)
            c.move_to(x - 10 - 4 * u, y + 3)
            c.line_to(x + 10 + 4 * u, y + 4)
            c.stroke()
