"""The films and photographs of the first album: the whale sets off, fireworks over the harbour, paper boats."""
import math

import cv2
import numpy as np

import film
import noise
import sound
import whale
import whale_sky
import whale_town
from gouache import Layer, Pigments, on_paper
from shapes import ellipse_points, jitter, mix, rgb, spline, trace


# ---------------------------------------------------------------- the whale sets off

def whale_frames(seconds=8):
    """The illustration comes alive: it swims, the clouds drift, the windows flicker, sparks rise."""
    pigments, layers, lights = whale.paint_layers()
    size = (1280, 904)
    small = {name: cv2.resize(pixels, size, interpolation=cv2.INTER_AREA) for name, pixels in layers.items()}
    scale = size[0] / whale.WIDTH
    w, h = size
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    wide = {name: np.concatenate([small[name][:, ::-1], small[name], small[name][:, ::-1]], 1) for name in ("far",)}
    rng = np.random.default_rng(3)
    sparks = rng.uniform(0, 1, (70, 4))
    stars = np.clip(small["sky"][..., :3].min(-1) - 0.62, 0, 1)[..., None] * ((ys < 560) & (np.hypot(xs - 282, ys - 214) > 124))[..., None]
    twinkle = noise.fbm(h, w, 9, 1, rng)
    windows = [(x * scale, y * scale, rng.uniform(0, 6)) for x, y in lights["windows"]]
    count = seconds * film.RATE
    for index in range(count):
        t = index / film.RATE
        sky = small["sky"][..., :3] * (1 + 0.5 * stars * np.sin(5 * t + 9 * twinkle)[..., None])
        drift = xs + w - 26 * (1 - math.cos(2 * math.pi * t / seconds))
        far = cv2.remap(wide["far"], drift, ys + 3 * math.sin(1.3 * t), cv2.INTER_LINEAR)
        bend = 15 * np.sin(2 * math.pi * t / 4 - xs / 330) * np.clip((470 - xs) / 420, 0, 1) ** 1.6
        bob = 12 * math.sin(2 * math.pi * t / 4)
        tilt = 0.012 * math.sin(2 * math.pi * t / 4 + 0.9)
        wx, wy = xs - 14 * math.sin(2 * math.pi * t / seconds), ys - bob - bend - tilt * (xs - 620)
        swimming = cv2.remap(small["whale"], wx, wy, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        for x, y, phase in windows:
            gain = 1 + 0.22 * math.sin(7 * t + 5 * phase) * math.sin(3.1 * t + phase)
            px = int(x + 14 * math.sin(2 * math.pi * t / seconds))
            py = int(y + bob + tilt * (x - 620))
            swimming[max(0, py - 5):py + 6, max(0, px - 4):px + 5, :3] *= gain
        near = cv2.remap(small["near"], xs, ys - 4 * np.sin(2 * math.pi * t / 4 + 1 + xs / 240) * np.clip((xs - 420) / 200, 0, 1),
                         cv2.INTER_LINEAR)
        picture = sky
        for layer in (far, swimming, near):
            picture = layer[..., :3] + picture * (1 - layer[..., 3:])
        yield _sparkled(np.clip(picture, 0, 1).astype(np.float32), sparks, t, w, h)


def _sparkled(picture, sparks, t, w, h):
    light = np.zeros((h, w), np.float32)
    for u, v, speed, phase in sparks:
        age = (t * (0.08 + 0.12 * speed) + phase) % 1
        x = w * (0.15 + 0.75 * u) + 22 * math.sin(2 * t + 9 * v)
        y = h * (0.75 - 0.7 * age)
        cv2.circle(light, (int(x * 8), int(y * 8)), int(8 * (1.2 + 1.8 * v)), math.sin(math.pi * age) * 0.9, -1, cv2.LINE_AA, 3)
    light = np.clip(light + 1.6 * cv2.GaussianBlur(light, (0, 0), 5), 0, 1)[..., None]
    return picture + (1 - picture) * light * rgb("#ffd58a")


def whale_sound(seconds=8):
    rng = np.random.default_rng(21)
    melody = [(1, 7), (1, 12), (1, 14), (1.5, 16), (0.5, 14), (1, 12), (1, 9), (1, 11), (2, 12), (1, 7), (1, 9), (1, 12), (2, 14), (3, 12)]
    chords = [(4, 0, 4, 7), (4, -3, 0, 4), (4, -7, 0, 5), (4, -5, 2, 7), (4, 0, 4, 7)]
    return sound.tune(seconds, melody, chords, 0.43, rng) + 0.35 * sound.surf(seconds, rng, 4)


# ---------------------------------------------------------------- fireworks over the harbour

def harbour(width=720, height=1280, seed=8):
    """A bay at night with houses along the water, in gouache; premultiplied RGBA and where the water begins."""
    pigments = Pigments(width, height, seed)
    rng = np.random.default_rng(seed)
    layer = Layer(pigments)
    shore = 930
    with layer.batch(wobble=0, dry=0) as c:
        for y in range(height):
            t = y / shore
            c.set_source_rgb(*(mix(rgb("#0b1030"), rgb("#3b3a78"), min(t, 1)) if y < shore else
                               mix(rgb("#232a5c"), rgb("#0a1230"), (y - shore) / (height - shore))))
            c.rectangle(0, y, width, 1.5)
            c.fill()
    with layer.batch(wobble=1.5, dry=0.5, streak=0.1) as c:
        for _ in range(1100):
            x, y = rng.uniform(0, width), rng.uniform(0, height)
            base = mix(rgb("#0f1538"), rgb("#46448a"), min(1, y / shore)) if y < shore else rgb("#1c2758")
            c.set_source_rgba(*jitter(base, rng, 0.03), 0.5)
            c.set_line_width(rng.uniform(3, 9))
            trace(c, spline([(x, y), (x + rng.uniform(20, 50), y + rng.normal(0, 4)), (x + rng.uniform(50, 110), y)]), closed=False)
            c.stroke()
        for _ in range(150):
            c.set_source_rgba(1, 0.95, 0.82, rng.uniform(0.4, 1))
            c.arc(rng.uniform(0, width), rng.uniform(0, shore * 0.75), rng.uniform(0.6, 1.9), 0, 7)
            c.fill()
    hill = [(-40, 820), (120, 742), (270, 790), (420, 726), (560, 776), (780, 700), (780, 960), (-40, 960)]
    layer.paint(hill, rgb("#27305e"), to=rgb("#141a3c"), wobble=4, dry=0.4, streak=0.12, rim=rgb("#6f6fb0"), rim_width=4)
    with layer.batch(wobble=1.2, dry=0.15, streak=0.06) as c:
        lights = []
        for row, (base, low, high) in enumerate(((884, 60, 110), (938, 40, 84))):
            x = 14 + 18 * row
            while x < width:
                w = rng.uniform(38, 62)
                house = whale_town.House(rng, x + w / 2, base + rng.normal(0, 5), w * 0.92, rng.uniform(low, high), rng.uniform(0.7, 1.3))
                house.wall, house.tile = mix(house.wall, rgb("#1a2150"), 0.45), mix(house.tile, rgb("#1a2150"), 0.4)
                house.draw(c)
                lights += house.lights
                x += w * rng.uniform(0.9, 1.15)
        c.set_source_rgb(*rgb("#141a3c"))
        c.rectangle(0, 944, width, 10)
        c.fill()
    def windows(c):
        for x, y in lights:
            c.arc(x, y, 7, 0, 7)
            c.fill()
    layer.glow(windows, (1, 0.62, 0.28), 9, 0.9)
    with layer.batch(wobble=1.0, dry=0.4) as c:
        for x, y in lights:
            for k in range(9):
                yy = 958 + (952 - y) * 0.5 + 11 * k
                c.set_source_rgba(1, 0.72, 0.35, 0.30 * (1 - k / 10))
                c.set_line_width(2)
                c.move_to(x - 6 + rng.normal(0, 4), yy)
                c.line_to(x + 6 + rng.normal(0, 4), yy)
                c.stroke()
    return layer.pixels[..., :3], 952


def firework_plan(seconds, rng):
    """(start, x, y, colours, kind) of each rocket; the times are those of the sound as well."""
    colours = [("#ffd36b", "#fff3cf"), ("#ff6b5e", "#ffd0a0"), ("#6bd3ff", "#e0fbff"), ("#c68bff", "#ffd9ff"), ("#8dff9a", "#f0ffd0")]
    plan, start = [], 0.2
    while start < seconds - 2.0:
        plan.append((start, rng.uniform(150, 570), rng.uniform(190, 540), colours[len(plan) % 5], len(plan) % 3))
        start += rng.uniform(0.45, 0.85)
    return plan


def firework_frames(seconds=7):
    picture, shore = harbour()
    h, w = picture.shape[:2]
    rng = np.random.default_rng(17)
    plan = firework_plan(seconds, np.random.default_rng(5))
    bursts = [_burst(rng, kind) for *_, kind in plan]
    ys, xs = np.mgrid[0:h - shore, 0:w].astype(np.float32)
    trail = np.zeros((h, w, 3), np.float32)
    for index in range(seconds * film.RATE):
        t = index / film.RATE
        trail *= 0.90
        for (start, x, y, colours, _), velocity in zip(plan, bursts):
            age = t - start
            if 0 <= age < 0.9:
                u = age / 0.9
                _point(trail, x + 30 * (1 - u) ** 2, h * 0.73 + (y - h * 0.73) * (1 - (1 - u) ** 2), 2.2, rgb("#ffdca0"))
            elif 0.9 <= age < 3.2:
                a = age - 0.9
                reach = (1 - math.exp(-2.6 * a)) / 2.6
                for k, (vx, vy) in enumerate(velocity):
                    fade = max(0, 1 - a / 2.0) * (0.6 + 0.4 * math.sin(40 * a + k))
                    colour = mix(rgb(colours[1]), rgb(colours[0]), min(1, a * 1.6)) * fade
                    _point(trail, x + vx * reach, y + vy * reach + 42 * a * a, 2.3, colour * 1.25)
        glow = cv2.GaussianBlur(cv2.resize(trail, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA), (0, 0), 5)
        light = trail + 2.6 * cv2.resize(glow, (w, h))
        light[shore:] = 0
        flash = np.clip(glow.mean() * 5, 0, 0.4)
        frame = picture * (1 + flash) + (1 - picture) * np.clip(light, 0, 1)
        mirror_y = shore - 1 - ys * 1.9 + 4 * np.sin(ys / 5 + 3 * t)
        mirror_x = xs + (3 + ys * 0.05) * np.sin(ys / 4.3 + xs / 60 + 4 * t)
        water = cv2.remap(light, mirror_x, mirror_y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        ripple = 0.45 + 0.3 * np.sin(ys / 2.4 + 2.2 * np.sin(xs / 47 + t) + 5 * t)
        frame[shore:] = frame[shore:] + (1 - frame[shore:]) * np.clip(water * ripple[..., None], 0, 1)
        yield np.clip(frame, 0, 1)


def _burst(rng, kind):
    count = (110, 70, 140)[kind]
    angles = rng.uniform(0, 2 * math.pi, count)
    speed = (np.full(count, 480.0) * rng.uniform(0.9, 1, count), 560 * np.sqrt(rng.uniform(0, 1, count)),
             np.where(np.arange(count) % 2, 500, 250) * rng.uniform(0.94, 1, count))[kind]
    return np.column_stack([speed * np.cos(angles), speed * np.sin(angles)])


def _point(light, x, y, radius, colour):
    cv2.circle(light, (int(x * 8), int(y * 8)), int(radius * 8), tuple(float(v) for v in colour), -1, cv2.LINE_AA, 3)


def firework_sound(seconds=7):
    rng = np.random.default_rng(6)
    track = 0.5 * sound.surf(seconds, rng, 3.4)
    for start, *_ in firework_plan(seconds, np.random.default_rng(5)):
        sound.put(track, sound.whistle(rng), start, 0.5)
        sound.put(track, sound.boom(rng), start + 0.95, 0.55)
        sound.put(track, sound.crackle(rng), start + 1.2, 0.35)
    return sound.echo(track, rng, 2.2, 0.3)


# ---------------------------------------------------------------- paper boats

def boat_layers(width=1280, height=720, seed=14):
    pigments = Pigments(width, height, seed)
    rng = np.random.default_rng(seed)
    sky = Layer(pigments)
    with sky.batch(wobble=0, dry=0) as c:
        for y in range(height):
            c.set_source_rgb(*mix(rgb("#8fc4c9"), rgb("#fbe3b4"), min(1, y / 420)))
            c.rectangle(0, y, width, 1.5)
            c.fill()
    with sky.batch(wobble=1.5, dry=0.5, streak=0.1) as c:
        for _ in range(700):
            x, y = rng.uniform(0, width), rng.uniform(0, 460)
            c.set_source_rgba(*jitter(mix(rgb("#8fc4c9"), rgb("#fbe3b4"), min(1, y / 420 + rng.normal(0, 0.1))), rng, 0.03), 0.5)
            c.set_line_width(rng.uniform(4, 14))
            trace(c, spline([(x, y), (x + 40, y + rng.normal(0, 6)), (x + rng.uniform(60, 130), y)]), closed=False)
            c.stroke()
    sky.paint(ellipse_points(930, 200, 92, 92), rgb("#fff3cf"), to=rgb("#f8c987"), direction=(0.3, 1), wobble=3)
    whale_sky.paint_cloud(sky, rng, 60, 520, 190, 60, 224, 6, rgb("#fbf2e0"), rgb("#e3c7b4"), rgb("#ffffff"))
    whale_sky.paint_cloud(sky, rng, 700, 1330, 320, 50, 356, 8, rgb("#fbeedd"), rgb("#e9c3ac"), rgb("#ffffff"))
    waves = []
    for row in range(5):
        tint = Layer(pigments)
        top, amplitude = 380 + 66 * row, 16 + 7 * row
        crest = [(x, top + amplitude * math.sin(x / (58 + 18 * row) + 1.7 * row) + 0.4 * amplitude * math.sin(x / 31 + row))
                 for x in range(-40, width + 60, 14)]
        base = mix(rgb("#5fb0ae"), rgb("#1f4f7c"), row / 4)
        form = tint.paint(lambda c, k=crest: trace(c, k + [(width + 60, height + 40), (-40, height + 40)]), base,
                          to=mix(base, rgb("#16335c"), 0.6), wobble=3, streak=0.14, dry=0.4, rim=rgb("#f6f3e0"), rim_width=5,
                          rim_towards=(0, -1))
        with tint.batch(wobble=1.5, dry=0.5, within=form) as c:
            for _ in range(150):
                x, y = rng.uniform(0, width), top + rng.uniform(0, 1) ** 1.4 * 150
                c.set_source_rgba(*jitter(mix(base, rgb("#e8f4e8"), rng.uniform(0.1, 0.6)), rng, 0.03), 0.55)
                c.set_line_width(rng.uniform(1.5, 4.5))
                trace(c, spline([(x, y), (x + 20, y - 6), (x + rng.uniform(34, 70), y)]), closed=False)
                c.stroke()
        waves.append(tint.pixels)
    boats = [_paper_boat(pigments, size, colour) for size, colour in ((66, "#fbf5e6"), (92, "#e3574a"), (78, "#f2c14e"), (120, "#fbf5e6"))]
    return sky.pixels[..., :3], waves, boats


def _paper_boat(pigments, size, colour):
    layer = Layer(pigments)
    base = rgb(colour)
    x, y = 300, 300
    fold = mix(base, rgb("#5a5f86"), 0.28)
    layer.paint(lambda c: trace(c, [(x - size * 0.55, y), (x, y - size * 1.02), (x + size * 0.5, y)]), base, to=fold, direction=(1, 0.3))
    layer.paint(lambda c: trace(c, [(x, y - size * 1.02), (x + size * 0.5, y), (x - size * 0.05, y)]), fold, wobble=1)
    layer.paint(lambda c: trace(c, [(x - size * 1.1, y - size * 0.28), (x - size * 0.5, y + size * 0.42), (x + size * 0.5, y + size * 0.42),
                                    (x + size * 1.1, y - size * 0.3), (x, y + size * 0.12)]), base, to=fold, direction=(0.7, 1),
                rim=rgb("#ffffff"), rim_width=3)
    layer.paint(lambda c: trace(c, [(x, y + size * 0.12), (x + size * 1.1, y - size * 0.3), (x + size * 0.5, y + size * 0.42),
                                    (x + size * 0.05, y + size * 0.42)]), fold, wobble=1)
    return layer.pixels[100:460, 120:480]


def boat_frames(seconds=6):
    sky, waves, boats = boat_layers()
    h, w = sky.shape[:2]
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    plan = [(0, 0, 180, 34), (1, 1, 520, -26), (2, 2, 900, 30), (3, 3, 620, -40)]
    for index in range(seconds * film.RATE):
        t = index / film.RATE
        frame = np.roll(sky, 0, 1).copy()
        for row, layer in enumerate(waves):
            for boat, behind, x, speed in plan:
                if behind + 1 == row:
                    px = x + speed * t
                    y = 380 + 66 * row - 30 + (10 + 3 * row) * math.sin(2.0 * t + x / 90)
                    _stamp(frame, boats[boat], px, y, 0.14 * math.cos(2.0 * t + x / 90), flip=speed < 0)
            phase = 2 * math.pi * t / seconds
            sx = xs + (14 + 9 * row) * math.sin(phase + row) * (1 if row % 2 else -1)
            sy = ys - (5 + 2 * row) * np.sin(2 * phase + xs / (150 + 30 * row) + row)
            moved = cv2.remap(layer, sx, sy.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
            frame = moved[..., :3] + frame * (1 - moved[..., 3:])
        yield np.clip(frame, 0, 1)


def _stamp(frame, sprite, x, y, angle, flip):
    sprite = sprite[:, ::-1] if flip else sprite
    h, w = frame.shape[:2]
    c, s = math.cos(angle), math.sin(angle)
    move = np.float32([[c, -s, x - c * 180 + s * 215], [s, c, y - s * 180 - c * 215]])
    laid = cv2.warpAffine(np.ascontiguousarray(sprite), move, (w, h), flags=cv2.INTER_LINEAR)
    frame[:] = laid[..., :3] + frame * (1 - laid[..., 3:])


def boat_sound(seconds=6):
    rng = np.random.default_rng(33)
    melody = [(1, 4), (0.5, 7), (0.5, 9), (1, 11), (1, 9), (0.5, 7), (0.5, 4), (1, 2), (1, 4), (2, 7), (1, 9), (1, 7), (2, 4)]
    chords = [(4, 0, 4, 7), (4, -5, -1, 2), (4, -3, 0, 4), (4, 0, 4, 7)]
    return sound.tune(seconds, melody, chords, 0.40, rng) + 0.8 * sound.surf(seconds, rng)


# ---------------------------------------------------------------- a photograph of a painting

def balloons(seed=41):
    """A morning with balloons over hills, in gouache, 4 : 3."""
    pigments = Pigments(1200, 900, seed)
    rng = np.random.default_rng(seed)
    layer = Layer(pigments)
    with layer.batch(wobble=0, dry=0) as c:
        for y in range(900):
            c.set_source_rgb(*mix(rgb("#7fb8cf"), rgb("#fde3bd"), min(1, y / 560)))
            c.rectangle(0, y, 1200, 1.5)
            c.fill()
    whale_sky.paint_cloud(layer, rng, 80, 620, 250, 70, 290, 7, rgb("#fff6e6"), rgb("#efd3c0"), rgb("#ffffff"))
    whale_sky.paint_cloud(layer, rng, 640, 1300, 400, 60, 436, 7, rgb("#fff2dc"), rgb("#f2cdb0"), rgb("#ffffff"))
    for k, (colour, top) in enumerate((("#a8c7bd", 560), ("#7fae9a", 620), ("#5a8f78", 690), ("#3f6f5c", 770))):
        crest = [(x, top + 40 * math.sin(x / 170 + 2.1 * k) + 16 * math.sin(x / 61 + k)) for x in range(-60, 1280, 40)]
        form = layer.paint(lambda c, crest=crest: trace(c, spline(crest).tolist() + [(1280, 960), (-60, 960)]), rgb(colour),
                           to=mix(rgb(colour), rgb("#24445a"), 0.5), wobble=4, streak=0.14, dry=0.4, rim=rgb("#fff0c4"), rim_width=5)
        with layer.batch(wobble=1.2, dry=0.3, within=form) as c:
            for _ in range(40 + 30 * k):
                x = rng.uniform(0, 1200)
                y = float(np.interp(x, [p[0] for p in crest], [p[1] for p in crest])) + rng.uniform(10, 120)
                whale_town.tree(c, rng, x, y, rng.uniform(14, 26) * (0.7 + 0.4 * k), "round" if rng.uniform() < 0.6 else "tall")
    red, gold, teal, plum = ("#d9524a", "#f4e3c0"), ("#e9a43c", "#7d3b4c"), ("#2f7a72", "#f2c14e"), ("#7d3b6c", "#f3d9c0")
    whale.paint_balloons(layer, rng, ((420, 360, 128, red), (790, 220, 82, gold), (1010, 430, 60, teal), (640, 520, 44, plum),
                                      (190, 190, 40, teal), (930, 110, 28, red)))
    return on_paper(layer.pixels, pigments, margin=22)
