"""What code values look like, by the formulas that the standards print, in double precision: no code of ours, no library's.

Light is an array (…, 3) of linear R, G, B relative to reference white: 1 is white in SDR, and 203 cd/m² in HDR (BT.2408).
"""
import numpy as np

WHITE = 203.0
PEAK = 1000.0  # of the HLG display, and of what PQ is made for
D65 = (0.3127, 0.3290)

PRIMARIES = {  # H.273, table 2: R, G, B
    "bt709": ((0.64, 0.33), (0.30, 0.60), (0.15, 0.06)),
    "bt470bg": ((0.64, 0.33), (0.29, 0.60), (0.15, 0.06)),
    "smpte170m": ((0.63, 0.34), (0.31, 0.595), (0.155, 0.07)),
    "bt2020": ((0.708, 0.292), (0.170, 0.797), (0.131, 0.046)),
    "smpte432": ((0.68, 0.32), (0.265, 0.69), (0.15, 0.06)),
}
LUMA = {"bt709": (0.2126, 0.0722), "bt470bg": (0.299, 0.114), "smpte170m": (0.299, 0.114), "bt2020nc": (0.2627, 0.0593)}


def xyz_from_rgb(primaries):
    """Linear R, G, B to XYZ with Y = 1 for white (SMPTE RP 177)."""
    def tristimulus(x, y):
        return [x / y, 1, (1 - x - y) / y]
    columns = np.array([tristimulus(*xy) for xy in PRIMARIES[primaries]]).T
    return columns * np.linalg.solve(columns, tristimulus(*D65))


def between(light, source, destination):
    """Light of other primaries."""
    return light @ (np.linalg.inv(xyz_from_rgb(destination)) @ xyz_from_rgb(source)).T


# Curves

def pq_light(code):
    """cd/m² (BT.2100, table 4)."""
    m1, m2, c1, c2, c3 = 2610 / 16384, 2523 / 32, 3424 / 4096, 2413 / 128, 2392 / 128
    power = np.clip(code, 0, 1) ** (1 / m2)
    return 10000 * (np.maximum(power - c1, 0) / (c2 - c3 * power)) ** (1 / m1)


def pq_code(light):
    m1, m2, c1, c2, c3 = 2610 / 16384, 2523 / 32, 3424 / 4096, 2413 / 128, 2392 / 128
    y = (np.maximum(light, 0) / 10000) ** m1
    return ((c1 + c2 * y) / (1 + c3 * y)) ** m2


HLG_A = 0.17883277
HLG_B = 1 - 4 * HLG_A
HLG_C = 0.5 - HLG_A * np.log(4 * HLG_A)


def light_from_code(code, transfer, primaries):
    """What a display shows for R', G', B'."""
    code = np.maximum(code, 0)
    if transfer == "iec61966-2-1":
        return np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4)
    if transfer == "smpte2084":
        return pq_light(code) / WHITE
    if transfer == "arib-std-b67":
        scene = np.where(code <= 0.5, code ** 2 / 3, (np.exp((code - HLG_C) / HLG_A) + HLG_B) / 12)
        luminance = scene @ xyz_from_rgb(primaries)[1]
        return PEAK / WHITE * scene * np.maximum(luminance, 1e-12)[..., None] ** 0.2
    return code ** 2.4  # BT.1886


def code_from_light(light, transfer, primaries):
    """The inverse, for light that the curve can say."""
    light = np.maximum(light, 0)
    if transfer == "iec61966-2-1":
        return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    if transfer == "smpte2084":
        return pq_code(light * WHITE)
    if transfer == "arib-std-b67":
        display = light * WHITE / PEAK
        luminance = display @ xyz_from_rgb(primaries)[1]
        scene = display * np.maximum(luminance, 1e-12)[..., None] ** (1 / 1.2 - 1)
        return np.where(scene <= 1 / 12, np.sqrt(3 * scene), HLG_A * np.log(np.maximum(12 * scene - HLG_B, 1e-9)) + HLG_C)
    return light ** (1 / 2.4)


# Code values

def yuv_from_rgb(code, matrix, depth, is_full):
    """Y', Cb, Cr as they are stored (BT.2100, table 9; full range as JPEG has it)."""
    kr, kb = LUMA[matrix]
    r, g, b = np.moveaxis(code, -1, 0)
    y = kr * r + (1 - kr - kb) * g + kb * b
    cb, cr = (b - y) / (2 - 2 * kb), (r - y) / (2 - 2 * kr)
    unit, top = 2 ** (depth - 8), 2 ** depth - 1
    if is_full:
        stored = [y * top, cb * top + 128 * unit, cr * top + 128 * unit]
    else:
        stored = [(219 * y + 16) * unit, (224 * cb + 128) * unit, (224 * cr + 128) * unit]
    return np.clip(np.rint(np.stack(stored, -1)), 0, top)


def rgb_from_yuv(stored, matrix, depth, is_full):
    kr, kb = LUMA[matrix]
    unit, top = 2 ** (depth - 8), 2 ** depth - 1
    y, cb, cr = np.moveaxis(np.asarray(stored, float), -1, 0)
    if is_full:
        y, cb, cr = y / top, (cb - 128 * unit) / top, (cr - 128 * unit) / top
    else:
        y, cb, cr = (y / unit - 16) / 219, (cb / unit - 128) / 224, (cr / unit - 128) / 224
    r, b = y + (2 - 2 * kr) * cr, y + (2 - 2 * kb) * cb
    return np.stack([r, (y - kr * r - kb * b) / (1 - kr - kb), b], -1)


# HDR in SDR

def bt2390(light, source_peak=PEAK, target_peak=WHITE):
    """The EETF of BT.2390-10, 5.4.1, both blacks 0, on light relative to reference white."""
    top = pq_code(source_peak)
    e1 = np.minimum(pq_code(light * WHITE) / top, 1)
    max_lum = pq_code(target_peak) / top
    knee = 1.5 * max_lum - 0.5
    t = np.maximum(e1 - knee, 0) / (1 - knee)
    bent = (2 * t**3 - 3 * t**2 + 1) * knee + (t**3 - 2 * t**2 + t) * (1 - knee) + (-2 * t**3 + 3 * t**2) * max_lum
    return pq_light(np.where(e1 < knee, e1, bent) * top) / WHITE


def sdr_from_hdr(light, source, destination):
    """HDR light as light of an SDR display: the curve on the largest of R, G, B, then as much saturation as fits at the
    same luminance, found by bisection."""
    peak = np.maximum(light.max(-1, keepdims=True), 1e-9)
    rgb = between(light * bt2390(peak) / peak, source, destination)
    grey = np.clip(rgb @ xyz_from_rgb(destination)[1], 0, 1)[..., None]
    low, high = np.zeros_like(grey), np.ones_like(grey)
    for _ in range(40):
        middle = (low + high) / 2
        mixed = grey + middle * (rgb - grey)
        fits = ((mixed >= -1e-12) & (mixed <= 1 + 1e-12)).all(-1, keepdims=True)
        low, high = np.where(fits, middle, low), np.where(fits, high, middle)
    return np.where(((rgb >= 0) & (rgb <= 1)).all(-1, keepdims=True), rgb, grey + low * (rgb - grey))


# Differences

def lab(light, primaries):
    """CIE L*a*b* against reference white."""
    xyz = light @ xyz_from_rgb(primaries).T / np.array([D65[0] / D65[1], 1, (1 - sum(D65)) / D65[1]])
    f = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz * (29 / 6) ** 2 / 3 + 4 / 29)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], -1)


def ciede2000(one, other):
    """ΔE of CIE 142 (Sharma, Wu and Dalal 2005)."""
    (l1, a1, b1), (l2, a2, b2) = np.moveaxis(one, -1, 0), np.moveaxis(other, -1, 0)
    c7 = ((np.hypot(a1, b1) + np.hypot(a2, b2)) / 2) ** 7
    g = 0.5 * (1 - np.sqrt(c7 / (c7 + 25.0**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1, h2 = np.degrees(np.arctan2(b1, a1)) % 360, np.degrees(np.arctan2(b2, a2)) % 360
    grey = c1 * c2 == 0
    dh = np.where(grey, 0, (h2 - h1 + 180) % 360 - 180)
    mean_h = np.where(grey, h1 + h2, np.where(np.abs(h1 - h2) <= 180, (h1 + h2) / 2, ((h1 + h2 + 360) / 2) % 360))
    dl, dc, dH = l2 - l1, c2 - c1, 2 * np.sqrt(c1 * c2) * np.sin(np.radians(dh) / 2)
    l, c = (l1 + l2) / 2, (c1 + c2) / 2
    t = (1 - 0.17 * np.cos(np.radians(mean_h - 30)) + 0.24 * np.cos(np.radians(2 * mean_h))
         + 0.32 * np.cos(np.radians(3 * mean_h + 6)) - 0.20 * np.cos(np.radians(4 * mean_h - 63)))
    sl = 1 + 0.015 * (l - 50) ** 2 / np.sqrt(20 + (l - 50) ** 2)
    sc, sh = 1 + 0.045 * c, 1 + 0.015 * c * t
    rc = 2 * np.sqrt(c**7 / (c**7 + 25.0**7))
    rt = -np.sin(np.radians(60 * np.exp(-(((mean_h - 275) / 25) ** 2)))) * rc
    return np.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dH / sh) ** 2 + rt * (dc / sc) * (dH / sh))
