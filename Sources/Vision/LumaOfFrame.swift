internal import COpenCVShim
package import Geometry
package import Imaging

/// The upright 8-bit luma of `frame`, reduced by a whole number so that its longer side is at most `longSide` pixels: whole
/// blocks of pixels are averaged, which is several times as fast as any other reduction.
///
/// Read straight from the frame's own plane, without conversion: 8-bit rows as they lie, deeper ones by their upper bits.
/// Luma of planar RGB is its green. Frames in formats that are not composable have none: convert them first.
package func luma(
    of frame: Frame, orientation: Orientation, longSide: Int
) throws(VisionError) -> GreyImage {
    guard frame.format.isComposable, let component = frame.format.components.first else {
        throw VisionError(step: "read luma", detail: "\(frame.format.name) has no plane of it")
    }
    let block = max(1, Int((Double(max(frame.width, frame.height)) / Double(longSide)).rounded(.up)))
    let width = max(1, (frame.width + block / 2) / block)
    let height = max(1, (frame.height + block / 2) / block)
    let stored = unsafe try frame.withPlane(component.plane) { (base, bytesPerRow) throws(VisionError) -> GreyImage in
        if frame.format.bytesPerSample == 1 && component.step == 1 {
            let plane = unsafe ocv_plane(
                pixels: base.assumingMemoryBound(to: UInt8.self), width: Int32(frame.width),
                height: Int32(frame.height),
                stride: Int64(bytesPerRow))
            return unsafe try GreyImage.filled(width: width, height: height, "read luma") {
                unsafe ocv_resize(plane, $0)
            }
        }
        return try unsafe upperBits(of: frame, component, base, bytesPerRow).resized(width: width, height: height)
    }
    return try stored.upright(orientation)
}

/// The upper eight bits of a component that is deeper, or that lies between others.
private func upperBits(
    of frame: Frame, _ component: PixelFormat.Component, _ base: UnsafeRawPointer, _ bytesPerRow: Int
) -> GreyImage {
    var image = GreyImage(width: frame.width, height: frame.height)
    let down = frame.format.bitDepth - 8 + frame.format.shift
    let isDeep = frame.format.bytesPerSample == 2
    unsafe image.pixels.withUnsafeMutableBufferPointer { pixels in
        for y in 0..<frame.height {
            let row = unsafe base + y * bytesPerRow
            for x in 0..<frame.width {
                let sample = component.offset + x * component.step
                let value =
                    isDeep
                    ? unsafe UInt8(truncatingIfNeeded: row.load(fromByteOffset: 2 * sample, as: UInt16.self) >> down)
                    : unsafe row.load(fromByteOffset: sample, as: UInt8.self)
                unsafe pixels[y * frame.width + x] = value
            }
        }
    }
    return image
}
