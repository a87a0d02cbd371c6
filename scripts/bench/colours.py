#!/usr/bin/env python3
"""A colour chart as film, through every combination of clip and film colours: ΔE2000 against the standards' formulas.

The chart has the 24 patches of a ColorChecker, greys, the corners of the film's own gamut and, in HDR, highlights. `render`
puts it onto a page that fills most of a grey clip, coded without loss; patch centres are measured, read by the tags that the
result itself bears, and compared with colour_standards.py. ONLY=hlg,pq takes the pairs whose names hold one of these.
"""
import json
import subprocess
import sys

import numpy as np

import colour_standards as cs
import project
from tables import aim, aims, table

# What else `render` would do to a picture is switched off here.
PICTURE_OPTIONS = ["--fit", "stretch", "--fade-in", 0, "--hold", 3600, "--audio", "none", "--light", "none", "--grain", "none",
                   "--occlusion", "none"]

COLUMNS, ROWS = 8, 6
MARGIN = 40  # pixels of clip around the page
FRAMES = 3

# Name: size, pixel format, bits, primaries, transfer, matrix, whether full range.
COLOURS = {
    "601-625": (720, 576, "yuv420p", 8, "bt470bg", "smpte170m", "bt470bg", False),
    "601-525": (720, 480, "yuv420p", 8, "smpte170m", "smpte170m", "smpte170m", False),
    "709": (1280, 720, "yuv420p", 8, "bt709", "bt709", "bt709", False),
    "709 full": (1280, 720, "yuv420p", 8, "bt709", "bt709", "bt709", True),
    "2020": (1280, 720, "yuv420p10le", 10, "bt2020", "bt2020-10", "bt2020nc", False),
    "HLG": (1280, 720, "yuv420p10le", 10, "bt2020", "arib-std-b67", "bt2020nc", False),
    "PQ": (1280, 720, "yuv420p10le", 10, "bt2020", "smpte2084", "bt2020nc", False),
    "RGB": (1280, 720, "bgr0", 8, "bt709", "iec61966-2-1", "gbr", True),
    "sRGB PNG": (1280, 720, "rgb24", 8, "bt709", "iec61966-2-1", "gbr", True),
    "P3": (1280, 720, "bgr0", 8, "smpte432", "iec61966-2-1", "gbr", True),
}
CLIPS = ["601-625", "601-525", "709", "709 full", "2020", "HLG", "PQ", "RGB"]
FILMS = ["601-625", "601-525", "709", "709 full", "sRGB PNG", "P3", "2020", "HLG", "PQ"]

CHECKER = """735244 c29682 627a9d 576c43 8580b1 67bdaa d67e2c 505ba6 c15a63 5e3c6c 9dbc40 e0a32e
             383d96 469449 af363c e7c71f bb5695 0885a1 f3f3f2 c8c8c8 a0a0a0 7a7a79 555555 343434""".split()


def is_hdr(name):
    return COLOURS[name][5] in ("smpte2084", "arib-std-b67")


def chart(name):
    """The patches as R', G', B' of that kind: (48, 3)."""
    _, _, _, _, primaries, transfer, _, _ = COLOURS[name]
    checker = np.array([[int(code[i:i + 2], 16) / 255 for i in (0, 2, 4)] for code in CHECKER])
    greys = np.repeat(np.linspace(0, 1, 12)[:, None], 3, 1)
    srgb = cs.light_from_code(np.concatenate([checker, greys]), "iec61966-2-1", "bt709")
    corners = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 0]], float)
    if is_hdr(name):
        rest = np.array([[1.5] * 3, [2.5] * 3, [cs.PEAK / cs.WHITE] * 3, [2.5, .5, .3], [.4, 2.5, .4], [1, 2, 2.8]])
    else:
        rest = 0.25 + 0.35 * corners
    light = np.concatenate([np.clip(cs.between(srgb, "bt709", primaries), 0, 1), corners, rest])
    return cs.code_from_light(light, transfer, primaries)


def stored(codes, name):
    """Code values as they are stored."""
    _, _, _, depth, _, _, matrix, is_full = COLOURS[name]
    return np.rint(codes * 255) if matrix == "gbr" else cs.yuv_from_rgb(codes, matrix, depth, is_full)


def light_of(values, name):
    """What stored values of that kind look like."""
    _, _, _, depth, primaries, transfer, matrix, is_full = COLOURS[name]
    codes = values / 255 if matrix == "gbr" else cs.rgb_from_yuv(values, matrix, depth, is_full)
    return cs.light_from_code(np.clip(codes, 0, 1), transfer, primaries)


def file_of(name, patches, folder, frames):
    """A file of `frames` pictures with these patches, coded without loss and tagged."""
    width, height, pixels, depth, primaries, transfer, matrix, is_full = COLOURS[name]
    file = folder / (name.replace(" ", "-") + (".png" if name.endswith("PNG") else ".mkv"))
    values = stored(patches, name)
    columns = np.minimum(np.arange(width) * COLUMNS // width, COLUMNS - 1)
    rows = np.minimum(np.arange(height) * ROWS // height, ROWS - 1)
    picture = values[rows[:, None] * COLUMNS + columns[None, :]].astype("<u2" if depth > 8 else np.uint8)
    if matrix == "gbr":
        raw, given = picture.tobytes(), "rgb24"
    else:
        planes = [picture[..., 0], picture[::2, ::2, 1], picture[::2, ::2, 2]]
        raw, given = b"".join(plane.tobytes() for plane in planes), pixels
    tags = ["-color_primaries", primaries, "-color_trc", transfer, "-colorspace", matrix.replace("gbr", "rgb"), "-color_range",
            "pc" if is_full else "tv"]
    coded = ["-c:v", "png"] if file.suffix == ".png" else ["-c:v", "ffv1", "-pix_fmt", pixels, *tags]
    size = ["-f", "rawvideo", "-pix_fmt", given, "-s", f"{width}x{height}", "-r", "25"]
    command = ["ffmpeg", "-v", "error", "-y", *size, *(tags if matrix != "gbr" else []), "-i", "-", *coded, str(file)]
    done = subprocess.run(command, input=raw * frames, capture_output=True)
    if done.returncode:
        sys.exit(f"bench: {' '.join(command)}\n{done.stderr.decode()}")
    return file


def track_for(clip, name):
    """A track file by hand: the page fills the clip but for a margin."""
    width, height = COLOURS[name][:2]
    base = project.run("ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=time_base:packet=pts", "-of",
                       "json", clip)
    probed = json.loads(base)
    ticks = sorted(packet["pts"] for packet in probed["packets"])
    unit = [int(part) for part in probed["streams"][0]["time_base"].split("/")]
    left, top, right, bottom = MARGIN - 0.5, MARGIN - 0.5, width - MARGIN - 0.5, height - MARGIN - 0.5
    header = {
        "format": "sketchreel.track", "version": 1, "program": "bench",
        "clip": {"file": clip.name, "bytes": clip.stat().st_size, "sha256": "", "width": width, "height": height,
                 "frames": len(ticks), "timeBase": unit, "orientation": 1},
        "camera": {"width": width, "height": height, "fx": width, "fy": width, "cx": width / 2, "cy": height / 2,
                   "distortion": [0, 0, 0, 0, 0], "source": "assumed"},
        "references": [{"name": "page", "widthMetres": 0.2, "heightMetres": 0.15, "pixelWidth": width - 2 * MARGIN,
                        "pixelHeight": height - 2 * MARGIN, "sha256": ""}]}
    anchor = {"reference": "page", "state": "tracked", "confidence": 1, "sigma": 0.05,
              "corners": [[left, top], [right, top], [right, bottom], [left, bottom]],
              "transform": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -1, 1]}
    lines = [{"frame": i, "pts": t, "seconds": t * unit[0] / unit[1], "anchors": [anchor]} for i, t in enumerate(ticks)]
    file = clip.with_suffix(".track.jsonl")
    file.write_text("".join(json.dumps(line) + "\n" for line in [header, *lines]))
    return file


def check_tags(result, name):
    """Ends the bench where the result does not say what the clip said."""
    _, _, pixels, _, primaries, transfer, matrix, is_full = COLOURS[name]
    entries = "stream=pix_fmt,color_primaries,color_transfer,color_space,color_range"
    said = json.loads(project.run("ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", entries, "-of", "json",
                                  result))["streams"][0]
    wanted = {"color_primaries": primaries, "color_transfer": transfer, "color_space": matrix,
              "color_range": "pc" if is_full else "tv"}
    wrong = [f"{key} is {said.get(key)}, not {value}" for key, value in wanted.items() if said.get(key) != value]
    if wrong or (matrix != "gbr" and said["pix_fmt"] != pixels):
        sys.exit(f"bench: {result}: {said['pix_fmt']}: {'; '.join(wrong)}")


def measured(result, name):
    """The patches of the last frame as they are stored: (48, 3), and the largest spread within a patch."""
    width, height, pixels, depth, _, _, matrix, _ = COLOURS[name]
    pixels = "gbrp" if matrix == "gbr" else pixels
    raw = subprocess.run(["ffmpeg", "-v", "error", "-i", str(result), "-f", "rawvideo", "-pix_fmt", pixels, "-"],
                         capture_output=True, check=True).stdout
    raw = np.frombuffer(raw, "<u2" if depth > 8 else np.uint8)
    raw = raw[-(len(raw) // FRAMES):]
    coarse = 1 if matrix == "gbr" else 2
    sizes = [(height, width)] + [(height // coarse, width // coarse)] * 2
    planes, start = [], 0
    for rows, columns in sizes:
        planes.append(raw[start:start + rows * columns].reshape(rows, columns).astype(float))
        start += rows * columns
    if matrix == "gbr":
        planes = [planes[2], planes[0], planes[1]]
    patches = np.zeros((COLUMNS * ROWS, 3))
    for patch in range(COLUMNS * ROWS):
        row, column = divmod(patch, COLUMNS)
        for index, plane in enumerate(planes):
            down, across = plane.shape
            def span(part, parts, full, size):
                at = lambda share: int((MARGIN + (part + share) / parts * (full - 2 * MARGIN)) * size / full)
                return slice(at(0.3), at(0.7))
            patches[patch, index] = plane[span(row, ROWS, height, down), span(column, COLUMNS, width, across)].mean()
    return patches


def expected(film, clip, codes):
    """Light of the clip's primaries that the film's patches should have there."""
    source, destination = COLOURS[film][4], COLOURS[clip][4]
    light = light_of(stored(codes, film), film)
    if is_hdr(film) and not is_hdr(clip):
        return cs.sdr_from_hdr(light, source, destination)
    light = np.maximum(cs.between(light, source, destination), 0)
    if not is_hdr(clip):
        return np.minimum(light, 1)
    # HLG says no more than its code value 1, and no less than 0.
    transfer = COLOURS[clip][5]
    codes = np.clip(cs.code_from_light(light, transfer, destination), 0, 1)
    return cs.light_from_code(codes, transfer, destination)


def main():
    project.need(project.PROGRAM, "run make build")
    folder = project.empty_folder(project.WORK / "colours")
    (folder / "clips").mkdir()
    only = [word.lower() for word in project.setting("ONLY").split(",") if word]
    films = {}
    for name in FILMS:
        album = folder / "films" / name.replace(" ", "-")
        album.mkdir(parents=True)
        films[name] = chart(name)
        file_of(name, films[name], album, FRAMES if not name.endswith("PNG") else 1)
    rows, every, worst = [], [], ("", 0)
    for clip in CLIPS:
        grey = cs.code_from_light(np.full((COLUMNS * ROWS, 3), 0.3), COLOURS[clip][5], COLOURS[clip][4])
        file = file_of(clip, grey, folder / "clips", FRAMES)
        track, cells = track_for(file, clip), []
        for film in FILMS:
            if only and not any(word in f"{clip} {film}".lower() for word in only):
                cells.append("–")
                continue
            result = folder / f"{clip}-{film}.mkv".replace(" ", "-")
            project.run(project.PROGRAM, "render", file, "--track", track, "--album", folder / "films" / film.replace(" ", "-"),
                        *PICTURE_OPTIONS, "--codec", "ffv1", "--seed", 1, "-o", result, "--overwrite", "--quiet")
            check_tags(result, clip)
            primaries = COLOURS[clip][4]
            difference = cs.ciede2000(cs.lab(expected(film, clip, films[film]), primaries),
                                      cs.lab(light_of(measured(result, clip), clip), primaries))
            cells.append(f"{difference.mean():.2f} / {difference.max():.2f}")
            every.append(difference.mean())
            if difference.max() > worst[1]:
                worst = (f"{film} on {clip}, patch {difference.argmax()}", difference.max())
            result.unlink()
        rows.append([clip, *cells])
    print("ΔE2000, mean / largest of 48 patches: clips down, films across.\n")
    table(["clip", *FILMS], rows)
    print(f"The largest is {worst[0]}.\n")
    aims([aim("mean ΔE2000 of the worst pair", max(every), 1.5), aim("largest ΔE2000", worst[1], 4)])


if __name__ == "__main__":
    main()
