package import Geometry
package import Imaging
internal import References
package import Vision

extension ClipTracker {
    /// The anchors of every frame, from all that was observed: gaps bridged, noise taken off, poses chosen over the whole clip.
    ///
    /// - Parameters:
    ///   - camera: in upright pixels of the clip.
    ///   - pictureWidth, pictureHeight: the size of the pictures that were observed.
    package func solve(
        camera: Camera, timeBase: TimeBase, pictureWidth: Int, pictureHeight: Int
    ) throws(VisionError) -> [Track.Frame] {
        let scale = Double(camera.width) / Double(pictureWidth)
        let clipFromPicture = Homography.resizing(scale, Double(camera.height) / Double(pictureHeight))
        let solver = PathSolver(
            options: options, seconds: observations.ticks.map { timeBase.seconds($0) }, isCut: observations.isCut)
        var frames = observations.ticks.map { Track.Frame(ticks: $0, anchors: []) }
        for (index, reference) in references.enumerated() where observations.isSeen(index) {
            let path = solver.solve((0..<frameCount).map { observations[index, $0] }).map { solved in
                solved.flatMap { inClipPixels($0, clipFromPicture, scale, camera) }
            }
            let width = reference.widthMetres ?? 1
            let poses = try PosePath(camera: camera, width: width, height: width * reference.aspect).solve(path)
            for frame in frames.indices {
                guard let solved = path[frame], let pose = poses[frame] else { continue }
                frames[frame].anchors.append(
                    Track.Anchor(
                        reference: reference.name, state: solved.isMeasured ? .tracked : .held,
                        confidence: solved.confidence, sigma: solved.sigma, corners: solved.corners,
                        cameraFromAnchor: pose))
            }
        }
        return frames
    }

    /// A solved frame in the clip's pixels; `nil` when no part of the outline is in the frame.
    private func inClipPixels(
        _ solved: SolvedFrame, _ clipFromPicture: Homography, _ scale: Double, _ camera: Camera
    ) -> SolvedFrame? {
        guard let corners = clipFromPicture(solved.corners),
            corners.shareInside(width: camera.width, height: camera.height) > 0
        else { return nil }
        var result = solved
        result.corners = corners
        result.sigma *= scale
        return result
    }
}
