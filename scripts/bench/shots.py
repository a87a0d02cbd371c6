"""Makes clips with exact truth, with the generator of the given data. What is made is kept for the next run."""
import os
import subprocess
import sys

import cv2
import numpy as np

import project


def picture(source, path):
    """`source` as a picture that the generator reads: upright, laid on white paper, in a file of its own at `path`."""
    if not path.exists():
        image = cv2.imread(str(source), cv2.IMREAD_UNCHANGED)
        if image is None:
            sys.exit(f"bench: {source}: cannot be read as a picture")
        if image.ndim == 3 and image.shape[2] == 4:
            alpha = image[..., 3:].astype(float) / 255
            image = np.rint(image[..., :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)
        else:
            image = cv2.imread(str(source), cv2.IMREAD_COLOR)  # turned as its EXIF says, whatever it is called
        path.parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(path), image)
    return path


def shoot(folder, name, pictures, background, challenge, seed, frames, size="640x480", distractor=None):
    """Makes the clip `name` in `folder`, unless it is there. Slow: everything else on the machine goes first."""
    clip = folder / name
    if (clip / "meta.json").exists():
        return clip
    print(f"  making {name} …", file=sys.stderr)
    partial = project.empty_folder(folder / f".{name}")
    references = [argument for image in pictures for argument in ("--ref", image)]
    shown_instead = ["--distractor", distractor] if distractor else []
    command = [sys.executable, project.shared("bench/gen.py"), *references, "--bg", background, "--type", challenge,
               *shown_instead, "--size", size, "--frames", frames, "--seed", seed, "--out", partial]
    done = subprocess.run([str(part) for part in command], preexec_fn=lambda: os.nice(10), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"bench: {name}: gen.py failed\n{done.stderr}")
    partial.rename(clip)
    return clip
