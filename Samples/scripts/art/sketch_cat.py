"""A pencil study of a sleeping cat beside a teapot: the loose sheet on the table that is *not* registered."""
import math

import numpy as np

import ink
import lighthouse_parts as parts
from shapes import ellipse_points

WIDTH, HEIGHT, SEED = 780, 1080, 31


def drawing(seed=SEED):
    pen = ink.Pen(WIDTH, HEIGHT, seed)
    _window(pen)
    _shelf(pen)
    _teapot(pen, 555, 610)
    _cat(pen, 320, 800)
    return pen


def page_with_alpha():
    coverage = ink.draw(drawing()) * 0.82
    page = ink.on_paper(coverage, SEED, paper=(0.93, 0.91, 0.86), ink=(0.24, 0.20, 0.21))
    return np.dstack([page, np.ones(page.shape[:2])])


def _window(pen):
    frame = [(110, 90), (660, 84), (668, 470), (104, 476)]
    pen.shape(frame, 3, smooth=False)
    pen.shape([(132, 112), (640, 106), (646, 450), (126, 454)], 2, smooth=False)
    pen.line([(384, 108), (386, 452)], 3)
    pen.line([(128, 280), (644, 276)], 3)
    for k in range(7):
        x = 150 + 68 * k + pen.rng.normal(0, 10)
        top = pen.rng.uniform(180, 330)
        parts.house(pen, x + 16, 448, 46, 448 - top - 40, 0.9, pen.rng.normal(0, 0.02))
    pen.line(ellipse_points(540, 170, 34, 34), 2, closed=True)
    pen.hatch([(130, 110), (640, 106), (642, 210), (128, 214)], 0.5, 9, 1.2, smooth=False,
              tone=lambda x, y: 0.6 - 0.004 * (y - 110) - 2.0 * (np.hypot(x - 540, y - 170) < 42))


def _shelf(pen):
    pen.line([(40, 690), (400, 684), (742, 690)], 3)
    pen.line([(40, 706), (400, 700), (742, 706)], 2)
    pen.hatch([(44, 708), (740, 708), (736, 742), (48, 742)], 0.12, 7, 1.4, smooth=False)
    for k, (w, h) in enumerate(((28, 150), (20, 176), (34, 138), (24, 164))):
        x = 70 + sum(v for v, _ in ((28, 0), (20, 0), (34, 0), (24, 0))[:k]) + 3 * k
        book = [(x, 686), (x + 1, 686 - h), (x + w, 686 - h + 2), (x + w, 686)]
        pen.shape(book, 2, smooth=False)
        pen.hatch(book, 1.3, 5, 1.2, smooth=False, tone=lambda px, py, k=k: np.full(len(px), 0.2 + 0.2 * k))


def _teapot(pen, x, y):
    body = [(x - 86, y - 6), (x - 60, y - 66), (x, y - 84), (x + 62, y - 64), (x + 86, y), (x + 60, y + 62), (x, y + 76), (x - 62, y + 60)]
    spout = [(x - 78, y - 4), (x - 120, y - 40), (x - 146, y - 62), (x - 130, y - 72), (x - 100, y - 56), (x - 70, y - 36)]
    pen.line(ellipse_points(x + 98, y - 8, 46, 48, 0, 30, -2.0, 2.0), 7)
    pen.shape(spout, 2.4)
    pen.shape(body, 3)
    pen.hatch(body, 1.0, 7, 1.4, tone=lambda px, py: np.clip((px - x) / 110 + (py - y) / 160, 0, 1), bend=26)
    pen.shape([(x - 44, y - 70), (x - 20, y - 90), (x + 20, y - 90), (x + 44, y - 70), (x, y - 62)], 2.4)
    pen.shape(ellipse_points(x, y - 98, 12, 10), 2.4)
    for k in range(5):
        a = k * 1.256
        pen.line(ellipse_points(x - 20 + 15 * math.cos(a), y + 6 + 15 * math.sin(a), 9, 7, a), 1.8, closed=True)
    parts.smoke(pen, x - 138, y - 84, 110)


def _cat(pen, x, y):
    rng = pen.rng
    body = [(x - 220, y + 70), (x - 210, y - 30), (x - 110, y - 96), (x + 30, y - 100), (x + 160, y - 60), (x + 228, y + 30),
            (x + 214, y + 104), (x + 60, y + 134), (x - 120, y + 126)]
    pen.shape(body, 3.2)
    pen.hatch(body, 1.2, 8, 1.4, tone=lambda px, py: np.clip((py - y) / 220 + 0.16 + (px - x) / 900, 0, 1), bend=24)
    for k in range(9):
        u = x - 150 + 38 * k
        pen.line([(u, y - 78 + 4 * abs(k - 4)), (u + 14, y - 40), (u + 10, y - 4 + 6 * rng.normal())], 5)
    pen.line([(x + 214, y + 70), (x + 190, y + 128), (x + 20, y + 146), (x - 150, y + 132)], 26, taper=0.2)
    head = [(x - 250, y + 60), (x - 262, y - 2), (x - 232, y - 46), (x - 170, y - 62), (x - 108, y - 44), (x - 84, y + 10), (x - 100, y + 66),
            (x - 170, y + 92)]
    for ear in ([(x - 244, y - 30), (x - 256, y - 96), (x - 196, y - 58)], [(x - 142, y - 58), (x - 92, y - 98), (x - 92, y - 30)]):
        pen.shape(ear, 2.8, smooth=False)
        pen.hatch(ear, 1.2, 5, 1.3, smooth=False)
    pen.shape(head, 3)
    for side in (-1, 1):
        ex = x - 172 + side * 40
        pen.line([(ex - 22, y + 4), (ex, y + 16), (ex + 22, y + 4)], 3.4)
        for k in range(3):
            pen.line([(x - 172 + side * 30, y + 44 + 7 * k), (x - 172 + side * 84, y + 36 + 12 * k),
                      (x - 172 + side * 124, y + 40 + 18 * k)], 1.3)
    pen.fill([(x - 182, y + 30), (x - 162, y + 30), (x - 172, y + 42)], smooth=False)
    pen.line([(x - 172, y + 42), (x - 184, y + 54), (x - 198, y + 50)], 2)
    pen.line([(x - 172, y + 42), (x - 160, y + 54), (x - 146, y + 50)], 2)
    for k in range(3):
        pen.line([(x - 186 + 14 * k, y - 52), (x - 182 + 11 * k, y - 24)], 4)
