"""The whale that carries the town."""
import math

import numpy as np

from shapes import along, ellipse_points, jitter, mix, rgb, spline, trace

DEEP, SKIN, LIGHT = rgb("#163a5c"), rgb("#2c6a86"), rgb("#6fb0b3")
CREAM, SHADOW, RIM = rgb("#f0dfc0"), rgb("#0f2747"), rgb("#ffe3a8")

OUTLINE = [(304, 392), (330, 452), (392, 512), (480, 545), (600, 548), (760, 530), (920, 526), (1070, 540), (1210, 584),
           (1320, 650), (1388, 730), (1410, 796), (1380, 846), (1290, 892), (1150, 926), (980, 938), (800, 914),
           (620, 852), (470, 752), (352, 622), (274, 498), (246, 414)]
BELLY = [(1412, 800), (1330, 818), (1200, 806), (1060, 826), (900, 846), (720, 824), (560, 748), (440, 656), (420, 700),
         (600, 860), (800, 940), (1000, 962), (1200, 940), (1340, 890)]
FLUKES = [(268, 440), (250, 360), (190, 316), (120, 296), (72, 312), (96, 250), (150, 214), (212, 226), (254, 268),
          (284, 318), (300, 262), (342, 214), (402, 192), (456, 206), (486, 244), (430, 250), (376, 286), (334, 340),
          (322, 430)]
FLIPPER = [(905, 812), (985, 846), (968, 930), (900, 1010), (812, 1062), (736, 1070), (772, 1010), (812, 930),
           (850, 850)]
FAR_FLIPPER = [(1168, 890), (1240, 876), (1296, 930), (1326, 1000), (1330, 1040), (1290, 1020), (1226, 966)]
EYE = (1146, 716)


def paint_whale(layer, rng):
    layer.paint(FAR_FLIPPER, mix(SKIN, SHADOW, 0.45), to=SHADOW, rim=mix(RIM, SKIN, 0.6), rim_width=4)
    def whole(c):
        trace(c, spline(OUTLINE, closed=True))
        trace(c, spline(FLUKES, closed=True))
    body = layer.paint(whole, mix(SKIN, LIGHT, 0.55), to=DEEP, direction=(0.05, 1), angle=0.3, streak=0.13, blotch=0.16,
                       rim=RIM, rim_width=8, shade=SHADOW, shade_width=50)
    belly = layer.paint(BELLY, CREAM, to=rgb("#b98f8f"), direction=(-0.1, 1), angle=0.2, streak=0.07, within=body,
                        shade=rgb("#6b5678"), shade_width=48, wobble=3)
    _grooves(layer, rng, belly)
    _skin_marks(layer, rng, body)
    _face(layer, rng)
    layer.paint(FLIPPER, mix(SKIN, LIGHT, 0.35), to=DEEP, direction=(-0.5, 1), angle=2.2, streak=0.14, rim=RIM,
                rim_width=6, shade=SHADOW, shade_width=24)
    _flipper_marks(layer, rng)
    return body


def _grooves(layer, rng, belly):
    upper = spline([(1400, 812), (1200, 822), (1060, 842), (900, 862), (720, 838), (560, 764), (450, 672)])
    lower = spline([(1330, 884), (1200, 924), (1000, 948), (800, 926), (620, 866), (470, 760), (430, 700)])
    with layer.batch(wobble=1.6, dry=0.3, within=belly) as c:
        for k in range(9):
            share = (k + 0.6 + rng.normal(0, 0.08)) / 9.2
            start, end = rng.uniform(0, 0.08), rng.uniform(0.86, 1)
            line = [mix(along(upper, u)[0], along(lower, u)[0], share) + rng.normal(0, 0.8, 2)
                    for u in np.linspace(start, end, 26)]
            c.set_line_width(rng.uniform(2.4, 4.4))
            c.set_source_rgba(*jitter(rgb("#8f7286"), rng), 0.8)
            trace(c, spline(line), closed=False)
            c.stroke()
            c.set_line_width(1.6)
            c.set_source_rgba(1, 0.95, 0.84, 0.7)
            trace(c, spline([p + (0, 3.4) for p in line]), closed=False)
            c.stroke()


def _skin_marks(layer, rng, body):
    """Freckles, scars and a few constellations on the flank."""
    with layer.batch(wobble=1.2, dry=0.4, within=body) as c:
        for _ in range(620):
            u, v = rng.uniform(0.02, 0.98), rng.beta(1.1, 1.6)
            top = along(spline(OUTLINE[1:11]), u)[0]
            low = along(spline(BELLY[7::-1]), u)[0]
            x, y = mix(top, low, 0.08 + 0.86 * v) + rng.normal(0, 6, 2)
            colour = LIGHT if rng.uniform() < 0.6 else DEEP
            c.set_source_rgba(*jitter(colour, rng, 0.05), rng.uniform(0.3, 0.8))
            if rng.uniform() < 0.45:
                c.arc(x, y, rng.uniform(1, 4.5), 0, 7)
                c.fill()
            else:
                c.set_line_width(rng.uniform(1.2, 3.5))
                length = rng.uniform(8, 34)
                trace(c, spline([(x, y), (x + length / 2, y - rng.uniform(-2, 4)), (x + length, y + rng.uniform(0, 5))]),
                      closed=False)
                c.stroke()
        for stars in ([(560, 640), (612, 676), (668, 660), (706, 706), (770, 716), (742, 770)],
                      [(846, 640), (900, 700), (968, 672), (1010, 730), (956, 770)],
                      [(438, 590), (486, 610), (508, 652)], [(1244, 664), (1292, 690), (1326, 742)]):
            c.set_source_rgba(1, 0.93, 0.72, 0.55)
            c.set_line_width(1.3)
            trace(c, stars, closed=False)
            c.stroke()
            for x, y in stars:
                c.set_source_rgba(1, 0.93, 0.72, 0.95)
                r = rng.uniform(3.2, 6.5)
                trace(c, [(x + r * (1 if k % 2 else 0.36) * math.cos(k * math.pi / 5 + 0.3),
                           y + r * (1 if k % 2 else 0.36) * math.sin(k * math.pi / 5 + 0.3)) for k in range(10)])
                c.fill()
        for _ in range(26):
            x, y = rng.normal(1320, 34), rng.normal(706, 34)
            r = rng.uniform(3, 8)
            c.set_source_rgba(*jitter(rgb("#d9c7a3"), rng, 0.05), 0.95)
            c.arc(x, y, r, 0, 7)
            c.fill()
            c.set_source_rgb(*rgb("#5b6d76"))
            c.arc(x + 0.5, y - 0.5, r * 0.4, 0, 7)
            c.fill()


def _face(layer, rng):
    x, y = EYE
    with layer.batch(wobble=1.0, dry=0.1) as c:
        c.set_source_rgba(*rgb("#f08a78"), 0.62)
        trace(c, ellipse_points(1098, 772, 40, 21, 0.05))
        c.fill()
        c.set_source_rgba(*SHADOW, 0.6)
        trace(c, ellipse_points(x, y, 34, 28, 0.1))
        c.fill()
        c.set_source_rgb(*rgb("#f6ead0"))
        trace(c, ellipse_points(x + 1, y + 2, 25, 19, 0.1))
        c.fill()
        c.set_source_rgb(*rgb("#7a4a2b"))
        c.arc(x + 5, y + 1, 15.5, 0, 7)
        c.fill()
        c.set_source_rgb(*rgb("#1a1524"))
        c.arc(x + 6, y, 10, 0, 7)
        c.fill()
        c.set_source_rgb(1, 1, 0.96)
        c.arc(x + 1, y - 6, 4.4, 0, 7)
        c.fill()
        c.arc(x + 11, y + 5, 2, 0, 7)
        c.fill()
        c.set_source_rgb(*SHADOW)
        for points, width in (([(1110, 708), (1126, 690), (1150, 684), (1176, 694), (1188, 712)], 6),
                              ([(1118, 672), (1146, 660), (1178, 668)], 4),
                              ([(1114, 736), (1136, 750), (1166, 746)], 3.5)):
            c.set_line_width(width)
            trace(c, spline(points), closed=False)
            c.stroke()
        c.set_source_rgba(*SHADOW, 0.9)
        mouth = spline([(1408, 800), (1330, 818), (1200, 806), (1110, 812), (1052, 796), (1034, 764)])
        for i in range(len(mouth) - 1):
            c.set_line_width(3 + 3.5 * math.sin(math.pi * i / len(mouth)))
            c.move_to(*mouth[i])
            c.line_to(*mouth[i + 1])
            c.stroke()
        c.set_line_width(3)
        trace(c, spline([(1040, 752), (1028, 764), (1026, 780)]), closed=False)
        c.stroke()


def _flipper_marks(layer, rng):
    with layer.batch(wobble=1.2, dry=0.4) as c:
        for k in range(9):
            u = (k + 1) / 10
            a, b = mix(np.array((880, 840)), np.array((966, 880)), u), mix(np.array((776, 1040)), np.array((812, 1046)), u)
            c.set_line_width(rng.uniform(1.5, 3.5))
            c.set_source_rgba(*jitter(mix(LIGHT, DEEP, rng.uniform(0, 1)), rng), 0.55)
            trace(c, spline([a, mix(a, b, 0.5) + (16, 4), mix(a, b, rng.uniform(0.75, 0.95))]), closed=False)
            c.stroke()
        for k in range(7):
            point, _ = along(spline([(252, 290), (180, 250), (110, 268)]), k / 6.5)
            c.set_line_width(2)
            c.set_source_rgba(*mix(SKIN, DEEP, 0.6), 0.6)
            trace(c, spline([point, point + (10, 18), point + (26, 40)]), closed=False)
            c.stroke()
            point, _ = along(spline([(316, 290), (390, 226), (460, 224)]), k / 6.5)
            trace(c, spline([point, point + (-8, 18), point + (-28, 40)]), closed=False)
            c.stroke()
