#!/usr/bin/env python3
"""Paints what lies on the table of the sample clip, for sample-maker: props.py FOLDER (one PAM with alpha each)."""
import os
import sys

import cairo
import cv2
import numpy as np

import ink
import noise
import sketch_cat
from shapes import ellipse_points, jitter, mix, rgb, spline, trace

PIXELS_PER_METRE = 3600


def write_pam(path, rgba):
    """`rgba`: float 0…1, straight alpha."""
    data = np.round(np.clip(rgba, 0, 1) * 255).astype(np.uint8)
    h, w = data.shape[:2]
    with open(path, "wb") as file:
        file.write(f"P7\nWIDTH {w}\nHEIGHT {h}\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n".encode())
        file.write(data.tobytes())


def canvas(width_metres, height_metres):
    w, h = (round(m * PIXELS_PER_METRE) for m in (width_metres, height_metres))
    surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, w, h)
    context = cairo.Context(surface)
    context.scale(PIXELS_PER_METRE / 1000, PIXELS_PER_METRE / 1000)  # drawn in millimetres
    context.set_line_cap(cairo.LINE_CAP_ROUND)
    return surface, context


def pixels(surface):
    """Straight RGBA 0…1 of what was drawn."""
    surface.flush()
    h, w = surface.get_height(), surface.get_width()
    data = np.frombuffer(surface.get_data(), np.uint8).reshape(h, w, 4).astype(np.float32) / 255
    rgba = data[..., [2, 1, 0, 3]].copy()
    rgba[..., :3] /= np.maximum(rgba[..., 3:], 1e-4)
    return rgba


def grained(rgba, rng, fine=0.03, coarse=0.04):
    h, w = rgba.shape[:2]
    rgba[..., :3] *= (1 + fine * noise.paper_grain(h, w, rng) + coarse * noise.fbm(h, w, 120, 4, rng))[..., None]
    return rgba


# ---------------------------------------------------------------- the table

def table(rng, width_metres=1.8, height_metres=1.3, scale=1800):
    """Oiled oak boards with pores, rays, knots, a cup's ring and drops of paint."""
    w, h = int(width_metres * scale), int(height_metres * scale)
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32) / scale
    picture = np.zeros((h, w, 3), np.float32)
    light, dark, deep = rgb("#c08a55"), rgb("#8a5731"), rgb("#55311b")
    edges = [0.0]
    while edges[-1] < height_metres:
        edges.append(edges[-1] + rng.uniform(0.115, 0.16))
    for top, bottom in zip(edges, edges[1:]):
        y0, y1 = int(top * scale), min(h, int(bottom * scale))
        if y0 >= h:
            break
        picture[y0:y1] = _board(rng, xs[y0:y1], ys[y0:y1] - top, scale, (light, dark, deep))
        edge = np.minimum(np.arange(y1 - y0), np.arange(y1 - y0)[::-1]).astype(np.float32)[:, None, None]
        picture[y0:y1] *= 1 - 0.86 * np.exp(-(edge / 2.2) ** 2) - 0.22 * np.exp(-edge / 9)
    picture *= (1 + 0.05 * noise.fbm(h, w, 500, 3, rng))[..., None]
    _stains(picture, rng, scale)
    return np.dstack([np.clip(picture, 0, 1), np.ones((h, w), np.float32)])


def _board(rng, xs, ys, scale, colours):
    light, dark, deep = colours
    h, w = xs.shape
    slow = cv2.resize(noise.fbm(h // 2 + 8, w // 14 + 8, 26, 4, rng), (w, h), interpolation=cv2.INTER_CUBIC)
    field = ys * rng.uniform(46, 80) + 1.9 * slow + rng.uniform(0, 50) + xs * rng.normal(0, 1.0)
    for _ in range(rng.integers(1, 4)):  # knots push the rings apart
        kx, ky, size = rng.uniform(0, xs.max()), rng.uniform(0.02, 0.11), rng.uniform(0.006, 0.016)
        d = np.hypot((xs - kx) / 2.6, ys - ky)
        field += 3.4 * np.exp(-(d / size) ** 2 * 0.5) + 1.2 * np.exp(-d / size * 0.5) * np.sin(d * 900)
    ring = field - np.floor(field)
    late = ring ** 3 * (1 - noise.smoothstep(0.92, 1.0, ring))
    fibre = cv2.resize(noise.fbm(h, w // 30 + 8, 3, 2, rng), (w, h), interpolation=cv2.INTER_CUBIC)
    pores = cv2.resize(rng.uniform(0, 1, (h, w // 26 + 2)).astype(np.float32), (w, h), interpolation=cv2.INTER_LINEAR)
    tone = np.clip(0.22 + 0.46 * late + 0.20 * fibre + 0.10 * slow, 0, 1)[..., None]
    board = mix(light, dark, tone) * (1 + rng.normal(0, 0.05))
    pore = noise.smoothstep(0.80, 0.97, pores * (0.72 + 0.5 * late))[..., None]
    return (board * (1 - 0.55 * pore) + deep * 0.55 * pore).astype(np.float32)


def _stains(picture, rng, scale):
    h, w = picture.shape[:2]
    surface = cairo.ImageSurface(cairo.FORMAT_A8, w, h)
    c = cairo.Context(surface)
    c.scale(scale / 1000, scale / 1000)
    for cx, cy, r in ((1080, 370, 36), (560, 860, 37), (980, 900, 36)):
        points = ellipse_points(cx, cy, r, r, 0, 60, rng.uniform(0, 6), rng.uniform(10, 12.2))
        for k in range(len(points) - 1):
            c.set_line_width(1.2 + 1.4 * rng.uniform())
            c.set_source_rgba(0, 0, 0, 0.30 + 0.2 * np.sin(k / 7))
            c.move_to(*points[k])
            c.line_to(*points[k + 1])
            c.stroke()
    surface.flush()
    ring = np.frombuffer(surface.get_data(), np.uint8).reshape(h, surface.get_stride())[:, :w].astype(np.float32) / 255
    ring = cv2.GaussianBlur(ring, (0, 0), 1.5)[..., None]
    picture[:] = picture * (1 - ring) + picture * rgb("#6b4026") * ring
    surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, w, h)
    c = cairo.Context(surface)
    c.scale(scale / 1000, scale / 1000)
    colours = ("#2c6a86", "#c8452f", "#f2c14e", "#f4e3c0", "#7d3b4c", "#2f7a72")
    for _ in range(170):
        x, y = rng.normal(840, 260), rng.normal(650, 220)
        c.set_source_rgba(*jitter(rgb(colours[rng.integers(6)]), rng), 0.9)
        trace(c, spline(ellipse_points(x, y, 1, 1, 0, 9) + rng.normal(0, 0.25, (9, 2))
                        + (ellipse_points(0, 0, 1, 1, 0, 9) * rng.gamma(1.2, 0.7)), closed=True, step=0.3))
        c.fill()
    paint = pixels(surface)
    a = paint[..., 3:]
    picture[:] = picture * (1 - a) + paint[..., :3] * a


def room(rng):
    """What is behind the table, far out of focus: a wall, a window on the evening, a lamp, shelves."""
    w, h = 1400, 900
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    picture = mix(rgb("#5b4a44"), rgb("#2c2428"), (ys / h)[..., None]).astype(np.float32)
    def spot(x, y, rx, ry, colour, strength):
        picture[:] = picture + strength * np.exp(-(((xs - x) / rx) ** 2 + ((ys - y) / ry) ** 2))[..., None] * rgb(colour)
    picture[150:560, 820:1130] = rgb("#3f5f8c")
    picture[150:560, 965:985] = picture[340:352, 820:1130] = rgb("#2a2226")[None, None]
    for _ in range(40):
        x, y = int(rng.uniform(60, 560)), int(rng.choice([330, 470, 610]))
        bw, bh = int(rng.uniform(12, 34)), int(rng.uniform(60, 104))
        picture[y - bh:y, x:x + bw] = jitter(rgb(["#8a3f35", "#b58a4a", "#2f5f5c", "#6b5a7a", "#c9b48a"][rng.integers(5)]), rng, 0.06)
    picture = cv2.GaussianBlur(picture * 1.7, (0, 0), 15)
    spot(360, 170, 90, 70, "#ffdca0", 0.9)
    spot(360, 190, 330, 260, "#e09a55", 0.30)
    for _ in range(26):
        x, y, r = rng.uniform(840, 1110), rng.uniform(420, 550), rng.uniform(9, 17)
        disc = noise.smoothstep(r, r - 3, np.hypot(xs - x, ys - y))[..., None]
        picture = mix(picture, rgb(["#ffcf87", "#ff9d5c", "#fff0c8"][rng.integers(3)]), 0.55 * disc).astype(np.float32)
    return np.dstack([np.clip(picture, 0, 1), np.ones((h, w), np.float32)])


# ---------------------------------------------------------------- things that lie on it

def pencil(rng, body="#d9a13b"):
    """180 × 9 mm, its point to the left, lit from above."""
    surface, c = canvas(0.180, 0.009)
    def strip(x0, x1, bands):
        for top, bottom, colour in bands:
            c.set_source_rgb(*colour)
            c.rectangle(x0, top, x1 - x0, bottom - top)
            c.fill()
    base = rgb(body)
    facets = [(0.9, 3.2, mix(base, rgb("#fff4d8"), 0.45)), (3.2, 5.9, base), (5.9, 8.1, mix(base, rgb("#2a1410"), 0.5))]
    strip(20, 162, facets)
    for k in range(3):  # the sharpener's scallops
        top, bottom, colour = facets[k]
        c.set_source_rgb(*colour)
        c.move_to(20, top)
        c.curve_to(16, top, 16, bottom, 20, bottom)
        c.fill()
    wood = rgb("#e3bd8a")
    for top, bottom, tone in ((0.9, 4.0, 0.25), (4.0, 8.1, -0.25)):
        c.set_source_rgb(*mix(wood, rgb("#ffffff") if tone > 0 else rgb("#5a3820"), abs(tone)))
        c.move_to(1, 4.5)
        c.line_to(20, top)
        c.line_to(20, bottom)
        c.close_path()
        c.fill()
    strip(18.2, 20.5, [(f[0] + 0.25, f[1] - 0.25, mix(f[2], wood, 0.2)) for f in facets])
    c.set_source_rgb(*rgb("#3a3a40"))
    c.move_to(0.6, 4.5)
    c.line_to(7, 3.3)
    c.line_to(7, 5.7)
    c.close_path()
    c.fill()
    metal = [(0.8, 2.6, rgb("#e8e0c8")), (2.6, 4.4, rgb("#b9a777")), (4.4, 6.4, rgb("#8a7a4e")), (6.4, 8.2, rgb("#5c5034"))]
    strip(162, 171, metal)
    for x in (164, 166, 168.6):
        c.set_source_rgba(0, 0, 0, 0.35)
        c.rectangle(x, 0.8, 0.6, 7.4)
        c.fill()
    strip(171, 179, [(1, 3.4, rgb("#eaa6a0")), (3.4, 6, rgb("#d98a86")), (6, 8, rgb("#a85f5e"))])
    c.set_source_rgba(0.25, 0.12, 0.05, 0.9)
    c.select_font_face("serif")
    for k in range(12):  # a stamp that nobody can read
        c.rectangle(128 + 2.2 * k, 4.0 + 0.2 * (k % 3), 1.3, 1.1)
        c.fill()
    return grained(pixels(surface), rng, 0.02, 0.03)


def brush(rng):
    """205 × 10 mm, its hair to the left, still wet with blue."""
    surface, c = canvas(0.205, 0.010)
    def body(points_top, colour_top, colour_bottom):
        line = spline(points_top, step=0.5)
        for sign, colour in ((-1, colour_top), (1, colour_bottom)):
            c.set_source_rgb(*colour)
            trace(c, np.concatenate([[(line[0][0], 5)], [(x, 5 + sign * r) for x, r in line], [(line[-1][0], 5)]]))
            c.fill()
    body([(62, 2.6), (90, 3.6), (130, 2.8), (185, 1.6), (203, 0.8)], rgb("#7f2f38"), rgb("#43141f"))
    c.set_source_rgba(1, 0.9, 0.85, 0.7)
    trace(c, spline([(64, 3.6), (92, 2.6), (130, 3.2), (186, 4.2), (186, 4.4), (130, 3.6), (92, 3.2)], True, 0.5))
    c.fill()
    body([(36, 3.1), (50, 2.9), (62, 2.6)], rgb("#e4dfd2"), rgb("#8a857c"))
    c.set_source_rgba(1, 1, 1, 0.8)
    c.rectangle(37, 3.1, 24, 0.6)
    c.fill()
    for x in (40, 42.5, 57):
        c.set_source_rgba(0.2, 0.2, 0.2, 0.5)
        c.rectangle(x, 2.2, 0.6, 5.6)
        c.fill()
    body([(3, 0.1), (12, 2.4), (24, 3.6), (36, 3.0)], rgb("#5f4632"), rgb("#33231a"))
    for _ in range(150):
        x = rng.uniform(4, 34)
        y = 5 + rng.normal(0, 1.0) * (x / 26)
        c.set_line_width(0.22)
        c.set_source_rgba(*mix(rgb("#8a6a4a"), rgb("#241812"), rng.uniform()), 0.8)
        c.move_to(x, y)
        c.line_to(min(36, x + 8), 5 + (y - 5) * 1.15)
        c.stroke()
    c.set_source_rgba(*rgb("#2c6a96"), 0.85)
    trace(c, spline([(2.6, 5), (9, 3.2), (15, 2.2), (17, 5), (15, 7.6), (9, 6.8)], True, 0.5))
    c.fill()
    return grained(pixels(surface), rng, 0.02, 0.02)


def palette(rng):
    """A travel tin of twelve half pans, 214 × 84 mm, worn and full of colour."""
    surface, c = canvas(0.214, 0.084)
    def rounded(x, y, w, h, r):
        trace(c, np.concatenate([ellipse_points(x + w - r, y + r, r, r, 0, 8, -1.5708, 0),
                                 ellipse_points(x + w - r, y + h - r, r, r, 0, 8, 0, 1.5708),
                                 ellipse_points(x + r, y + h - r, r, r, 0, 8, 1.5708, 3.1416),
                                 ellipse_points(x + r, y + r, r, r, 0, 8, 3.1416, 4.7124)]))
    c.set_source_rgb(*rgb("#23262b"))
    rounded(0.5, 0.5, 213, 83, 6)
    c.fill()
    c.set_source_rgb(*rgb("#f1eee4"))
    rounded(2, 2, 210, 80, 5)
    c.fill()
    c.set_source_rgb(*rgb("#c9c5b8"))
    rounded(4, 4, 206, 40, 4)
    c.fill()
    pans = ("#f4e9c8", "#f2c53a", "#e98b2c", "#d2452f", "#a8253a", "#7d3b6c", "#3c3f94", "#2466a8", "#2f8f9a", "#3f7d4b",
            "#8a5a33", "#2b2a30")
    for k, colour in enumerate(pans):
        x, y = 6 + 17 * k, 6
        c.set_source_rgb(*rgb("#e9e6dc"))
        rounded(x, y, 15.6, 36, 1.6)
        c.fill()
        base = rgb(colour)
        c.set_source_rgb(*mix(base, rgb("#101018"), 0.25))
        rounded(x + 1.2, y + 1.4, 13.2, 33, 1.2)
        c.fill()
        for _ in range(60):
            px, py = x + 7.8 + rng.normal(0, 2.6), y + 17 + rng.normal(0, 7)
            c.set_source_rgba(*jitter(mix(base, rgb("#ffffff"), rng.uniform(0, 0.28)), rng, 0.04), 0.6)
            trace(c, ellipse_points(min(max(px, x + 3), x + 12.6), min(max(py, y + 4), y + 32), rng.uniform(0.5, 2), rng.uniform(1, 4)))
            c.fill()
        c.set_source_rgba(1, 1, 1, 0.5)
        c.set_line_width(0.5)
        c.move_to(x + 2.2, y + 3)
        c.line_to(x + 12, y + 2.6)
        c.stroke()
    for k in range(3):
        x = 6 + 68.5 * k
        c.set_source_rgb(*rgb("#fbf9f2"))
        rounded(x, 47, 65, 33, 4)
        c.fill()
        for _ in range(26):
            colour = rgb(pans[rng.integers(1, 11)])
            px, py, r = x + rng.uniform(8, 57), 47 + rng.uniform(6, 27), rng.gamma(2, 2.4)
            blob = ellipse_points(px, py, r * 1.5, r, rng.uniform(0, 3), 12) + rng.normal(0, r * 0.14, (12, 2))
            c.set_source_rgba(*colour, rng.uniform(0.12, 0.5))
            trace(c, spline(np.clip(blob, (x + 2, 49), (x + 63, 78)), True, 0.6))
            c.fill()
            c.set_source_rgba(*mix(colour, rgb("#101018"), 0.3), 0.25)
            c.set_line_width(0.4)
            trace(c, spline(np.clip(blob, (x + 2, 49), (x + 63, 78)), True, 0.6))
            c.stroke()
        c.set_source_rgba(0, 0, 0, 0.22)
        c.set_line_width(0.8)
        rounded(x, 47, 65, 33, 4)
        c.stroke()
    return grained(pixels(surface), rng, 0.015, 0.02)


def eraser(rng):
    surface, c = canvas(0.046, 0.024)
    c.set_source_rgb(*rgb("#f3f1ea"))
    trace(c, spline([(2, 1.5), (24, 1), (44, 2), (45, 12), (44, 22.5), (20, 23), (2, 22), (1, 12)], True, 0.5))
    c.fill()
    c.set_source_rgb(*rgb("#2f5f8f"))
    c.rectangle(15, 0.9, 29, 22.3)
    c.fill()
    c.set_source_rgb(*rgb("#f3f1ea"))
    c.rectangle(15, 8.5, 29, 2)
    c.fill()
    c.set_source_rgb(*rgb("#d9524a"))
    c.rectangle(15, 14, 29, 2)
    c.fill()
    for _ in range(40):
        c.set_source_rgba(0.2, 0.2, 0.24, 0.25)
        c.arc(rng.uniform(1, 8), rng.uniform(3, 21), rng.uniform(0.3, 1.6), 0, 7)
        c.fill()
    return grained(pixels(surface), rng, 0.02, 0.03)


def cover(rng):
    """Blue book cloth, 219 × 164 mm."""
    w, h = round(0.219 * PIXELS_PER_METRE), round(0.164 * PIXELS_PER_METRE)
    weave = np.sin(np.arange(w) * 2 * np.pi / 3.7)[None, :] + np.sin(np.arange(h) * 2 * np.pi / 3.9)[:, None]
    colour = rgb("#2b3f5c") * (1 + 0.10 * weave + 0.10 * noise.paper_grain(h, w, rng) + 0.08 * noise.fbm(h, w, 90, 4, rng))[..., None]
    return np.dstack([colour, np.ones((h, w))])


LOOPS, PITCH = 22, 9.2  # of the wire binding; millimetres


def wires(rng):
    """The double loops of a wire binding from above, 211 × 14 mm; only their ends pass through the page's margin."""
    surface, c = canvas(0.211, 0.014)
    for k in range(LOOPS):
        x = 105.5 + (k - (LOOPS - 1) / 2) * PITCH + rng.normal(0, 0.08)
        for dx in (-1.4, 1.4):
            lean = rng.normal(0.25, 0.1)
            for width, shift, colour in ((1.3, 0, "#2f3136"), (0.95, -0.05, "#8f9196"), (0.35, -0.2, "#f6f6f4")):
                c.set_line_width(width)
                c.set_source_rgb(*rgb(colour))
                c.move_to(x + dx + shift, 1.6)
                c.line_to(x + dx + lean + shift, 11.6)
                c.stroke()
    return pixels(surface)


def holes(rng):
    surface, c = canvas(0.211, 0.005)
    for k in range(LOOPS):
        x = 105.5 + (k - (LOOPS - 1) / 2) * PITCH
        c.set_source_rgba(0.03, 0.03, 0.04, 0.92)
        c.rectangle(x - 2.3, 0.7, 4.6, 3.6)
        c.fill()
        c.set_source_rgba(1, 1, 1, 0.5)
        c.rectangle(x - 2.3, 4.2, 4.6, 0.3)
        c.fill()
    return pixels(surface)


def paper(rng, width_metres, height_metres):
    w, h = round(width_metres * PIXELS_PER_METRE / 2), round(height_metres * PIXELS_PER_METRE / 2)
    sheet = rgb("#efe9da") * (1 + 0.03 * noise.paper_grain(h, w, rng) + 0.02 * noise.fbm(h, w, 160, 3, rng))[..., None]
    return np.dstack([sheet, np.ones((h, w))])


def ring(rng, outside, inside, glaze):
    """A slice of a round wall of radius 1 (outside) … `glaze` its thickness; lit from the upper left."""
    size = 512
    ys, xs = (np.mgrid[0:size, 0:size].astype(np.float32) + 0.5) / size * 2 - 1
    r, angle = np.hypot(xs, ys), np.arctan2(ys, xs)
    inner = 1 - glaze
    facing = np.cos(angle - np.radians(232))
    middle = (1 + inner) / 2
    outer_light = 0.68 + 0.30 * facing + 0.10 * np.clip(facing, 0, 1) ** 8
    inner_light = 0.42 - 0.34 * facing
    light = np.where(r > middle, outer_light, inner_light)
    colour = np.where((r > middle)[..., None], rgb(outside), rgb(inside)) * np.clip(light, 0.05, 1.15)[..., None]
    edge = 2.0 / size
    alpha = noise.smoothstep(1, 1 - edge * 2, r) * noise.smoothstep(inner - edge * 2, inner, r)
    return np.dstack([np.clip(colour, 0, 1), alpha])


def coffee(rng):
    size = 512
    ys, xs = (np.mgrid[0:size, 0:size].astype(np.float32) + 0.5) / size * 2 - 1
    r = np.hypot(xs, ys)
    swirl = noise.fbm(size, size, 90, 5, rng)
    crema = noise.smoothstep(0.62, 1.0, r + 0.22 * swirl)[..., None]
    colour = mix(rgb("#24120a"), rgb("#8a5a30"), np.clip(crema * 0.8 + 0.12 * (swirl[..., None] + 0.4), 0, 1))
    shine = np.exp(-(((xs + 0.30) / 0.34) ** 2 + ((ys + 0.42) / 0.16) ** 2))[..., None]
    colour = mix(colour, rgb("#f4ead8"), 0.5 * shine)
    return np.dstack([colour, noise.smoothstep(1, 0.985, r)])


def shadow_ellipse(rng):
    size = 256
    ys, xs = (np.mgrid[0:size, 0:size].astype(np.float32) + 0.5) / size * 2 - 1
    alpha = 0.62 * noise.smoothstep(1.0, 0.25, np.hypot(xs, ys))
    return np.dstack([np.zeros((size, size, 3)), alpha])


def shadow_box(rng):
    """The shadow of something square: full inside 60 % of its width, soft at the edge."""
    size = 512
    ys, xs = np.abs((np.mgrid[0:size, 0:size].astype(np.float32) + 0.5) / size * 2 - 1)
    alpha = 0.6 * noise.smoothstep(1, 0.86, xs) * noise.smoothstep(1, 0.86, ys)
    return np.dstack([np.zeros((size, size, 3)), alpha])


def main(folder):
    os.makedirs(folder, exist_ok=True)
    things = {
        "table": table, "room": room, "pencil": pencil, "green-pencil": lambda rng: pencil(rng, "#3f7d5b"), "brush": brush, "palette": palette,
        "eraser": eraser, "cover": cover, "wires": wires, "holes": holes, "paper": lambda rng: paper(rng, 0.211, 0.149),
        "cup-wall": lambda rng: ring(rng, "#f1e9da", "#efe6d4", 0.10),
        "cup-band": lambda rng: ring(rng, "#2f6a8c", "#efe6d4", 0.10), "coffee": coffee,
        "cup-handle": lambda rng: ring(rng, "#f1e9da", "#f1e9da", 1.0),
        "tape-wall": lambda rng: ring(rng, "#e0705c", "#d9c3a0", 0.26), "shadow-ellipse": shadow_ellipse,
        "shadow-box": shadow_box, "sketch": lambda rng: sketch_cat.page_with_alpha()}
    for index, (name, paint) in enumerate(things.items()):
        write_pam(os.path.join(folder, name + ".pam"), paint(np.random.default_rng(100 + index)))


if __name__ == "__main__":
    main(sys.argv[1])
