#!/usr/bin/env python3
"""The sound of the sample clip: a quiet room, people next door, a music box, the phone in a hand: clip_sound.py FILE.wav"""
import sys

import numpy as np

import sound

SECONDS = 16.0


def main(path):
    rng = np.random.default_rng(77)
    n = int(SECONDS * sound.RATE)
    track = 0.010 * sound.filtered(n, 40, 400, rng) + 0.0022 * sound.filtered(n, 400, 6000, rng)
    track += 0.55 * sound.echo(sound.murmur(SECONDS, rng), rng, 1.2, 0.5)
    melody = [(1, 4), (1, 7), (1, 12), (1, 11), (1, 9), (1, 7), (2, 4), (1, 5), (1, 9), (1, 12), (1, 14), (2, 11), (2, None),
              (1, 4), (1, 7), (1, 12), (1, 16), (1, 14), (1, 12), (2, 9), (1, 7), (1, 11), (1, 14), (1, 12), (4, 12)]
    chords = [(4, 0, 4, 7), (4, -3, 0, 4), (4, -7, 0, 5), (4, -5, -1, 2), (4, 0, 4, 7), (4, -3, 0, 4), (4, -5, 2, 7), (4, 0, 4, 7)]
    track += 0.30 * sound.tune(SECONDS, melody, chords, 0.5, rng)
    for at in (0.35, 1.5, 5.2, 9.05, 9.4, 12.4, 14.2):  # the hand shifts on the phone
        length = int(0.16 * sound.RATE)
        rub = sound.filtered(length, 150, 1800, rng) * np.hanning(length)
        sound.put(track, rub.astype(np.float32), at, 0.012)
    for at in (7.35, 8.2):  # the hand comes down on the paper
        length = int(0.3 * sound.RATE)
        rub = sound.filtered(length, 900, 5000, rng) * np.hanning(length) ** 1.5
        sound.put(track, rub.astype(np.float32), at, 0.020)
    sound.save(path, track, rng, 0.35)


if __name__ == "__main__":
    main(sys.argv[1])
