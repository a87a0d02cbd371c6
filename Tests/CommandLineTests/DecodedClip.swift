import Foundation
import Geometry
import Imaging
import MediaIO
import Tracking

/// All frames of a clip, decoded.
struct DecodedClip {
    let info: ClipInfo
    let frames: [Frame]

    init(_ path: String) throws {
        let reader = try ClipReader(path: path, threadCount: 1)
        var frames: [Frame] = []
        while let frame = try reader.nextFrame() { frames.append(frame) }
        (info, self.frames) = (reader.info, frames)
    }

    /// Seconds of each frame, from the first.
    var seconds: [Double] {
        frames.map { $0.presentationTime.seconds - (frames.first?.presentationTime.seconds ?? 0) }
    }
}

extension Frame {
    /// One component at a place of the frame as it is stored, in luma pixels. 8 bits, or more in two bytes.
    func sample(_ component: Int, x: Int, y: Int) -> Int {
        let place = format.components[component]
        let isChroma = format.isChroma(component: component)
        let column = (isChroma ? x >> format.log2ChromaWidth : x) * place.step + place.offset
        let row = isChroma ? y >> format.log2ChromaHeight : y
        return withPlane(place.plane) { base, stride in
            let start = base + row * stride + column * format.bytesPerSample
            let value = format.bytesPerSample == 2 ? Int(start.load(as: UInt16.self)) : Int(start.load(as: UInt8.self))
            return value >> format.shift
        }
    }

    /// The places, in luma pixels, whose samples differ from those of another frame of the same planar 8-bit format.
    func differences(to other: Frame) -> Set<SIMD2<Int>> {
        var result: Set<SIMD2<Int>> = []
        for component in 0..<3 {
            let size = format.size(ofPlane: component, width: width, height: height)
            let isChroma = format.isChroma(component: component)
            let step: SIMD2<Int> = isChroma ? [1 << format.log2ChromaWidth, 1 << format.log2ChromaHeight] : [1, 1]
            withPlane(component) { base, stride in
                other.withPlane(component) { otherBase, otherStride in
                    for y in 0..<size.rows {
                        let (row, otherRow) = (base + y * stride, otherBase + y * otherStride)
                        if memcmp(row, otherRow, size.samples) == 0 { continue }
                        for x in 0..<size.samples where memcmp(row + x, otherRow + x, 1) != 0 {
                            result.insert(SIMD2(x, y) &* step)
                        }
                    }
                }
            }
        }
        return result
    }
}

extension Quad {
    /// How far a place lies outside, in pixels; negative inside. The corners run clockwise as one sees them.
    func distanceOutside(_ point: Point2) -> Double {
        let corners = corners
        return (0..<4).map { index in
            let side = corners[(index + 1) % 4] - corners[index]
            return -side.cross(point - corners[index]) / side.length
        }.max() ?? .infinity
    }
}

extension Track {
    /// The track in a file.
    static func read(_ path: String) throws -> Track {
        try TrackFile.track(from: Data(contentsOf: URL(fileURLWithPath: path)), path: path)
    }
}
