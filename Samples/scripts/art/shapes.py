"""Paths and colours: what the brushes and the pen are told to draw."""
import math

import numpy as np


def rgb(text):
    """'#rrggbb' as three floats 0…1."""
    return np.array([int(text[i:i + 2], 16) / 255 for i in (1, 3, 5)], np.float32)


def mix(a, b, t):
    return np.asarray(a) * (1 - t) + np.asarray(b) * t


def jitter(colour, rng, amount=0.03):
    """A colour from the same tube, mixed a second time."""
    shift = rng.normal(0, amount) + rng.normal(0, amount * 0.6, 3)
    return np.clip(np.asarray(colour) + shift, 0, 1)


def spline(points, closed=False, step=4.0):
    """A smooth curve through `points` (centripetal enough: Catmull-Rom), sampled about every `step` pixels."""
    p = np.asarray(points, float)
    n = len(p)
    if n < 3 and not closed:
        count = max(2, int(np.hypot(*(p[-1] - p[0])) / step))
        return p[0] + (p[-1] - p[0]) * np.linspace(0, 1, count)[:, None]
    pieces = []
    for i in range(n if closed else n - 1):
        a, b, c, d = ((p[(i + k) % n] for k in (-1, 0, 1, 2)) if closed
                      else (p[min(max(i + k, 0), n - 1)] for k in (-1, 0, 1, 2)))
        count = max(2, int(np.hypot(*(c - b)) / step))
        t = np.arange(count)[:, None] / count
        pieces.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t ** 2
                             + (3 * b - a - 3 * c + d) * t ** 3))
    if not closed:
        pieces.append(p[-1:])
    return np.concatenate(pieces)


def trace(context, points, closed=True):
    """Adds a polygon (or an open line) to a cairo path."""
    context.move_to(*points[0])
    for point in points[1:]:
        context.line_to(*point)
    if closed:
        context.close_path()


def ellipse_points(cx, cy, rx, ry, angle=0.0, count=48, start=0.0, end=2 * math.pi):
    t = np.linspace(start, end, count, endpoint=False)
    x, y = rx * np.cos(t), ry * np.sin(t)
    c, s = math.cos(angle), math.sin(angle)
    return np.column_stack([cx + c * x - s * y, cy + s * x + c * y])


def along(points, share):
    """The place and the direction (radians) at `share` 0…1 of a line's length."""
    p = np.asarray(points, float)
    lengths = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(p, axis=0).T))])
    target = share * lengths[-1]
    i = min(max(int(np.searchsorted(lengths, target)) - 1, 0), len(p) - 2)
    t = (target - lengths[i]) / max(lengths[i + 1] - lengths[i], 1e-9)
    d = p[i + 1] - p[i]
    return p[i] + d * t, math.atan2(d[1], d[0])
