internal import Foundation
internal import Geometry
internal import SceneRendering

/// The truth of a shot as JSON Lines: a header, then a line for each frame.
struct TruthLine: Encodable {
    struct Page: Encodable {
        let reference: String
        let corners: [[Double]]
        let visibleShare: Double
        let transform: [Double]
    }

    let frame: Int
    let pages: [Page]

    struct Header: Encodable {
        struct Intrinsics: Encodable { let width, height: Int, fx, fy, cx, cy: Double }
        let format = "sketchreel.truth"
        let version = 1
        let camera: Intrinsics
    }

    init(_ frame: Int, _ truths: [PageTruth]) {
        self.frame = frame
        pages = truths.compactMap { truth in
            guard let corners = truth.corners, truth.visibleShare > 0 else { return nil }
            return Page(
                reference: truth.name, corners: corners.corners.map { [rounded($0.x, 4), rounded($0.y, 4)] },
                visibleShare: rounded(truth.visibleShare, 4),
                transform: truth.cameraFromAnchor.columnMajor.map { rounded($0, 7) })
        }
    }

    /// The whole file of a shot.
    static func file(of shot: Shot) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let c = shot.scene.camera
        var file = try encoder.encode(
            Header(camera: .init(width: c.width, height: c.height, fx: c.fx, fy: c.fy, cx: c.cx, cy: c.cy)))
        for index in 0..<shot.frameCount {
            file += Data("\n".utf8)
            file += try encoder.encode(TruthLine(index, shot.truth(ofFrame: index)))
        }
        return file + Data("\n".utf8)
    }
}

private func rounded(_ value: Double, _ digits: Int) -> Double {
    let scale = pow(10, Double(digits))
    return (value * scale).rounded() / scale
}
