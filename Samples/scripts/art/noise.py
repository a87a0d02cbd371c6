"""Seeded noise fields, the raw material of paper, pigment and a hand that is not quite steady."""
import cv2
import numpy as np


def value_noise(height, width, cell, rng):
    """Smooth noise of about -1…1 whose blobs are `cell` pixels wide."""
    grid = rng.uniform(-1, 1, (int(height / cell) + 4, int(width / cell) + 4)).astype(np.float32)
    size = (int(grid.shape[1] * cell) + 1, int(grid.shape[0] * cell) + 1)
    field = cv2.resize(grid, size, interpolation=cv2.INTER_CUBIC)
    y, x = int(cell), int(cell)
    return field[y:y + height, x:x + width]


def fbm(height, width, cell, octaves, rng):
    """Noise of several sizes, each half as large and half as strong as the one before; about -1…1."""
    total = np.zeros((height, width), np.float32)
    strength = 1.0
    for octave in range(octaves):
        size = max(1.5, cell / 2 ** octave)
        total += strength * value_noise(height, width, size, rng)
        strength *= 0.55
    return total / 1.6


def streaks(height, width, length, thickness, angle, rng):
    """Noise drawn out along `angle` (radians): the marks of a brush's bristles. About -1…1."""
    side = int(np.hypot(height, width)) + 8
    grid = rng.uniform(-1, 1, (int(side / thickness) + 2, int(side / length) + 2)).astype(np.float32)
    field = cv2.resize(grid, (side, side), interpolation=cv2.INTER_CUBIC)
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), -np.degrees(angle), 1)
    turned = cv2.warpAffine(field, turn, (side, side), borderMode=cv2.BORDER_REFLECT)
    y, x = (side - height) // 2, (side - width) // 2
    return turned[y:y + height, x:x + width]


def paper_grain(height, width, rng):
    """The tooth of rough watercolour paper, -1…1."""
    fine = cv2.GaussianBlur(rng.normal(0, 1, (height, width)).astype(np.float32), (0, 0), 1.1)
    coarse = cv2.GaussianBlur(rng.normal(0, 1, (height, width)).astype(np.float32), (0, 0), 2.6)
    grain = fine / fine.std() + 0.8 * coarse / coarse.std()
    return np.clip(grain / 3, -1, 1)


def smoothstep(low, high, x):
    """0 below `low`, 1 above `high`, smooth between."""
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)
