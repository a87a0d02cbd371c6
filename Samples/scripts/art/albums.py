#!/usr/bin/env python3
"""Makes the two sample albums: albums.py FOLDER [PHOTOGRAPH-OF-THE-TABLE.pam]"""
import json
import os
import sys

import cv2
import numpy as np

import film
import films_abe
import films_everyone


def read_pam(path):
    with open(path, "rb") as file:
        data = file.read()
    header, body = data.split(b"ENDHDR\n", 1)
    fields = dict(line.split() for line in header.decode().splitlines() if len(line.split()) == 2)
    pixels = np.frombuffer(body, np.uint8).reshape(int(fields["HEIGHT"]), int(fields["WIDTH"]), int(fields["DEPTH"]))
    return pixels[..., :3].astype(np.float32) / 255


FILMS = {
    "AR_0/The whale sets off.mp4": (films_everyone.whale_frames, films_everyone.whale_sound, 28),
    "AR_0/Fireworks.mp4": (films_everyone.firework_frames, films_everyone.firework_sound, 29),
    "AR_0/Paper boats.mp4": (films_everyone.boat_frames, films_everyone.boat_sound, 28),
    "AR_1/The tram is drawn.mp4": (films_abe.drawing_frames, films_abe.drawing_sound, 30),
    "AR_1/Candles.mp4": (films_abe.cake_frames, films_abe.cake_sound, 28)}


def main(folder, table=None):
    for name in ("AR_0", "AR_1"):
        os.makedirs(os.path.join(folder, name), exist_ok=True)
    with open(os.path.join(folder, "album.json"), "w", encoding="utf-8") as file:
        file.write(json.dumps({"0": "Everyone", "1": "Abe"}) + "\n")
    for index, (name, (frames, track, crf)) in enumerate(FILMS.items()):
        film.write(os.path.join(folder, name), frames(), track(), np.random.default_rng(index), crf)
    film.photograph(os.path.join(folder, "AR_0/Balloons.jpg"), films_everyone.balloons(), "2026:06:14 07:12:40")
    film.photograph(os.path.join(folder, "AR_1/The cat.jpg"), films_abe.cat_photo(), "2026:02:02 16:30:05")
    film.photograph(os.path.join(folder, "AR_1/Harbour.jpg"), films_everyone.harbour()[0], "2026:08:15 22:47:31")
    if table is not None:
        picture = cv2.resize(read_pam(table), (900, 1600), interpolation=cv2.INTER_AREA)
        film.photograph(os.path.join(folder, "AR_0/The table.jpg"), picture, "2026:05:09 18:21:09", orientation=6)


if __name__ == "__main__":
    main(*sys.argv[1:])
