"""The night behind the whale: a swirling sky, a moon, banks of cloud."""
import math

import numpy as np

from shapes import ellipse_points, jitter, mix, rgb, spline, trace

MOON = (352, 268, 148)
NIGHT, BLUE, VIOLET, ROSE, PEACH = (rgb(c) for c in ("#121a3e", "#20417a", "#5a5490", "#c9728a", "#f4b183"))


def sky_colour(y, height):
    """Night at the top, the last of the evening at the horizon."""
    stops = [(0.0, NIGHT), (0.34, BLUE), (0.58, VIOLET), (0.76, ROSE), (0.92, PEACH), (1.01, PEACH)]
    t = min(max(y / height, 0), 1)
    for (a, low), (b, high) in zip(stops, stops[1:]):
        if t <= b:
            return mix(low, high, (t - a) / (b - a))
    return PEACH


def flow_angle(x, y):
    """Where a brush goes at a place: long waves, and rings around the moon."""
    wave = 0.35 * math.sin(x / 210 + 1.3) + 0.3 * math.sin(y / 130 + x / 400) + 0.1
    dx, dy = x - MOON[0], y - MOON[1]
    distance = math.hypot(dx, dy)
    ring = math.atan2(dx, -dy)
    pull = math.exp(-((distance - MOON[2]) / 170) ** 2)
    return math.atan2((1 - pull) * math.sin(wave) + pull * math.sin(ring),
                      (1 - pull) * math.cos(wave) + pull * math.cos(ring))


def paint_sky(layer, rng):
    w, h = layer.width, layer.height
    with layer.batch(wobble=0, dry=0) as c:
        for y in range(h):
            c.set_source_rgb(*sky_colour(y, h))
            c.rectangle(0, y, w, 1.5)
            c.fill()
    for size, count in ((26, 420), (15, 900), (8, 1300)):
        with layer.batch(wobble=1.5, dry=0.5, streak=0.10) as c:
            for _ in range(count):
                _dab(c, rng, rng.uniform(0, w), rng.uniform(0, h), size, h)
    with layer.batch(wobble=0.6, dry=0.2) as c:
        _stars(c, rng, w, h)


def _dab(c, rng, x, y, size, height):
    colour = sky_colour(y + rng.normal(0, 46), height)
    near_moon = math.exp(-((math.hypot(x - MOON[0], y - MOON[1]) - MOON[2]) / 130) ** 2)
    colour = mix(colour, rgb("#9fc4cf"), near_moon * rng.uniform(0.05, 0.55))
    colour = jitter(colour, rng, 0.05)
    angle, length = flow_angle(x, y), size * rng.uniform(2.0, 4.5)
    points, px, py = [], x, y
    for _ in range(8):
        points.append((px, py))
        angle = flow_angle(px, py)
        px, py = px + math.cos(angle) * length / 8, py + math.sin(angle) * length / 8
    c.set_line_width(size * rng.uniform(0.3, 0.75))
    c.set_source_rgba(*colour, rng.uniform(0.35, 0.8))
    trace(c, points, closed=False)
    c.stroke()


def _stars(c, rng, w, h):
    for _ in range(420):
        x, y = rng.uniform(40, w - 40), 40 + (h * 0.62) * rng.uniform(0, 1) ** 1.6
        if math.hypot(x - MOON[0], y - MOON[1]) < MOON[2] + 14:
            continue
        radius = rng.choice([0.9, 1.3, 1.8, 2.6], p=[0.4, 0.35, 0.18, 0.07])
        c.set_source_rgba(*jitter(rgb("#fdf0cf"), rng, 0.03), rng.uniform(0.5, 1))
        c.arc(x, y, radius, 0, 7)
        c.fill()
    for _ in range(34):
        x, y = rng.uniform(60, w - 60), 50 + (h * 0.5) * rng.uniform(0, 1) ** 1.3
        if math.hypot(x - MOON[0], y - MOON[1]) > MOON[2] + 24:
            sparkle(c, x, y, rng.uniform(5, 13), rng.uniform(-0.25, 0.25), jitter(rgb("#ffeebb"), rng))


def sparkle(c, x, y, radius, turn, colour):
    """A star with four long and four short rays."""
    points = []
    for k in range(8):
        r = radius * (1 if k % 2 == 0 else 0.2) * (1 if k % 4 == 0 else 0.75)
        points.append((x + r * math.sin(turn + k * math.pi / 4), y - r * math.cos(turn + k * math.pi / 4)))
    c.set_source_rgb(*colour)
    trace(c, points)
    c.fill()


def paint_moon(layer, rng):
    x, y, r = MOON
    layer.glow(lambda c: (c.arc(x, y, r * 1.02, 0, 7), c.fill()), (0.75, 0.72, 0.55), 60, 0.75)
    disc = layer.paint(lambda c: c.arc(x, y, r, 0, 7), rgb("#fdf3d3"), to=rgb("#f3d79a"), direction=(0.5, 1), wobble=2.5,
                       blotch=0.07, streak=0.05)
    with layer.batch(wobble=2.5, dry=0.35, within=disc) as c:
        for _ in range(70):
            a, d = rng.uniform(0, 7), r * math.sqrt(rng.uniform(0, 1))
            size = rng.uniform(3, 22) * rng.uniform(0.4, 1.2)
            cx, cy = x + d * math.cos(a), y + d * math.sin(a)
            c.set_source_rgba(*mix(rgb("#e9c583"), rgb("#d9b27f"), rng.uniform(0, 1)), rng.uniform(0.25, 0.6))
            trace(c, ellipse_points(cx, cy, size, size * 0.8, rng.uniform(0, 3)))
            c.fill()
            c.set_source_rgba(1, 0.98, 0.88, 0.6)
            c.set_line_width(1.6)
            trace(c, ellipse_points(cx + 1, cy + 1, size, size * 0.8, 0, 16, 0.2, 2.2), closed=False)
            c.stroke()


def cloud_outline(rng, x0, x1, base, height, bottom, lobes):
    """A bank of cloud: a row of unequal round heads between `x0` and `x1`, flat at `bottom`."""
    centres = np.sort(rng.uniform(x0, x1, lobes))
    points = []
    xs = np.linspace(x0 - 20, x1 + 20, int((x1 - x0) / 5))
    radii = rng.uniform(0.35, 1.0, lobes) * height
    for x in xs:
        top = 0.0
        for centre, radius in zip(centres, radii):
            d = abs(x - centre) / (radius * 1.15)
            if d < 1:
                top = max(top, radius * math.sqrt(1 - d * d))
        end = min(1, max(0, min(x - x0 + 20, x1 + 20 - x)) / (0.8 * height + 60))
        sink = 1 - math.sqrt(1 - (1 - end) ** 2)
        points.append((x, base - top * math.sqrt(end) + sink * (bottom - base)))
    under = [(x, bottom + 0.10 * height * math.sin(x / 37) + 0.06 * height * math.sin(x / 13)) for x in xs[::-6]]
    points += under
    return points, list(zip(centres, radii))


def paint_cloud(layer, rng, x0, x1, base, height, bottom, lobes, light, dark, rim):
    """One bank with a bright edge towards the moon, curls inside and a dry lower edge."""
    outline, heads = cloud_outline(rng, x0, x1, base, height, bottom, lobes)
    form = layer.paint(lambda c: trace(c, outline), light, to=dark, direction=(0.15, 1), wobble=4, streak=0.10,
                       blotch=0.10, dry=0.5, rim=rim, rim_width=6, rim_towards=(-0.5, -0.9))
    with layer.batch(wobble=2, dry=0.6, within=form) as c:
        for centre, radius in heads:
            for k in range(rng.integers(2, 5)):
                r = radius * (0.78 - 0.2 * k) * rng.uniform(0.9, 1.1)
                if r < 6:
                    break
                start = rng.uniform(3.3, 4.2)
                c.set_line_width(rng.uniform(2, 6))
                c.set_source_rgba(*mix(rim, light, 0.25 + 0.2 * k), rng.uniform(0.35, 0.75))
                trace(c, ellipse_points(centre + rng.normal(0, 4), base + rng.normal(0, 5), r * 1.1, r, 0, 24, start,
                                        start + rng.uniform(0.9, 2.2)), closed=False)
                c.stroke()
        for _ in range(int((x1 - x0) * (bottom - base + height) / 2600)):
            x, y = rng.uniform(x0, x1), rng.uniform(base - height, bottom)
            c.set_line_width(rng.uniform(1.5, 5))
            c.set_source_rgba(*jitter(mix(light, dark, rng.uniform(0, 1)), rng, 0.04), 0.5)
            trace(c, spline([(x, y), (x + rng.uniform(10, 26), y - rng.uniform(-3, 6)), (x + rng.uniform(32, 60), y)]),
                  closed=False)
            c.stroke()
    return form
