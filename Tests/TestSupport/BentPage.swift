package import Geometry
package import Imaging
package import SceneRendering

#if canImport(Glibc)
    internal import Glibc
#endif

/// A page that is not flat, on the stage: its middle line over or in the stage's origin, its ends in the stage's plane. It is
/// rendered as narrow flat strips.
package struct BentPage: Sendable {
    package enum Shape: Sendable {
        /// A part of a cylinder, bulging towards the viewer.
        case cylinder
        /// Two flat halves, with the fold lowest.
        case spread
    }
    private let shape: Shape
    private let isAcross: Bool
    private let width, height, sagitta: Double

    /// - Parameters:
    ///   - sagitta: metres that the middle lies above the line from end to end, or below.
    ///   - isAcross: whether its left and right edges stay straight; else top and bottom do.
    package init(_ shape: Shape, widthMetres: Double, heightMetres: Double, sagitta: Double, isAcross: Bool) {
        (self.shape, self.isAcross, self.sagitta) = (shape, isAcross, sagitta)
        (width, height) = (widthMetres, heightMetres)
    }

    /// Metres along the page's bent way.
    private var length: Double { isAcross ? width : height }

    /// Half the angle of the cylinder's part, by bisection: (1 − cos a) / 2a = sagitta / length.
    private var halfAngle: Double {
        var (low, high) = (1e-6, 1.5)
        for _ in 0..<50 {
            let middle = (low + high) / 2
            if (1 - cos(middle)) / (2 * middle) < sagitta / length { low = middle } else { high = middle }
        }
        return low
    }

    /// Where a point of the page lies on the stage; u and v run from −1 to 1 over the page.
    package func place(u: Double, v: Double) -> Point3 {
        let (along, across) = isAcross ? (u, v * height / 2) : (v, u * width / 2)
        let way: (along: Double, up: Double)
        switch shape {
        case .cylinder:
            let (angle, radius) = (halfAngle, length / (2 * halfAngle))
            way = (radius * sin(along * angle), radius * (cos(along * angle) - cos(angle)))
        case .spread:
            let half = length / 2
            way = (along * (half * half - sagitta * sagitta).squareRoot(), (abs(along) - 1) * sagitta)
        }
        return isAcross ? Point3(way.along, way.up, across) : Point3(across, way.up, way.along)
    }

    /// The strips with the parts of `image` on them. There are two layers of them, whose seams do not lie over each other.
    package func sheets(_ image: RGBAImage, stripPixels: Int) -> [Sheet] {
        let pixels = isAcross ? image.width : image.height
        return [0, stripPixels / 2].flatMap { offset -> [Sheet] in
            let cuts = [0] + stride(from: stripPixels - offset, to: pixels, by: stripPixels) + [pixels]
            return zip(cuts, cuts.dropFirst()).map { strip(image, $0..<$1) }
        }
    }

    private func strip(_ image: RGBAImage, _ range: Range<Int>) -> Sheet {
        let pixels = Double(isAcross ? image.width : image.height)
        let ends = [range.lowerBound, range.upperBound].map { cut -> Point3 in
            let at = 2 * Double(cut) / pixels - 1
            return isAcross ? place(u: at, v: 0) : place(u: 0, v: at)
        }
        let (middle, way) = ((ends[0] + ends[1]) / 2, ends[1] - ends[0])
        let (c, s) = ((isAcross ? way.x : way.z) / way.length, way.y / way.length)
        let rotation =
            isAcross
            ? Matrix3(Point3(c, -s, 0), Point3(s, c, 0), Point3(0, 0, 1))
            : Matrix3(Point3(1, 0, 0), Point3(0, c, s), Point3(0, -s, c))
        var sheet = Sheet(
            texture: Texture(isAcross ? image.cut(columns: range) : image.cut(rows: range)),
            widthMetres: isAcross ? way.length : width,
            stageFromSheet: .still(RigidTransform(rotation: rotation, translation: middle)))
        sheet.heightMetres = isAcross ? height : way.length
        return sheet
    }
}

extension RGBAImage {
    fileprivate func cut(rows: Range<Int>) -> RGBAImage {
        RGBAImage(
            width: width, height: rows.count,
            pixels: Array(pixels[4 * width * rows.lowerBound..<4 * width * rows.upperBound]))
    }

    fileprivate func cut(columns: Range<Int>) -> RGBAImage {
        var cut: [UInt8] = []
        for row in 0..<height {
            let start = 4 * row * width
            cut += pixels[start + 4 * columns.lowerBound..<start + 4 * columns.upperBound]
        }
        return RGBAImage(width: columns.count, height: height, pixels: cut)
    }
}
