internal import COpenCVShim
package import Geometry
package import Imaging

extension GreyImage {
    /// Lends the pixels to OpenCV.
    func withPlane<Result>(_ body: (ocv_plane) throws(VisionError) -> Result) throws(VisionError) -> Result {
        let (width, height) = (Int32(width), Int32(height))
        return try unsafe pixels.withUnsafeBufferPointer { (buffer) throws(VisionError) -> Result in
            guard let base = buffer.baseAddress else {
                throw VisionError(step: "read a picture", detail: "it is empty")
            }
            return try unsafe body(ocv_plane(pixels: base, width: width, height: height, stride: Int64(width)))
        }
    }

    /// Makes a picture of which OpenCV writes every pixel.
    static func filled(
        width: Int, height: Int, _ step: String, _ body: (ocv_mutable_plane) throws(VisionError) -> ocv_status
    ) throws(VisionError) -> GreyImage {
        guard width > 0, height > 0 else { throw VisionError(step: step, detail: "the picture would be empty") }
        var image = GreyImage(width: width, height: height)
        let status = try unsafe image.pixels.withUnsafeMutableBufferPointer {
            (buffer) throws(VisionError) -> ocv_status in
            guard let base = buffer.baseAddress else { return -1 }
            return try unsafe body(
                ocv_mutable_plane(pixels: base, width: Int32(width), height: Int32(height), stride: Int64(width)))
        }
        try VisionError.check(status, step)
        return image
    }

    /// The picture in another size: by pixel areas where it shrinks, bilinear where it grows.
    package func resized(width: Int, height: Int) throws(VisionError) -> GreyImage {
        if width == self.width && height == self.height { return self }
        return unsafe try withPlane { source throws(VisionError) in
            unsafe try GreyImage.filled(width: width, height: height, "resize a picture") {
                unsafe ocv_resize(source, $0)
            }
        }
    }

    /// The picture turned or mirrored so that it is seen upright.
    package func upright(_ orientation: Orientation) throws(VisionError) -> GreyImage {
        if orientation == .upright { return self }
        let size = orientation.uprightSize(width: width, height: height)
        return unsafe try withPlane { source throws(VisionError) in
            unsafe try GreyImage.filled(width: size.width, height: size.height, "turn a picture") {
                unsafe ocv_upright(source, Int32(orientation.rawValue), $0)
            }
        }
    }

    /// Gaussian blur; sigmas in pixels.
    package func blurred(sigmaX: Double, sigmaY: Double) throws(VisionError) -> GreyImage {
        unsafe try withPlane { source throws(VisionError) in
            unsafe try GreyImage.filled(width: width, height: height, "blur a picture") {
                unsafe ocv_blur(source, sigmaX, sigmaY, $0)
            }
        }
    }

    /// The mean of bilinear warps: result(x) = mean of self(map(x)) over `selfFromResult`; the border repeats outside.
    package func warped(by selfFromResult: [Homography], width: Int, height: Int) throws(VisionError) -> GreyImage {
        let maps = selfFromResult.flatMap(\.matrix.rowMajor)
        return unsafe try withPlane { source throws(VisionError) in
            unsafe try GreyImage.filled(width: width, height: height, "warp a picture") {
                unsafe ocv_warp_mean(source, maps, Int32(selfFromResult.count), $0)
            }
        }
    }

    /// 255 inside the convex polygon, 0 outside.
    package static func mask(of polygon: [Point2], width: Int, height: Int) throws(VisionError) -> GreyImage {
        let corners = polygon.flatMap { [$0.x, $0.y] }
        return unsafe try filled(width: width, height: height, "draw a mask") {
            unsafe ocv_fill_polygon(corners, Int32(polygon.count), $0)
        }
    }

    /// The picture with every pixel's other value: what was 0 is 255, and the reverse.
    package var inverted: GreyImage { GreyImage(width: width, height: height, pixels: pixels.map { ~$0 }) }

    /// The darker of both pictures at each pixel: of two masks, where both are set.
    package func intersection(_ other: GreyImage) -> GreyImage {
        precondition(width == other.width && height == other.height, "pictures of one size")
        return GreyImage(width: width, height: height, pixels: zip(pixels, other.pixels).map(min))
    }

    /// Corners to follow (Shi and Tomasi 1994), best first.
    package func goodPoints(limit: Int, quality: Double, minDistance: Double) throws(VisionError) -> [Point2] {
        var points = [Float](repeating: 0, count: limit * 2)
        var count: Int32 = 0
        let status = unsafe try withPlane { source throws(VisionError) in
            unsafe ocv_good_points(source, Int32(limit), quality, minDistance, &points, &count)
        }
        try VisionError.check(status, "choose points")
        return (0..<Int(count)).map { Point2(Double(points[2 * $0]), Double(points[2 * $0 + 1])) }
    }

    /// The part of the picture at `x`, `y`; it must lie inside.
    package func cropped(x: Int, y: Int, width: Int, height: Int) -> GreyImage {
        precondition(x >= 0 && y >= 0 && x + width <= self.width && y + height <= self.height, "a crop lies inside")
        var result = GreyImage(width: width, height: height)
        for row in 0..<height {
            let from = (y + row) * self.width + x
            result.pixels.replaceSubrange(row * width..<(row + 1) * width, with: pixels[from..<from + width])
        }
        return result
    }
}
