internal import CPixelKernels
internal import Geometry

#if canImport(Glibc)
    internal import Glibc
#endif

/// A hand with a sleeve that reaches over the page from the right: two sheets, the hand and its soft shadow.
package struct Hand: Sendable {
    private let skin, shade: Texture

    /// Its picture's size: from the finger tips to the cuff. The arm goes on behind the sleeve.
    package static let widthMetres = 0.46, heightMetres = 0.26

    /// Paints the hand. 3,000 pixels a metre is enough for a close view at 1080 × 1920; the cost grows with the square.
    package init(pixelsPerMetre: Double = 3000, seed: UInt32 = 11) {
        let (width, height) = (Int(Self.widthMetres * pixelsPerMetre), Int(Self.heightMetres * pixelsPerMetre))
        let limbs = HandShape.limbs(pixelsPerCentimetre: pixelsPerMetre / 100)
        let direction = Point3(-0.42, -0.5, 0.76).normalized
        let light = [Float(direction.x), Float(direction.y), Float(direction.z)]
        skin = unsafe Texture(width: width, height: height) { base in
            for y in 0..<height {
                unsafe scene_limb_row(
                    base + 4 * y * width, Int32(width), Int32(y), limbs, Int32(limbs.count), light, seed)
            }
        }
        shade = skin.shadow(blur: 0.012, depth: 0.5)
    }

    /// The hand's sheets, to be put in front of the pages.
    ///
    /// - Parameters:
    ///   - moving: `stageFromHand`: the hand's picture lies flat over the stage, its middle at the origin; x to the elbow.
    ///   - height: of the hand over the page, metres.
    package func sheets(moving: Motion, height: Double = 0.025) -> [Sheet] {
        let below = Motion.still(.shift(x: height * 0.55, y: 0.001, z: height * 0.66))
        var shadow = Sheet(texture: shade, widthMetres: Self.widthMetres, stageFromSheet: below * moving)
        shadow.hidesPages = false
        let above = Motion.still(.shift(y: height))
        return [shadow, Sheet(texture: skin, widthMetres: Self.widthMetres, stageFromSheet: above * moving)]
    }
}

/// The bones of a relaxed right hand that points left, palm down, in centimetres from the top-left of its picture.
private enum HandShape {
    private struct Bone {
        let from, to: Point2
        let radii: (Double, Double)
        let lift, blend: Double
        let colour: SIMD3<Double>
    }

    private static let skin = SIMD3(0.80, 0.44, 0.285)
    private static let tip = SIMD3(0.83, 0.40, 0.27)
    private static let nail = SIMD3(0.93, 0.62, 0.50)
    private static let cloth = SIMD3(0.045, 0.09, 0.15)
    private static let cuff = SIMD3(0.10, 0.17, 0.25)

    static func limbs(pixelsPerCentimetre scale: Double) -> [scene_limb] {
        (arm + palm + fingers + nails + sleeve).map { bone in
            scene_limb(
                x0: Float(bone.from.x * scale), y0: Float(bone.from.y * scale), radius0: Float(bone.radii.0 * scale),
                x1: Float(bone.to.x * scale), y1: Float(bone.to.y * scale), radius1: Float(bone.radii.1 * scale),
                lift: Float(bone.lift * scale), red: Float(bone.colour.x), green: Float(bone.colour.y),
                blue: Float(bone.colour.z), blend: Float(max(0.5, bone.blend * scale)))
        }
    }

    private static let arm = [
        Bone(from: Point2(47, 14.6), to: Point2(28, 14.2), radii: (3.7, 2.75), lift: 0, blend: 1.2, colour: skin)
    ]

    private static let palm = [
        Bone(from: Point2(26.5, 14.0), to: Point2(20.6, 12.9), radii: (2.7, 2.9), lift: 0.3, blend: 1.4, colour: skin),
        Bone(from: Point2(26.5, 15.2), to: Point2(20.8, 15.6), radii: (2.4, 2.5), lift: 0.3, blend: 1.4, colour: skin),
        Bone(from: Point2(25.4, 12.6), to: Point2(21.6, 10.6), radii: (2.0, 1.7), lift: 0.2, blend: 1.4, colour: skin),
    ]

    /// A finger through its joints: knuckle, two joints, tip.
    private static func finger(_ joints: [Point2], _ radii: [Double]) -> [Bone] {
        let bones = joints.indices.dropLast().map { index -> Bone in
            let isLast = index == joints.count - 2
            return Bone(
                from: joints[index], to: joints[index + 1], radii: (radii[index], radii[index + 1]),
                lift: 1.5 - 0.35 * Double(index), blend: index == 0 ? 0.9 : 0.4, colour: isLast ? tip : skin)
        }
        let (first, second) = (joints[0], joints[1])
        let knuckle = Bone(
            from: first, to: first + Point2(0.8, 0.1), radii: (radii[0] * 1.02, radii[0] * 0.9), lift: 1.45,
            blend: 1.3,
            colour: skin)
        let joint = Bone(
            from: second, to: second + Point2(0.25, 0), radii: (radii[1] * 1.02, radii[1]), lift: 1.35,
            blend: 0.3,
            colour: tip)
        return [knuckle] + bones + [joint]
    }

    private static let index = finger(
        [Point2(18.4, 11.2), Point2(14.4, 9.8), Point2(12.0, 9.3), Point2(10.0, 9.4)], [1.05, 0.92, 0.82, 0.70])
    private static let middle = finger(
        [Point2(17.5, 13.2), Point2(13.0, 12.6), Point2(10.2, 12.3), Point2(8.0, 12.6)], [1.08, 0.95, 0.86, 0.72])
    private static let ring = finger(
        [Point2(17.8, 15.2), Point2(13.8, 15.3), Point2(11.2, 15.4), Point2(9.3, 15.9)], [1.02, 0.90, 0.80, 0.68])
    private static let little = finger(
        [Point2(18.8, 17.0), Point2(15.7, 17.8), Point2(13.8, 18.1), Point2(12.4, 18.6)], [0.90, 0.78, 0.68, 0.58])
    private static let thumb = finger(
        [Point2(22.0, 10.4), Point2(19.0, 7.6), Point2(16.9, 6.3), Point2(15.2, 6.0)], [1.35, 1.10, 0.98, 0.78])
    private static let fingers: [Bone] = index + middle + ring + little + thumb

    private static let nails = [
        (Point2(9.75, 9.32), 0.40), (Point2(7.72, 12.62), 0.42), (Point2(9.05, 15.95), 0.39),
        (Point2(12.2, 18.68), 0.33),
        (Point2(14.95, 5.95), 0.44),
    ].map { place, radius in
        Bone(
            from: place, to: place + Point2(0.45, -0.02), radii: (radius, radius * 0.95), lift: 0.92, blend: 0.08,
            colour: nail)
    }

    private static let sleeve = [
        Bone(from: Point2(48, 14.6), to: Point2(34.5, 14.4), radii: (5.4, 4.5), lift: 1.4, blend: 0.25, colour: cloth),
        Bone(
            from: Point2(34.9, 10.6), to: Point2(34.7, 18.2), radii: (0.75, 0.75), lift: 4.4, blend: 0.3, colour: cuff),
        Bone(from: Point2(39.2, 10.2), to: Point2(37.8, 14.6), radii: (0.5, 0.8), lift: 5.3, blend: 1.1, colour: cloth),
        Bone(from: Point2(42.0, 19.0), to: Point2(39.6, 13.8), radii: (0.5, 0.9), lift: 5.6, blend: 1.2, colour: cloth),
        Bone(from: Point2(45.5, 10.4), to: Point2(42.8, 16.4), radii: (0.6, 0.9), lift: 5.7, blend: 1.2, colour: cloth),
    ]
}
