package import Geometry
package import Imaging
internal import References
package import Vision

/// A clip that was solved as a whole.
package struct SolvedClip: Sendable {
    /// One for every presented frame.
    package let frames: [Track.Frame]
    /// The camera that the poses are for: as given, or with the focal length that the clip's own views of pages tell.
    package let camera: Camera
    /// The focal length in pixels that the pages tell, where it contradicts a camera that came from elsewhere.
    package let contradictingFocal: Double?
}

extension ClipTracker {
    /// The anchors of every frame, from all that was observed: gaps bridged, noise taken off, the focal length estimated where
    /// it was only assumed, poses chosen over the whole clip.
    ///
    /// - Parameters:
    ///   - camera: in upright pixels of the clip.
    ///   - pictureWidth, pictureHeight: the size of the pictures that were observed.
    package func solve(
        camera: Camera, timeBase: TimeBase, pictureWidth: Int, pictureHeight: Int
    ) throws(VisionError) -> SolvedClip {
        let scale = Double(camera.width) / Double(pictureWidth)
        let clipFromPicture = Homography.resizing(scale, Double(camera.height) / Double(pictureHeight))
        let seconds = observations.ticks.map { timeBase.seconds($0) }
        let solver = PathSolver(options: options, seconds: seconds, isCut: observations.isCut)
        let seen = references.indices.filter { observations.isSeen($0) }
        let pages = seen.map { index in
            let measured = (0..<frameCount).map { observations[index, $0] }
            let bending = BendPath(isCut: observations.isCut, longestGap: options.longestBridge).solve(measured)
            return bending ?? BendPath.Solved(measurements: measured, bends: measured.map { _ in nil })
        }
        let paths = pages.map { page in
            solver.solve(page.measurements).map { solved in
                solved.flatMap { inClipPixels($0, clipFromPicture, scale, camera) }
            }
        }
        // Single measurements: noise that smoothing takes off does no harm here, motion that it might round off would.
        let (solvedCamera, contradiction) = camera.corrected(
            by: zip(seen, pages).map { index, page in
                let measured = (0..<frameCount).map { frame in
                    // A page that bends is no rectangle that could tell it.
                    page.bends[frame] != nil
                        ? nil
                        : page.measurements[frame].map(SolvedFrame.init)
                            .flatMap { inClipPixels($0, clipFromPicture, scale, camera) }
                }
                return (aspect: references[index].aspect, frames: measured)
            })
        var frames = observations.ticks.map { Track.Frame(ticks: $0, anchors: []) }
        for (index, (page, path)) in zip(seen, zip(pages, paths)) {
            let reference = references[index]
            let width = reference.widthMetres ?? 1
            let rigid = try RigidPath(
                camera: solvedCamera, width: width, height: width * reference.aspect, seconds: seconds,
                isCut: observations.isCut
            ).solve(path)
            for (frame, found) in rigid.enumerated() {
                guard let found else { continue }
                frames[frame].anchors.append(
                    Track.Anchor(
                        reference: reference.name, state: found.solved.isMeasured ? .tracked : .held,
                        confidence: found.solved.confidence, sigma: found.solved.sigma,
                        corners: found.solved.corners,
                        bend: page.bends[frame].map { PageBend($0, radius: found.solved.corners.diagonal / 2) },
                        cameraFromAnchor: found.pose))
            }
        }
        return SolvedClip(frames: frames, camera: solvedCamera, contradictingFocal: contradiction)
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
        result.covariance = solved.covariance.scaled(by: scale * scale)
        return result
    }
}

extension Camera {
    /// The camera after the clip's views of pages were asked: with another focal length where this one is only assumed and they
    /// tell it to 5 %; else as it is, with what they say where it contradicts by more than five standard deviations.
    func corrected(
        by pages: [(aspect: Double, frames: [SolvedFrame?])]
    ) -> (camera: Camera, contradiction: Double?) {
        guard source != .file, !isDistorting, let told = FocalLength(assumed: self).estimate(pages),
            told.sigma < 0.05 * told.focal
        else { return (self, nil) }
        if source == .assumed {
            return (
                Camera(
                    width: width, height: height, fx: told.focal, fy: told.focal * fy / fx, cx: cx, cy: cy,
                    source: .estimated, focalSigma: told.sigma), nil
            )
        }
        let bearable = 5 * (told.sigma * told.sigma + focalSigma * focalSigma).squareRoot()
        return (self, abs(told.focal - fx) > bearable ? told.focal : nil)
    }

    /// Whether straight lines are not seen straight.
    var isDistorting: Bool { distortion.contains { $0 != 0 } }
}
