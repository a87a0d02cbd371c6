"""Sound from sines and noise: bells, a soft organ, waves, fireworks, a pen, a room. Mono float arrays at 48 kHz."""
import wave

import numpy as np

RATE = 48000


def silence(seconds):
    return np.zeros(int(seconds * RATE), np.float32)


def put(track, sound, at, gain=1.0):
    """Adds `sound` to `track` at a time in seconds; what reaches over the end is cut."""
    start = int(at * RATE)
    end = min(len(track), start + len(sound))
    if start < end:
        track[start:end] += gain * sound[:end - start]


def note(semitones):
    """Hertz of a note so many semitones above the A below middle C."""
    return 220.0 * 2 ** (semitones / 12)


def bell(hertz, seconds=2.2):
    """A music box's comb: a few partials that are not quite harmonic."""
    t = np.arange(int(seconds * RATE)) / RATE
    tone = sum(a * np.sin(2 * np.pi * hertz * k * t) * np.exp(-t * d)
               for k, a, d in ((1, 1.0, 2.4), (2.003, 0.45, 3.6), (3.01, 0.22, 5.5), (5.43, 0.10, 9.0)))
    return (tone * np.minimum(1, t / 0.002)).astype(np.float32)


def organ(hertz, seconds):
    """A soft chord tone with slow beats."""
    t = np.arange(int(seconds * RATE)) / RATE
    tone = sum(a * np.sin(2 * np.pi * hertz * k * t + p) for k, a, p in ((1, 1, 0), (1.003, 0.7, 1), (2.001, 0.3, 2), (3, 0.1, 0)))
    swell = np.minimum(1, t / 0.8) * np.minimum(1, (seconds - t) / 0.9)
    return (tone * np.clip(swell, 0, 1) * 0.4).astype(np.float32)


def filtered(length, low, high, rng):
    """Noise between two frequencies, hertz; deviation 1."""
    spectrum = np.fft.rfft(rng.normal(0, 1, length))
    f = np.fft.rfftfreq(length, 1 / RATE)
    spectrum *= 1 / (1 + (low / np.maximum(f, 1e-3)) ** 4) / (1 + (f / high) ** 4)
    noise = np.fft.irfft(spectrum, length)
    return (noise / max(noise.std(), 1e-9)).astype(np.float32)


def surf(seconds, rng, period=3.1):
    t = np.arange(int(seconds * RATE)) / RATE
    low, high = filtered(len(t), 80, 500, rng), filtered(len(t), 500, 3500, rng)
    swell = 0.5 + 0.5 * np.sin(2 * np.pi * t / period - 0.6) ** 3
    return (0.10 * low * (0.4 + 0.6 * swell) + 0.05 * high * swell ** 2).astype(np.float32)


def boom(rng, seconds=1.9):
    t = np.arange(int(seconds * RATE)) / RATE
    thump = np.sin(2 * np.pi * (52 * t + 26 * np.exp(-t * 18))) * np.exp(-t * 6)
    return (0.8 * thump + 0.25 * filtered(len(t), 60, 900, rng) * np.exp(-t * 5)).astype(np.float32)


def crackle(rng, seconds=1.4):
    track = silence(seconds)
    for _ in range(90):
        n = int(RATE * rng.uniform(0.002, 0.006))
        put(track, (rng.normal(0, 1, n) * np.exp(-np.arange(n) / n * 5)).astype(np.float32), rng.beta(1.2, 2.6) * seconds, rng.uniform(0.1, 0.4))
    return track


def whistle(rng, seconds=0.9):
    t = np.arange(int(seconds * RATE)) / RATE
    sweep = np.cumsum(700 + 1500 * t / seconds + 30 * np.sin(40 * t)) / RATE
    return (0.12 * np.sin(2 * np.pi * sweep) * np.minimum(1, t / 0.1) * (1 - t / seconds)).astype(np.float32)


def scratch(seconds, rng):
    """A pen on rough paper, stroke after stroke."""
    track, at = silence(seconds), 0.1
    while at < seconds - 0.2:
        length = rng.uniform(0.06, 0.3)
        n = int(length * RATE)
        u = np.linspace(0, 1, n)
        stroke = filtered(n, 1800, 6500, rng) * np.sin(np.pi * u) ** 0.7 * (0.7 + 0.3 * np.sin(u * rng.uniform(20, 60)))
        put(track, stroke.astype(np.float32), at, rng.uniform(0.02, 0.05))
        at += length + rng.uniform(0.03, 0.14)
    return track


def murmur(seconds, rng):
    """People in the next room: vowels without words."""
    track = silence(seconds)
    for voice in range(3):
        at, pitch = rng.uniform(0, 1.2), rng.uniform(105, 215)
        while at < seconds - 0.5:
            for _ in range(rng.integers(2, 7)):
                length = rng.uniform(0.12, 0.28)
                t = np.arange(int(length * RATE)) / RATE
                f = pitch * (1 + 0.06 * rng.normal()) * (1 - 0.15 * t / length)
                formant = rng.uniform(350, 750)
                phase = 2 * np.pi * np.cumsum(np.broadcast_to(f, t.shape)) / RATE
                tone = sum(np.sin(k * phase) / (1 + ((k * pitch - formant) / 160) ** 2) for k in range(1, 9))
                put(track, (tone * np.sin(np.pi * t / length) ** 0.8).astype(np.float32), at, 0.012 * rng.uniform(0.5, 1))
                at += length * rng.uniform(0.9, 1.25)
            at += rng.uniform(0.5, 2.2)
    return track


def echo(track, rng, seconds=1.6, share=0.25):
    """The same in a room that answers."""
    n = int(seconds * RATE)
    response = rng.normal(0, 1, n) * np.exp(-np.arange(n) / RATE * 5 / seconds)
    size = 1 << int(np.ceil(np.log2(len(track) + n)))
    wet = np.fft.irfft(np.fft.rfft(track, size) * np.fft.rfft(response, size), size)[:len(track)]
    wet *= np.abs(track).max() / max(np.abs(wet).max(), 1e-9)
    return (track * (1 - share) + wet * share).astype(np.float32)


def tune(seconds, melody, chords, beat, rng):
    """A music box over an organ. `melody`: (beats, semitones); `chords`: (beats, semitones…)."""
    track = silence(seconds)
    at = 0.15
    for beats, pitch in melody:
        if pitch is not None and at < seconds:
            put(track, bell(note(pitch + 12)), at + rng.normal(0, 0.006), 0.16 * rng.uniform(0.85, 1.1))
        at += beats * beat
    at = 0.0
    for beats, *pitches in chords:
        for pitch in pitches:
            put(track, organ(note(pitch - 12), beats * beat + 0.6), at, 0.05)
        at += beats * beat
    return echo(track, rng)


def save(path, track, rng, peak=0.5):
    """Writes stereo: the same sound with a few milliseconds between the ears; faded at both ends."""
    track = track / max(np.abs(track).max(), 1e-9) * peak
    n = int(0.03 * RATE)
    track[:n] *= np.linspace(0, 1, n)
    track[-4 * n:] *= np.linspace(1, 0, 4 * n)
    late = np.roll(track, int(0.011 * RATE)) * 0.9
    both = np.stack([track + 0.25 * late, 0.8 * track + 0.45 * late], 1)
    data = np.clip(both / 1.25 * 32767, -32768, 32767).astype("<i2")
    with wave.open(path, "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(data.tobytes())
