#!/usr/bin/env python3
"""Draws the illustrations and files them as an Xcode AR resource group: pages.py CATALOG"""
import json
import os
import sys

import cv2
import numpy as np

import cat_garden
import lighthouse
import whale

GROUP = "Sketchbook"
# name, the page, its width in metres
PAGES = [("The town that travels", whale.page, 0.21), ("Last tram to the lighthouse", lighthouse.page, 0.16),
         ("The night gardener", cat_garden.page, 0.15)]


def xcode_json(value, indent=0):
    """JSON as Xcode lays it out: keys sorted, a space on both sides of the colon."""
    pad, inner = "  " * indent, "  " * (indent + 1)
    if isinstance(value, dict):
        rows = [f"{inner}{json.dumps(key)} : {xcode_json(value[key], indent + 1)}" for key in sorted(value)]
        return "{\n" + ",\n".join(rows) + f"\n{pad}}}"
    if isinstance(value, list):
        return "[\n" + ",\n".join(inner + xcode_json(item, indent + 1) for item in value) + f"\n{pad}]"
    return json.dumps(value, ensure_ascii=False)


def write_json(path, value):
    with open(path, "w", encoding="utf-8") as file:
        file.write(xcode_json(value) + "\n")


def main(catalog):
    info = {"author": "xcode", "version": 1}
    group = os.path.join(catalog, f"{GROUP}.arresourcegroup")
    os.makedirs(group, exist_ok=True)
    write_json(os.path.join(group, "Contents.json"),
               {"info": info, "resources": [{"filename": f"{name}.arreferenceimage"} for name, _, _ in PAGES]})
    for name, page, width in PAGES:
        folder = os.path.join(group, f"{name}.arreferenceimage")
        os.makedirs(folder, exist_ok=True)
        filename = name.lower().replace(" ", "-") + ".jpg"
        pixels = np.round(page() * 255).astype(np.uint8)
        cv2.imwrite(os.path.join(folder, filename), pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 88])
        write_json(os.path.join(folder, "Contents.json"), {
            "images": [{"filename": filename, "idiom": "universal"}], "info": info,
            "properties": {"unit": "centimeters", "width": round(width * 100, 3)}})


if __name__ == "__main__":
    main(sys.argv[1])
