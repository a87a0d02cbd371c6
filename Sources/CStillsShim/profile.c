#include "still_profile.h"
#include <lcms2.h>
#include <math.h>
#include <stdlib.h>

struct still_conversion {
    cmsHTRANSFORM transform;
};

/// Chromaticities of red, green and blue, by the numbers of ITU-T H.273. White is D65 in all.
typedef struct {
    int32_t number;
    double r[2], g[2], b[2];
} primaries_entry;

static const primaries_entry known_primaries[] = {
    {1, {0.640, 0.330}, {0.300, 0.600}, {0.150, 0.060}},   // BT.709, sRGB
    {5, {0.640, 0.330}, {0.290, 0.600}, {0.150, 0.060}},   // BT.601 with 625 lines
    {6, {0.630, 0.340}, {0.310, 0.595}, {0.155, 0.070}},   // BT.601 with 525 lines
    {9, {0.708, 0.292}, {0.170, 0.797}, {0.131, 0.046}},   // BT.2020
    {12, {0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}},  // Display P3
};

static const cmsCIExyY d65 = {0.3127, 0.3290, 1};

static const primaries_entry *find_primaries(int32_t number) {
    for (size_t i = 0; i < sizeof known_primaries / sizeof *known_primaries; i++)
        if (known_primaries[i].number == number) return &known_primaries[i];
    return NULL;
}

/// The curve from code values to light; NULL for a transfer function that is not of standard dynamic range.
static cmsToneCurve *make_curve(int32_t transfer) {
    // IEC 61966-2-1: ((v + 0.055) / 1.055) ^ 2.4, below 0.04045 v / 12.92.
    static const cmsFloat64Number srgb[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
    switch (transfer) {
    // Stills that name BT.709's curve are meant to be seen as sRGB ones are.
    case 1: case 2: case 6: case 13: case 14: case 15: return cmsBuildParametricToneCurve(NULL, 4, srgb);
    case 4: return cmsBuildGamma(NULL, 2.2);
    case 5: return cmsBuildGamma(NULL, 2.8);
    case 8: return cmsBuildGamma(NULL, 1);
    default: return NULL;
    }
}

static cmsHPROFILE make_profile(int32_t primaries, cmsToneCurve *curve) {
    const primaries_entry *entry = find_primaries(primaries);
    if (!entry || !curve) return NULL;
    const cmsCIExyYTRIPLE triple = {
        {entry->r[0], entry->r[1], 1}, {entry->g[0], entry->g[1], 1}, {entry->b[0], entry->b[1], 1}};
    cmsToneCurve *curves[3] = {curve, curve, curve};
    return cmsCreateRGBProfile(&d65, &triple, curves);
}

static cmsHPROFILE make_profile_of(int32_t primaries, int32_t transfer) {
    cmsToneCurve *curve = make_curve(transfer);
    cmsHPROFILE profile = make_profile(primaries, curve);
    if (curve) cmsFreeToneCurve(curve);
    return profile;
}

static cmsHPROFILE open_profile(const uint8_t *bytes, int64_t size) {
    if (size <= 0 || size > INT32_MAX) return NULL;
    return cmsOpenProfileFromMem(bytes, (cmsUInt32Number)size);
}

/// Whether a curve is that of sRGB, to half a step of 8 bits as it is seen.
static bool is_srgb_curve(const cmsToneCurve *curve) {
    if (!curve) return false;
    for (int i = 0; i <= 32; i++) {
        double code = i / 32.0, light = cmsEvalToneCurveFloat(curve, (float)code);
        if (!(light >= 0 && light <= 1.001)) return false;
        double seen = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055;
        if (fabs(seen - code) > 0.004) return false;
    }
    return true;
}

/// Whether red, green and blue of two profiles are the same colours, to the rounding of their tables.
static bool has_colorants_of(cmsHPROFILE profile, cmsHPROFILE other) {
    static const cmsTagSignature tags[3] = {
        cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag};
    for (int i = 0; i < 3; i++) {
        const cmsCIEXYZ *a = cmsReadTag(profile, tags[i]), *b = cmsReadTag(other, tags[i]);
        if (!a || !b) return false;
        if (fabs(a->X - b->X) > 0.003 || fabs(a->Y - b->Y) > 0.003 || fabs(a->Z - b->Z) > 0.003) return false;
    }
    return true;
}

static bool is_alike(cmsHPROFILE profile, int32_t primaries) {
    // Tables from device to connection space go before the colorants, and say something else.
    if (!cmsIsMatrixShaper(profile) || cmsIsTag(profile, cmsSigAToB0Tag)) return false;
    static const cmsTagSignature curves[3] = {cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag};
    for (int i = 0; i < 3; i++)
        if (!is_srgb_curve(cmsReadTag(profile, curves[i]))) return false;
    cmsHPROFILE reference = make_profile_of(primaries, 13);
    bool result = reference && has_colorants_of(profile, reference);
    if (reference) cmsCloseProfile(reference);
    return result;
}

still_profile_kind still_profile_recognise(const uint8_t *bytes, int64_t size) {
    cmsHPROFILE profile = open_profile(bytes, size);
    if (!profile) return still_profile_unusable;
    still_profile_kind kind = still_profile_unusable;
    if (cmsGetColorSpace(profile) == cmsSigGrayData)
        kind = is_srgb_curve(cmsReadTag(profile, cmsSigGrayTRCTag)) ? still_profile_srgb : still_profile_other_grey;
    else if (cmsGetColorSpace(profile) == cmsSigRgbData)
        kind = is_alike(profile, 1)    ? still_profile_srgb
               : is_alike(profile, 12) ? still_profile_display_p3
                                       : still_profile_other_rgb;
    cmsCloseProfile(profile);
    return kind;
}

/// Closes both profiles.
static still_conversion *make_conversion(
    cmsHPROFILE from, cmsUInt32Number from_type, cmsHPROFILE to, cmsUInt32Number to_type, bool has_alpha) {
    still_conversion *result = from && to ? calloc(1, sizeof *result) : NULL;
    cmsUInt32Number flags = cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOCACHE | (has_alpha ? cmsFLAGS_COPY_ALPHA : 0);
    if (result)
        result->transform = cmsCreateTransform(from, from_type, to, to_type, INTENT_RELATIVE_COLORIMETRIC, flags);
    if (from) cmsCloseProfile(from);
    if (to) cmsCloseProfile(to);
    if (result && !result->transform) {
        free(result);
        result = NULL;
    }
    return result;
}

still_conversion *still_conversion_to_display_p3(const uint8_t *bytes, int64_t size, bool has_alpha) {
    cmsHPROFILE from = open_profile(bytes, size);
    bool is_grey = from && cmsGetColorSpace(from) == cmsSigGrayData;
    cmsUInt32Number rgb = has_alpha ? TYPE_RGBA_16 : TYPE_RGB_16;
    cmsUInt32Number grey = has_alpha ? TYPE_GRAYA_16 : TYPE_GRAY_16;
    return make_conversion(from, is_grey ? grey : rgb, make_profile_of(12, 13), rgb, has_alpha);
}

still_conversion *still_conversion_from_inks(const uint8_t *bytes, int64_t size, bool is_wide) {
    cmsHPROFILE from = open_profile(bytes, size);
    if (from && cmsGetColorSpace(from) != cmsSigCmykData) {
        cmsCloseProfile(from);
        from = NULL;
    }
    return make_conversion(from, is_wide ? TYPE_CMYK_16 : TYPE_CMYK_8, make_profile_of(12, 13), TYPE_RGB_16, false);
}

still_conversion *still_conversion_to_srgb(int32_t primaries, int32_t transfer) {
    return make_conversion(
        make_profile_of(primaries, transfer), TYPE_RGBA_16, make_profile_of(1, 13), TYPE_RGBA_8, true);
}

void still_conversion_run(still_conversion *conversion, const void *source, void *destination, int32_t count) {
    cmsDoTransform(conversion->transform, source, destination, (cmsUInt32Number)count);
}

void still_conversion_close(still_conversion *conversion) {
    if (!conversion) return;
    cmsDeleteTransform(conversion->transform);
    free(conversion);
}
