"""Gouache: flat opaque paint with bristle marks, uneven edges, shade on one side and a rim of light on the other."""
import contextlib

import cairo
import cv2
import numpy as np

import noise
from shapes import spline, trace


class Pigments:
    """The noise fields that every layer of one picture shares; each use takes another corner of them."""

    def __init__(self, width, height, seed):
        self.width, self.height = width, height
        self.rng = np.random.default_rng(seed)
        h, w = height + 256, width + 256
        self.wander = [noise.fbm(h, w, 26, 3, self.rng) for _ in range(2)]
        self.blotches = noise.fbm(h, w, 130, 5, self.rng)
        self.grain = noise.paper_grain(h, w, self.rng)
        self.bristles = [self._bent(noise.streaks(h, w, 90, 2.6, a, self.rng))
                         for a in np.linspace(0, np.pi, 8, endpoint=False)]

    def _bent(self, field):
        """Bristle marks that follow an arm's slow sway instead of a ruler."""
        h, w = field.shape
        ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
        sway = [noise.fbm(h, w, 240, 2, self.rng) * 46 for _ in range(2)]
        return cv2.remap(field, xs + sway[0], ys + sway[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)

    def take(self, field, y0, x0, y1, x1, offset):
        """A window of `field` that is shifted by `offset`, so that no two shapes show the same marks."""
        oy, ox = offset
        return field[y0 + oy:y1 + oy, x0 + ox:x1 + ox]

    def offset(self):
        return int(self.rng.integers(0, 256)), int(self.rng.integers(0, 256))


class Layer:
    """A sheet of premultiplied RGBA (float32, 0…1) that is painted on."""

    def __init__(self, pigments):
        self.pigments = pigments
        self.width, self.height = pigments.width, pigments.height
        self.pixels = np.zeros((self.height, self.width, 4), np.float32)

    # ------------------------------------------------------------------ one large form

    def mask(self, path, line_width=None):
        """Coverage 0…1 of the whole sheet by `path`: points of a closed smooth curve, or a function of a context."""
        surface = cairo.ImageSurface(cairo.FORMAT_A8, self.width, self.height)
        context = cairo.Context(surface)
        if callable(path):
            path(context)
        else:
            trace(context, spline(path, closed=True))
        if line_width is None:
            context.fill()
        else:
            context.set_line_width(line_width)
            context.set_line_cap(cairo.LINE_CAP_ROUND)
            context.stroke()
        surface.flush()
        data = np.frombuffer(surface.get_data(), np.uint8).reshape(self.height, surface.get_stride())
        return data[:, :self.width].astype(np.float32) / 255

    def paint(self, path, colour, to=None, direction=(0, 1), wobble=2.0, streak=0.06, angle=0.0, blotch=0.06, dry=0.25,
              rim=None, rim_towards=(-0.6, -0.8), rim_width=5.0, shade=None, shade_width=40.0, opacity=1.0, within=None):
        """Paints one form and returns its coverage.

        The colour runs `to` another along `direction`. `rim` is a light that touches the edge facing `rim_towards`;
        `shade` darkens the opposite one. `dry` lets the paper through at the edges, `within` keeps to another form.
        """
        mask = self.mask(path)
        rows, columns = np.flatnonzero(mask.max(1)), np.flatnonzero(mask.max(0))
        if len(rows) == 0 or len(columns) == 0:
            return mask
        pad = 24
        y0, y1 = max(0, rows[0] - pad), min(self.height, rows[-1] + pad)
        x0, x1 = max(0, columns[0] - pad), min(self.width, columns[-1] + pad)
        box = (y0, x0, y1, x1)
        shape = self._unsteady(mask[y0:y1, x0:x1], box, wobble, dry)
        if within is not None:
            shape = shape * within[y0:y1, x0:x1]
        tint = self._tint(shape, box, colour, to, direction, streak, angle, blotch)
        if shade is not None:
            self._light_edge(tint, shape, shade, (-rim_towards[0], -rim_towards[1]), shade_width)
        if rim is not None:
            self._light_edge(tint, shape, rim, rim_towards, rim_width)
        self._lay(tint, shape * opacity, box)
        full = np.zeros_like(mask)
        full[y0:y1, x0:x1] = shape
        return full

    def _unsteady(self, mask, box, wobble, dry):
        p, offset = self.pigments, self.pigments.offset()
        h, w = mask.shape
        dx, dy = (p.take(f, *box, offset) * wobble for f in p.wander)
        ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
        moved = cv2.remap(mask, xs + dx, ys + dy, cv2.INTER_LINEAR)
        if dry <= 0:
            return moved
        soft = cv2.GaussianBlur(moved, (0, 0), 1.6)
        bite = soft + dry * 0.55 * p.take(p.grain, *box, offset)
        return np.minimum(1, moved * noise.smoothstep(0.18, 0.55, bite) + 0.0)

    def _tint(self, shape, box, colour, to, direction, streak, angle, blotch):
        p, offset = self.pigments, self.pigments.offset()
        h, w = shape.shape
        tint = np.empty((h, w, 3), np.float32)
        tint[:] = np.asarray(colour, np.float32)
        if to is not None:
            ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
            t = xs * direction[0] + ys * direction[1]
            inside = t[shape > 0.5] if (shape > 0.5).any() else t
            t = (t - inside.min()) / max(1.0, inside.max() - inside.min())
            t = np.clip(t + 0.10 * p.take(p.blotches, *box, offset), 0, 1)[..., None]
            tint = tint * (1 - t) + np.asarray(to, np.float32) * t
        index = int(round(angle / np.pi * 8)) % 8
        light = 1 + streak * p.take(p.bristles[index], *box, offset) + blotch * p.take(p.blotches, *box, offset)
        light += 0.035 * p.take(p.grain, *box, offset)
        return tint * light[..., None]

    def _light_edge(self, tint, shape, colour, towards, width):
        length = max(np.hypot(*towards), 1e-6)
        sx, sy = towards[0] / length * width, towards[1] / length * width
        move = np.float32([[1, 0, -sx], [0, 1, -sy]])
        shifted = cv2.warpAffine(cv2.GaussianBlur(shape, (0, 0), max(0.8, width * 0.45)), move, shape.shape[::-1])
        edge = np.clip(shape - shifted, 0, 1)[..., None]
        tint[:] = tint * (1 - edge) + np.asarray(colour, np.float32) * edge

    def _lay(self, tint, alpha, box):
        y0, x0, y1, x1 = box
        a = alpha[..., None]
        under = self.pixels[y0:y1, x0:x1]
        under[..., :3] = under[..., :3] * (1 - a) + np.clip(tint, 0, 1) * a
        under[..., 3:] = under[..., 3:] * (1 - a) + a

    # ------------------------------------------------------------------ many small marks

    @contextlib.contextmanager
    def batch(self, wobble=1.0, streak=0.05, dry=0.12, opacity=1.0, within=None):
        """A cairo context for many small forms at once; they get unsteady edges and pigment together."""
        surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, self.width, self.height)
        context = cairo.Context(surface)
        context.set_line_cap(cairo.LINE_CAP_ROUND)
        context.set_line_join(cairo.LINE_JOIN_ROUND)
        yield context
        surface.flush()
        data = np.frombuffer(surface.get_data(), np.uint8).reshape(self.height, self.width, 4)
        new = data[..., [2, 1, 0, 3]].astype(np.float32) / 255
        p, offset = self.pigments, self.pigments.offset()
        box = (0, 0, self.height, self.width)
        if wobble > 0:
            ys, xs = np.mgrid[0:self.height, 0:self.width].astype(np.float32)
            dx, dy = (p.take(f, *box, offset) * wobble for f in p.wander)
            new = cv2.remap(new, xs + dx, ys + dy, cv2.INTER_LINEAR)
        bite = noise.smoothstep(0.05, 0.6, new[..., 3] + dry * 2 * p.take(p.grain, *box, offset))
        if within is not None:
            bite = bite * within
        new *= (bite * opacity)[..., None]
        new[..., :3] *= (1 + streak * p.take(p.bristles[2], *box, offset)
                         + 0.04 * p.take(p.grain, *box, offset))[..., None]
        self.pixels = new + self.pixels * (1 - new[..., 3:])

    def glow(self, context_function, colour, radius, strength=1.0):
        """Light that `context_function` draws, spread by `radius` pixels and laid over what is painted (screen)."""
        spot = self.mask(context_function)
        light = cv2.GaussianBlur(spot, (0, 0), radius)
        light = np.clip(light * strength, 0, 1)[..., None] * np.asarray(colour, np.float32)
        a = self.pixels[..., 3:]
        self.pixels[..., :3] = self.pixels[..., :3] + light * a * (1 - self.pixels[..., :3])


def stack(layers):
    """Layers laid over each other, the first at the bottom; premultiplied RGBA."""
    result = np.zeros_like(layers[0])
    for pixels in layers:
        result = pixels + result * (1 - pixels[..., 3:])
    return result


def on_paper(pixels, pigments, margin=34, paper=(0.957, 0.936, 0.890)):
    """The painting on its sheet: masked off with tape, so that a margin of paper with a rough edge is left."""
    h, w = pigments.height, pigments.width
    offset = pigments.offset()
    box = (0, 0, h, w)
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    inside = np.minimum(np.minimum(xs, w - 1 - xs), np.minimum(ys, h - 1 - ys)) - margin
    inside += 3.0 * pigments.take(pigments.wander[0], *box, offset) + 2.2 * pigments.take(pigments.grain, *box, offset)
    window = noise.smoothstep(-1.2, 1.2, inside)[..., None]
    sheet = np.empty((h, w, 3), np.float32)
    sheet[:] = paper
    sheet *= (1 + 0.014 * pigments.take(pigments.grain, *box, offset)
              + 0.012 * pigments.take(pigments.blotches, *box, offset))[..., None]
    alpha = pixels[..., 3:] * window
    result = sheet * (1 - alpha) + pixels[..., :3] * window
    relief = pigments.take(pigments.grain, *box, offset)
    result *= (1 + 0.022 * (relief - np.roll(relief, (1, 1), (0, 1))))[..., None]
    return np.clip(result, 0, 1)
