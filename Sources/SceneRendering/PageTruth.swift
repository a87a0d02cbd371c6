package import Geometry

/// Where a page really is in a frame, in the middle of its exposure.
package struct PageTruth: Hashable, Sendable {
    package let name: String
    /// Upright pixels; `nil` when a corner lies behind the camera or the page is seen from its back.
    package let corners: Quad?
    /// The share of the page's area in the picture that is inside the frame and not hidden, 0…1.
    package let visibleShare: Double
    package let cameraFromAnchor: RigidTransform
}

extension Scene {
    /// The truth of every named sheet at a time in seconds, in the sheets' order.
    package func truth(at seconds: Double) -> [PageTruth] {
        let cameraFromStage = cameraFromStage(seconds)
        return sheets.indices.compactMap { index in
            guard let name = sheets[index].name else { return nil }
            let cameraFromAnchor = cameraFromStage * sheets[index].stageFromSheet(seconds)
            let seen = sheets[index].cornersInSheet.compactMap { camera.project(cameraFromAnchor($0)) }
            let corners = Quad(seen).flatMap { $0.signedArea > 0 ? $0 : nil }
            let inside = corners?.shareInside(width: camera.width, height: camera.height) ?? 0
            let open =
                inside > 0 ? 1 - hiddenShare(ofSheet: index, cameraFromStage: cameraFromStage, seconds: seconds) : 0
            return PageTruth(
                name: name, corners: corners, visibleShare: inside * open, cameraFromAnchor: cameraFromAnchor)
        }
    }

    /// The share of a sheet's area *in the frame* that sheets in front of it hide, from 24 × 24 points on it.
    private func hiddenShare(ofSheet index: Int, cameraFromStage: RigidTransform, seconds: Double) -> Double {
        let covers = sheets[(index + 1)...].filter(\.hidesPages)
        let projections = covers.compactMap { cover in
            SheetProjection(cover, camera: camera, cameraFromSheet: cameraFromStage * cover.stageFromSheet(seconds))
                .map { (cover, $0) }
        }
        guard !projections.isEmpty else { return 0 }
        let sheet = sheets[index]
        let cameraFromSheet = cameraFromStage * sheet.stageFromSheet(seconds)
        var (seen, hidden) = (0.0, 0.0)
        for step in 0..<24 * 24 {
            let (u, v) = ((Double(step % 24) + 0.5) / 24 - 0.5, (Double(step / 24) + 0.5) / 24 - 0.5)
            let point = cameraFromSheet(Point3(u * sheet.widthMetres, 0, v * sheet.heightMetres))
            guard let pixel = camera.project(point), contains(pixel) else { continue }
            let area = 1 / (-point.z * -point.z * -point.z)  // of a step on a plane, as the camera sees it
            seen += area
            hidden += area * (1 - projections.reduce(1) { $0 * (1 - $1.1.alpha(of: $1.0, at: pixel)) })
        }
        return seen > 0 ? hidden / seen : 0
    }

    private func contains(_ pixel: Point2) -> Bool {
        pixel.x >= -0.5 && pixel.y >= -0.5 && pixel.x < Double(camera.width) - 0.5
            && pixel.y < Double(camera.height) - 0.5
    }
}
