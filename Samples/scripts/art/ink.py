"""A pen: wobbly strokes whose width swells and thins, hatching that follows a tone, paper that hides what is behind.

A drawing is a list of strokes and erasures in the order of the hand, so that a film can draw it again.
"""
import cairo
import cv2
import numpy as np

import noise
from shapes import spline, trace

SCALE = 2  # the page is drawn twice as large and averaged down


class Pen:
    def __init__(self, width, height, seed):
        self.width, self.height = width, height
        self.rng = np.random.default_rng(seed)
        self.operations = []  # ("ink", points, widths) | ("fill", points) | ("erase", points)
        self._tremor = noise.fbm(512, 4096, 22, 2, self.rng)

    def line(self, points, width=2.2, wobble=1.1, taper=0.7, smooth=True, closed=False, pressure=0.25):
        """One stroke. `taper` 0…1 thins its ends, `pressure` is how unevenly it is pressed."""
        path = spline(points, closed, step=3.0) if smooth or len(points) > 2 and closed else _polyline(points)
        if closed:
            path = np.concatenate([path, path[:max(2, len(path) // 40)]])
        n = len(path)
        if n < 2:
            return
        row, start = self.rng.integers(0, 511), self.rng.integers(0, 4096 - min(n, 2000) - 1)
        take = (start + np.arange(n)) % 4096
        path = path + wobble * np.column_stack([self._tremor[row, take], self._tremor[(row + 77) % 512, take]]) * 1.6
        u = np.linspace(0, 1, n)
        ends = np.minimum(1, np.minimum(u, 1 - u) * n / 9 + (1 - taper))
        widths = width * ends * (1 + pressure * 2 * self._tremor[(row + 200) % 512, take])
        self.operations.append(("ink", path, np.maximum(0.5, widths)))

    def shape(self, points, width=2.4, smooth=True, **how):
        """Erases what is behind a closed form, then draws its outline."""
        self.erase(points, smooth)
        if smooth:
            self.line(points, width, closed=True, **how)
        else:
            for a, b in zip(points, list(points[1:]) + [points[0]]):
                self.line([a, b], width, taper=0.3, **how)

    def erase(self, points, smooth=True):
        self.operations.append(("erase", spline(points, closed=True) if smooth else np.asarray(points, float)))

    def fill(self, points, smooth=True):
        self.operations.append(("fill", spline(points, closed=True) if smooth else np.asarray(points, float)))

    def dot(self, x, y, radius):
        t = np.linspace(0, 6.3, 10)
        r = radius * (1 + self.rng.normal(0, 0.12, 10))
        self.fill(np.column_stack([x + r * np.cos(t), y + r * np.sin(t)]))

    def hatch(self, polygon, angle, spacing=7.0, width=1.3, tone=None, smooth=True, bend=0.0, breaks=0.02,
              longest=400):
        """Parallel strokes inside `polygon`: where `tone(x, y)` (0…1, arrays) is darker more of them are drawn.

        No stroke is much longer than `longest` pixels: the hand is lifted in between.
        """
        outline = spline(polygon, closed=True) if smooth else np.asarray(polygon, float)
        low, high = outline.min(0), outline.max(0)
        centre, radius = (low + high) / 2, np.hypot(*(high - low)) / 2 + spacing
        d, n = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
        along = np.arange(-radius, radius, 3.0)
        levels = (np.arange(int(2 * radius / spacing) + 1) * 0.618 + self.rng.uniform()) % 1
        contour = outline.astype(np.float32).reshape(-1, 1, 2)
        box = np.zeros((int(high[1] - low[1]) + 3, int(high[0] - low[0]) + 3), np.uint8)
        cv2.fillPoly(box, [np.round(contour - low.astype(np.float32)).astype(np.int32)], 1)
        for k, level in enumerate(levels):
            offset = -radius + k * spacing + self.rng.normal(0, spacing * 0.12)
            p = centre + along[:, None] * d + (offset + bend * (along / radius) ** 2)[:, None] * n
            ij = np.round(p - low).astype(int)
            ok = (ij[:, 0] >= 0) & (ij[:, 1] >= 0) & (ij[:, 0] < box.shape[1]) & (ij[:, 1] < box.shape[0])
            inside = np.zeros(len(p), bool)
            inside[ok] = box[ij[ok, 1], ij[ok, 0]] > 0
            if tone is not None:
                dark = tone(p[:, 0], p[:, 1])
                inside &= (dark > 0) & (dark + self.rng.normal(0, 0.06) > level)
            inside &= self.rng.uniform(size=len(p)) > breaks
            lift = int(longest / 3 * self.rng.uniform(0.6, 1.2)) + 4
            inside[self.rng.integers(0, lift)::lift] = False
            self._runs(p, inside, width)

    def _runs(self, points, inside, width):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], inside.astype(int), [0]])))
        for start, end in zip(edges[::2], edges[1::2]):
            if end - start >= 3:
                run = points[start:end]
                self.line([run[0], run[len(run) // 2], run[-1]], width * self.rng.uniform(0.75, 1.15), wobble=0.7, taper=0.8)

    def between(self, a, b, count, width=1.3, start=0.0, end=1.0, samples=14, skip=0.0):
        """Strokes that pass from curve `a` over to curve `b`: hatching that follows a form."""
        a, b = spline(a), spline(b)
        for k in range(count):
            if self.rng.uniform() < skip:
                continue
            t = (k + 0.5 + self.rng.normal(0, 0.12)) / count
            lo, hi = start + self.rng.uniform(0, 0.06), end - self.rng.uniform(0, 0.06)
            ia = np.linspace(lo, hi, samples)
            pa = np.column_stack([np.interp(ia, np.linspace(0, 1, len(a)), a[:, i]) for i in (0, 1)])
            pb = np.column_stack([np.interp(ia, np.linspace(0, 1, len(b)), b[:, i]) for i in (0, 1)])
            self.line(pa * (1 - t) + pb * t, width, wobble=0.7)


def _polyline(points):
    p = np.asarray(points, float)
    parts = [p[i] + (p[i + 1] - p[i]) * np.linspace(0, 1, max(2, int(np.hypot(*(p[i + 1] - p[i])) / 3)))[:, None]
             for i in range(len(p) - 1)]
    return np.concatenate(parts)


class InkSheet:
    """The ink that has reached the paper so far."""

    def __init__(self, width, height, scale=SCALE):
        self.scale = scale
        self.surface = cairo.ImageSurface(cairo.FORMAT_A8, width * scale, height * scale)
        self.context = cairo.Context(self.surface)
        self.context.scale(scale, scale)
        self.context.set_line_cap(cairo.LINE_CAP_ROUND)

    def apply(self, operation):
        c = self.context
        kind, points = operation[0], operation[1]
        c.set_operator(cairo.OPERATOR_CLEAR if kind == "erase" else cairo.OPERATOR_OVER)
        if kind == "ink":
            self._swelling_line(points, operation[2])
        else:
            trace(c, points)
            c.fill()

    def _swelling_line(self, points, widths):
        c = self.context
        d = np.gradient(points, axis=0)
        n = np.column_stack([-d[:, 1], d[:, 0]]) / np.maximum(1e-6, np.hypot(d[:, 0], d[:, 1]))[:, None]
        half = widths[:, None] / 2
        trace(c, np.concatenate([points + n * half, (points - n * half)[::-1]]))
        c.set_fill_rule(cairo.FILL_RULE_WINDING)
        c.fill()
        for point, width in ((points[0], widths[0]), (points[-1], widths[-1])):
            c.arc(*point, width / 2, 0, 7)
            c.fill()

    def coverage(self):
        self.surface.flush()
        w, h = self.surface.get_width(), self.surface.get_height()
        data = np.frombuffer(self.surface.get_data(), np.uint8).reshape(h, self.surface.get_stride())[:, :w]
        if self.scale == 1:
            return data.astype(np.float32) / 255
        size = (w // self.scale, h // self.scale)
        return cv2.resize(data, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255


def on_paper(coverage, seed, paper=(0.953, 0.929, 0.871), ink=(0.105, 0.098, 0.130)):
    """The ink on a warm sheet with tooth, a little foxing and ink that is not equally black everywhere."""
    rng = np.random.default_rng(seed)
    h, w = coverage.shape
    grain, blotch = noise.paper_grain(h, w, rng), noise.fbm(h, w, 180, 4, rng)
    sheet = np.empty((h, w, 3), np.float32)
    sheet[:] = paper
    sheet *= (1 + 0.016 * grain + 0.018 * blotch)[..., None]
    sheet -= np.clip(blotch - 0.45, 0, 1)[..., None] * np.float32([0.02, 0.045, 0.09])
    relief = grain - np.roll(grain, (1, 1), (0, 1))
    sheet *= (1 + 0.022 * relief)[..., None]
    bled = np.clip(coverage + 0.10 * cv2.GaussianBlur(coverage, (0, 0), 1.2), 0, 1)
    strength = bled * np.clip(0.93 + 0.05 * blotch + 0.10 * grain, 0, 1)
    return np.clip(sheet * (1 - strength[..., None]) + np.float32(ink) * strength[..., None], 0, 1)


def draw(pen):
    sheet = InkSheet(pen.width, pen.height)
    for operation in pen.operations:
        sheet.apply(operation)
    return sheet.coverage()
