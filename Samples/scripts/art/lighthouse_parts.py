"""Things with a life of their own in the ink drawing: houses on stilts, fish that are trams, gulls, boats, an octopus."""
import math

import numpy as np

from shapes import along, ellipse_points, spline


def windows(pen, x, y, w, h, lit=False, curtains=True):
    """A window with a frame, bars and dark panes."""
    pen.shape([(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)], 1.9, smooth=False, wobble=0.7)
    inner = [(x - w + 2.5, y - h + 2.5), (x + w - 2.5, y - h + 2.5), (x + w - 2.5, y + h - 2.5), (x - w + 2.5, y + h - 2.5)]
    if not lit:
        pen.hatch(inner, 0.8, 2.6, 1.3, smooth=False)
        pen.hatch(inner, 2.2, 3.4, 1.2, smooth=False)
    pen.line([(x, y - h), (x, y + h)], 1.8, wobble=0.5)
    pen.line([(x - w, y - h * 0.1), (x + w, y - h * 0.1)], 1.6, wobble=0.5)
    pen.line([(x - w - 3, y + h + 2.5), (x + w + 3, y + h + 2)], 2.6, wobble=0.5)


def house(pen, x, base, w, h, pitch=0.8, lean=0.0, right_dark=True):
    """A little crooked house with planks, shingles and a smoking chimney."""
    rng = pen.rng
    place = lambda u, v: (x + u + lean * v, base - v)
    left, right, top = -w / 2, w / 2, h
    peak = h + w * pitch * 0.6
    cu = rng.uniform(-0.3, 0.3) * w
    chimney = [place(cu - 6, h), place(cu - 6, peak + 10), place(cu + 6, peak + 10), place(cu + 6, h)]
    pen.shape(chimney, 2, smooth=False)
    pen.hatch(chimney, 0.1, 4, 1.2, smooth=False)
    pen.line([place(cu - 9, peak + 11), place(cu + 9, peak + 11)], 3)
    smoke(pen, *place(cu, peak + 14), 46 + rng.uniform(0, 26))
    walls = [place(left, 0), place(right, 0), place(right, top), place(left, top)]
    pen.shape(walls, 2.3, smooth=False)
    for k in range(1, int(h / 7)):
        v = k * 7 + rng.normal(0, 0.6)
        a, b = sorted(rng.uniform(left, right, 2))
        if b - a > 8:
            pen.line([place(a, v), place(b, v)], 1.1, wobble=0.6)
    dark = [place(right * 0.35, 0), place(right, 0), place(right, top), place(right * 0.35, top)]
    pen.hatch(dark, 1.25, 4.2, 1.3, smooth=False)
    pen.hatch([place(left, top - 9), place(right, top - 9), place(right, top), place(left, top)], 1.5, 3, 1.4, smooth=False)
    roof = [place(left - 9, top - 3), place(rng.normal(0, 3), peak), place(right + 9, top - 3)]
    pen.shape(roof, 2.6, smooth=False)
    rows = max(3, int((peak - top) / 6.5))
    for row in range(rows):
        half = (w / 2 + 8) * (1 - row / rows)
        u, v = -half, top + (peak - top) * row / rows
        while u < half - 4:
            step = rng.uniform(5, 9)
            pen.line([place(u, v + 5), place(u + step / 2, v - 0.6), place(u + step, v + 5)],
                     1.3 + 0.7 * (u > 0), wobble=0.4)
            if u > half * 0.15:
                pen.line([place(u + step / 2, v), place(u + step / 2 + 1, v + 5)], 1.1, wobble=0.3)
            u += step
    columns = max(1, int(w / 32))
    for k in range(columns):
        windows(pen, *place(left + w * (k + 0.5) / columns + rng.normal(0, 2), h * 0.56), 6.5, 8.5, lit=rng.uniform() < 0.3)


def smoke(pen, x, y, height):
    """A curl of smoke, drawn with three passes of the pen."""
    rng = pen.rng
    for k in range(3):
        points, sway = [], rng.uniform(0, 6)
        for i in range(9):
            u = i / 8
            points.append((x + u * 16 * math.sin(4 * u + sway) + k * 4 * u + 10 * u, y - height * u))
        pen.line(points, 1.4, wobble=1)
    pen.line(ellipse_points(x + 20, y - height, 7, 6, 0, 14, 0, 5), 1.3)


def gull(pen, x, y, size, tilt=0.0):
    c, s = math.cos(tilt), math.sin(tilt)
    place = lambda u, v: (x + size * (c * u - s * v), y + size * (s * u + c * v))
    body = [place(-0.35, 0.05), place(0, -0.08), place(0.38, -0.02), place(0.46, 0.05), place(0.2, 0.14), place(-0.15, 0.14),
            place(-0.6, 0.16)]
    for side, tip in ((-1, (-0.9, -0.62)), (1, (0.86, -0.7))):
        wing = [place(-0.12 * -side, -0.02), place(0.35 * side, -0.5), place(*tip), place(0.42 * side, -0.3),
                place(0.16 * side, 0.05)]
        pen.shape(wing, 1.9)
        for k in range(5):
            a, b = along(spline(wing[1:3]), k / 5)[0], along(spline(wing[3:5]), 1 - k / 5)[0]
            pen.line([a, (a + b) / 2 + (1, 2), b], 1.1, wobble=0.3)
    pen.shape(body, 1.9)
    pen.dot(*place(0.34, 0.01), 1.5)
    pen.line([place(0.46, 0.04), place(0.6, 0.08)], 2.2)


def fish_tram(pen, x, y, length, faces=4, facing=1):
    """A tram in the shape of a fish that hangs from a cable. (x, y) is its middle."""
    rng = pen.rng
    place = lambda u, v: (x + facing * u * length, y + v * length)
    tail = [place(-0.42, 0.0), place(-0.56, -0.13), place(-0.70, -0.2), place(-0.64, -0.02), place(-0.7, 0.17),
            place(-0.55, 0.12)]
    pen.shape(tail, 2.6)
    for k in range(9):
        v = -0.15 + 0.3 * k / 8
        pen.line([place(-0.47, v * 0.25), place(-0.56, v * 0.7), place(-0.645, v * 1.02)], 1.4)
    fin = [place(-0.2, -0.19), place(-0.14, -0.33), place(0.02, -0.36), place(0.16, -0.3), place(0.22, -0.19)]
    pen.shape(fin, 2.3)
    for k in range(10):
        u = -0.15 + 0.33 * k / 9
        pen.line([place(u, -0.2), place(u * 0.8 - 0.01, -0.27), place(u * 0.72 - 0.01, -0.335)], 1.3)
    body = [place(-0.46, -0.03), place(-0.3, -0.16), place(-0.05, -0.225), place(0.22, -0.205), place(0.42, -0.1), place(0.5, 0.02),
            place(0.44, 0.11), place(0.2, 0.2), place(-0.08, 0.21), place(-0.32, 0.13), place(-0.46, 0.04)]
    pen.shape(body, 3.2)
    _scales(pen, place, body)
    band = [place(-0.2, -0.1), place(0.24, -0.1), place(0.24, 0.045), place(-0.2, 0.045)]
    pen.shape(band, 2.4, smooth=False)
    for k in range(faces):
        _passenger(pen, place, -0.2 + 0.44 * (k + 0.5) / faces, 0.44 / faces * 0.42, length)
    pen.line([place(0.275, -0.19), place(0.24, -0.06), place(0.25, 0.08), place(0.29, 0.19)], 2.6)
    pen.line([place(0.29, -0.18), place(0.258, -0.06), place(0.268, 0.08), place(0.305, 0.175)], 1.3)
    _head(pen, place, length)
    lower = [place(-0.1, 0.19), place(-0.2, 0.3), place(-0.06, 0.29), place(0.06, 0.2)]
    pen.shape(lower, 2.2)
    for k in range(6):
        pen.line([place(-0.07 + 0.02 * k, 0.2), place(-0.16 + 0.022 * k, 0.28)], 1.2)
    return place(-0.08, -0.35), place(0.12, -0.32)


def _scales(pen, place, body):
    rng = pen.rng
    for column in range(9):
        for row in range(8):
            u = -0.44 + column * 0.032
            half = 0.045 + 0.16 * (column / 8) ** 0.7
            v = -half + 2 * half * (row + (0.5 if column % 2 else 0)) / 7
            if abs(v) > half * 0.94 or (u > -0.23 and -0.125 < v < 0.07):
                continue
            pen.line([place(u, v - 0.017), place(u - 0.02, v), place(u, v + 0.018)], 1.5 + 0.8 * (v > 0), wobble=0.3)
            if v > 0.02:
                pen.line([place(u - 0.003, v - 0.008), place(u - 0.012, v + 0.002)], 1.1, wobble=0.2)
    belly = [place(-0.3, 0.12), place(-0.05, 0.195), place(0.2, 0.185), place(0.3, 0.155), place(0.2, 0.11), place(-0.1, 0.12)]
    pen.hatch(belly, 0.35, 5, 1.3)
    pen.hatch([place(-0.2, 0.06), place(0.24, 0.06), place(0.22, 0.19), place(-0.16, 0.19)], -0.5, 6.5, 1.2,
              tone=lambda x, y: np.full(len(x), 0.7), smooth=False)
    for k in range(13):
        px, py = place(-0.19 + 0.43 * k / 12, 0.066)
        pen.dot(px, py, 1.9)
    for k in range(16):
        u = -0.16 + 0.36 * k / 15
        pen.line([place(u, -0.115), place(u + 0.004, -0.19 + 0.05 * abs(u))], 1.2, wobble=0.4)


def _passenger(pen, place, u, half, length):
    rng = pen.rng
    corners = [place(u - half, -0.088), place(u + half, -0.088), place(u + half, 0.034), place(u - half, 0.034)]
    pen.shape(corners, 2, smooth=False, wobble=0.6)
    inner = [place(u - half * 0.9, -0.082), place(u + half * 0.9, -0.082), place(u + half * 0.9, 0.03),
             place(u - half * 0.9, 0.03)]
    pen.hatch(inner, 0.9, 3.2, 1.2, smooth=False)
    pen.hatch(inner, -0.7, 3.6, 1.2, smooth=False)
    head = rng.uniform(-0.1, 0.1) * half
    hx, hy = place(u + head, -0.022)
    r = half * length * 0.46
    pen.shape([place(u + head - half * 0.7, 0.033), place(u + head - half * 0.45, 0.004), place(u + head + half * 0.45, 0.004),
               place(u + head + half * 0.7, 0.033)], 1.5)
    pen.shape(ellipse_points(hx, hy, r, r * 1.12, 0, 14), 1.5, wobble=0.4)
    for side in (-0.4, 0.4):
        pen.dot(hx + side * r, hy - r * 0.05, 1.2)
    pen.line([(hx - r * 0.3, hy + r * 0.45), (hx, hy + r * 0.6), (hx + r * 0.35, hy + r * 0.42)], 1.1, wobble=0.2)
    kind = rng.integers(4)
    if kind == 0:
        pen.fill([(hx - r * 1.25, hy - r * 0.55), (hx - r * 0.7, hy - r * 0.75), (hx - r * 0.6, hy - r * 1.6),
                  (hx + r * 0.6, hy - r * 1.6), (hx + r * 0.7, hy - r * 0.75), (hx + r * 1.25, hy - r * 0.55)], smooth=False)
    elif kind == 1:
        pen.shape([(hx - r, hy - r * 0.5), (hx - r * 0.5, hy - r * 1.3), (hx + r * 0.6, hy - r * 1.25), (hx + r, hy - r * 0.45)], 1.6)
        pen.hatch([(hx - r, hy - r * 0.5), (hx - r * 0.5, hy - r * 1.3), (hx + r * 0.6, hy - r * 1.25),
                   (hx + r, hy - r * 0.45)], 1.2, 2.4, 1.2)
    else:
        for k in range(11):
            a = math.pi * (1.05 + 0.9 * k / 10)
            pen.line([(hx + r * math.cos(a), hy + r * math.sin(a)),
                      (hx + r * 1.3 * math.cos(a + 0.2), hy + r * (1.3 if kind == 2 else 1.5) * math.sin(a))], 1.6, wobble=0.4)


def _head(pen, place, length):
    ex, ey = place(0.365, -0.035)
    r = 0.046 * length
    for radius, width in ((1.35, 1.6), (1.0, 2.6)):
        pen.shape(ellipse_points(ex, ey, r * radius, r * radius, 0, 18), width, wobble=0.5)
    pen.fill(ellipse_points(ex + r * 0.15, ey, r * 0.62, r * 0.62, 0, 16))
    pen.operations.append(("erase", ellipse_points(ex - r * 0.05, ey - r * 0.22, r * 0.2, r * 0.2, 0, 10)))
    pen.line([place(0.49, 0.03), place(0.42, 0.052), place(0.36, 0.075), place(0.345, 0.06)], 2.6)
    for k in range(8):
        pen.line([place(0.3 + 0.018 * k, 0.14 - 0.008 * k), place(0.315 + 0.02 * k, 0.10 - 0.004 * k)], 1.2)
    for k in range(5):
        px, py = place(0.31 + 0.03 * k, -0.12 + 0.012 * k)
        pen.line(ellipse_points(px, py, 3, 2.4, 0, 8, 0, 5), 1.1, wobble=0.3)
    lx, ly = place(0.535, 0.02)
    pen.shape(ellipse_points(lx, ly, 0.022 * length, 0.026 * length, 0, 12), 2)
    for a in (-0.5, -0.2, 0.1, 0.4):
        sign = 1 if place(1, 0)[0] > place(0, 0)[0] else -1
        pen.line([(lx + sign * 16 * math.cos(a), ly + 16 * math.sin(a)),
                  (lx + sign * (44 + 9 * math.cos(9 * a)) * math.cos(a), ly + 44 * math.sin(a))], 1.3)


def boat(pen, x, y, size):
    """A rowing boat with somebody who fishes."""
    hull = [(x - size, y - size * 0.22), (x - size * 0.4, y - size * 0.13), (x + size * 0.4, y - size * 0.13),
            (x + size, y - size * 0.26), (x + size * 0.75, y + size * 0.16), (x, y + size * 0.24), (x - size * 0.75, y + size * 0.18)]
    coat = [(x - size * 0.2, y - size * 0.1), (x - size * 0.14, y - size * 0.55), (x + size * 0.1, y - size * 0.58),
            (x + size * 0.22, y - size * 0.1)]
    pen.shape(coat, 2)
    pen.hatch(coat, 1.1, 3.5, 1.3)
    pen.shape(ellipse_points(x, y - size * 0.72, size * 0.13, size * 0.15, 0, 14), 2)
    pen.fill([(x - size * 0.3, y - size * 0.76), (x - size * 0.12, y - size * 0.8), (x, y - size * 1.02), (x + size * 0.13, y - size * 0.8),
              (x + size * 0.26, y - size * 0.77)], smooth=False)
    pen.dot(x + size * 0.05, y - size * 0.71, 1.4)
    pen.line([(x + size * 0.08, y - size * 0.45), (x + size * 0.34, y - size * 0.5), (x + size * 0.4, y - size * 0.46)], 3)
    pen.line([(x + size * 0.3, y - size * 0.42), (x + size * 0.9, y - size * 1.1), (x + size * 1.3, y - size * 1.25)], 2)
    pen.line([(x + size * 1.3, y - size * 1.25), (x + size * 1.36, y - size * 0.4), (x + size * 1.35, y + size * 0.2)], 1)
    pen.shape(hull, 2.6)
    for k in range(4):
        v = -0.06 + 0.075 * k
        pen.line([(x - size * (0.86 - 0.09 * k), y + size * (v - 0.03)), (x, y + size * (v + 0.06)),
                  (x + size * (0.86 - 0.08 * k), y + size * (v - 0.05))], 1.4)
    pen.hatch(hull, 1.35, 5, 1.2, tone=lambda px, py: np.clip((px - x) / size, 0, 1))


def tentacle(pen, points, thickness):
    """One arm of the octopus under the sea: a tapering tube with suckers inside the curl."""
    line = spline(points)
    n = len(line)
    d = np.gradient(line, axis=0)
    normal = np.column_stack([-d[:, 1], d[:, 0]]) / np.hypot(d[:, 0], d[:, 1])[:, None]
    half = thickness * (1 - np.linspace(0, 1, n) * 0.86)[:, None] / 2
    left, right = line + normal * half, line - normal * half
    pen.operations.append(("erase", np.concatenate([left, right[::-1]])))
    pen.line(left[::6], 2.4)
    pen.line(right[::6], 2.4)
    for k in range(n // 4):
        i = min(n - 1, k * 4 + 2)
        reach = 0.05 if k % 3 == 0 else 0.5
        pen.line([left[i], line[i] + normal[i] * half[i] * 0.6 + d[i], line[i] + normal[i] * half[i] * reach], 1.4)
        if k % 4 == 0 and half[i, 0] > 3:
            r = max(1.4, half[i, 0] * 0.24)
            p = line[i] - normal[i] * half[i] * 0.62
            pen.line(ellipse_points(p[0], p[1], r, r, 0, 10), 1.4, closed=True, wobble=0.2)
            pen.dot(p[0], p[1], max(0.8, r * 0.35))
