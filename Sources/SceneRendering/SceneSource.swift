internal import CPixelKernels
package import Geometry
package import Imaging

/// A shot that is read like a clip: frames in yuv420p, BT.709, limited range, stored with an orientation.
package final class SceneSource: FrameSource {
    package let video: VideoDescription
    private let shot: Shot
    private let keyframeInterval: Int
    private var nextIndex = 0

    /// `keyframeInterval` frames lie between those that `seek` can go to.
    package init(_ shot: Shot, orientation: Orientation = .upright, keyframeInterval: Int = 1) {
        (self.shot, self.keyframeInterval) = (shot, max(1, keyframeInterval))
        let stored = orientation.uprightSize(width: shot.scene.camera.width, height: shot.scene.camera.height)
        video = VideoDescription(
            width: stored.width, height: stored.height, format: .yuv420p, colour: .bt709, orientation: orientation,
            timeBase: shot.timeBase, estimatedFrameRate: shot.frameRate, estimatedFrameCount: shot.frameCount)
    }

    package func nextFrame() -> Frame? {
        guard nextIndex < shot.frameCount else { return nil }
        defer { nextIndex += 1 }
        let time = ClipTime(ticks: Int64(nextIndex) * shot.ticksPerFrame, timeBase: shot.timeBase)
        return Frame(picture: shot.frame(nextIndex).picture, orientation: video.orientation, presentationTime: time)
    }

    package func seek(toFrameAtOrBefore ticks: Int64) {
        let index = min(max(Int(ticks / shot.ticksPerFrame), 0), max(0, shot.frameCount - 1))
        nextIndex = index / keyframeInterval * keyframeInterval
    }
}

extension PixelFormat {
    /// Planar Y, Cb, Cr, 8 bits, chroma at half the width and height.
    fileprivate static let yuv420p = PixelFormat(
        name: "yuv420p", model: .yuv, components: (0..<3).map { Component(plane: $0, step: 1, offset: 0) }, bitDepth: 8,
        shift: 0, log2ChromaWidth: 1, log2ChromaHeight: 1, hasAlpha: false)
}

extension ColourDescription {
    fileprivate static let bt709 = ColourDescription(
        primaries: 1, transfer: 1, matrix: 1, range: .limited, chromaLocation: 1)
}

extension Frame {
    /// An upright sRGB picture as a clip would store it: turned back by `orientation`, yuv420p, BT.709, limited range.
    package init(picture: RGBAImage, orientation: Orientation, presentationTime: ClipTime) {
        let stored = orientation.uprightSize(width: picture.width, height: picture.height)
        self.init(
            allocating: .yuv420p, width: stored.width, height: stored.height, colour: .bt709,
            presentationTime: presentationTime)
        let turned = picture.stored(as: orientation)
        unsafe turned.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return }
            for plane in 0..<3 { unsafe write(plane, from: base) }
        }
    }

    /// Converts the rows of one plane from R'G'B' of the frame's stored size.
    private mutating func write(_ plane: Int, from pixels: UnsafePointer<UInt8>) {
        let (width, height) = (width, height)
        let rows = format.size(ofPlane: plane, width: width, height: height).rows
        unsafe withMutablePlane(plane) { base, bytesPerRow in
            for y in 0..<rows {
                let row = unsafe (base + y * bytesPerRow).assumingMemoryBound(to: UInt8.self)
                if plane == 0 {
                    unsafe scene_luma_row(pixels + 4 * y * width, row, Int32(width))
                } else {
                    let (above, below) = (2 * y, min(2 * y + 1, height - 1))
                    unsafe scene_chroma_row(
                        pixels + 4 * above * width, pixels + 4 * below * width, row, Int32(width), Int32(plane))
                }
            }
        }
    }
}

extension RGBAImage {
    /// The bytes of the picture as it is stored when `orientation` will turn it upright.
    fileprivate func stored(as orientation: Orientation) -> [UInt8] {
        guard orientation != .upright else { return pixels }
        let size = orientation.uprightSize(width: width, height: height)
        let map = orientation.uprightFromStored(width: size.width, height: size.height).matrix.rowMajor.map { Int($0) }
        // An upright pixel's number is linear in the stored pixel's place: the map is a turn or mirror.
        let (origin, stepX, stepY) = (map[5] * width + map[2], map[3] * width + map[0], map[4] * width + map[1])
        var result = [UInt8](repeating: 0, count: pixels.count)
        unsafe result.withUnsafeMutableBufferPointer { result in
            unsafe pixels.withUnsafeBufferPointer { pixels in
                guard let target = result.baseAddress, let source = pixels.baseAddress else { return }
                unsafe scene_turn(
                    source, target, Int32(size.width), Int32(size.height), Int64(origin), Int64(stepX), Int64(stepY))
            }
        }
        return result
    }
}
