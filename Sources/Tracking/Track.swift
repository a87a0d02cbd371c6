package import Geometry
package import Imaging

/// What `track` found in a clip: for every presented frame, where each reference is. The track file holds the same.
package struct Track: Hashable, Sendable {
    /// The clip that it belongs to.
    package struct Clip: Hashable, Sendable {
        package var file: String
        package var bytes: Int64
        package var sha256: String
        /// Upright size in pixels.
        package var width, height: Int
        package var timeBase: TimeBase
        package var orientation: Orientation
        /// Which of its tracks of pictures, where it has several; counted from 1.
        package var videoTrack: Int?

        package init(
            file: String, bytes: Int64, sha256: String, width: Int, height: Int, timeBase: TimeBase,
            orientation: Orientation, videoTrack: Int? = nil
        ) {
            self.videoTrack = videoTrack
            (self.file, self.bytes, self.sha256) = (file, bytes, sha256)
            (self.width, self.height, self.timeBase, self.orientation) = (width, height, timeBase, orientation)
        }
    }

    /// A reference that was looked for.
    package struct Reference: Hashable, Sendable {
        package var name: String
        /// Printed size in metres; `nil` where it is not known.
        package var widthMetres, heightMetres: Double?
        package var pixelWidth, pixelHeight: Int
        package var sha256: String

        package init(
            name: String, widthMetres: Double?, heightMetres: Double?, pixelWidth: Int, pixelHeight: Int, sha256: String
        ) {
            (self.name, self.widthMetres, self.heightMetres) = (name, widthMetres, heightMetres)
            (self.pixelWidth, self.pixelHeight, self.sha256) = (pixelWidth, pixelHeight, sha256)
        }
    }

    /// A reference's place in one frame.
    package struct Anchor: Hashable, Sendable {
        package enum State: String, Hashable, Sendable {
            /// Measured in this frame.
            case tracked
            /// Bridged over a gap from both sides.
            case held
        }
        package var reference: String
        package var state: State
        /// 0…1.
        package var confidence: Double
        /// The corners' standard deviation in upright pixels of the clip.
        package var sigma: Double
        /// The reference's outline, in upright pixels of the clip, distorted as the lens does it.
        package var corners: Quad
        /// How the page bends beside the plane that the corners make, in upright pixels of the clip; `nil` where it is flat.
        package var bend: PageBend?
        /// Camera space from anchor space; in units of the reference's width where its size is not known.
        package var cameraFromAnchor: RigidTransform

        package init(
            reference: String, state: State, confidence: Double, sigma: Double, corners: Quad,
            bend: PageBend? = nil, cameraFromAnchor: RigidTransform
        ) {
            (self.reference, self.state, self.confidence, self.sigma) = (reference, state, confidence, sigma)
            (self.corners, self.bend, self.cameraFromAnchor) = (corners, bend, cameraFromAnchor)
        }
    }

    /// One presented frame.
    package struct Frame: Hashable, Sendable {
        /// Presentation timestamp in ticks of the clip's time base.
        package var ticks: Int64
        /// In the order of `references`.
        package var anchors: [Anchor]

        package init(ticks: Int64, anchors: [Anchor]) { (self.ticks, self.anchors) = (ticks, anchors) }
    }

    package var program: String
    package var clip: Clip
    package var camera: Camera
    package var references: [Reference]
    package var frames: [Frame]
    /// The share of the frame time for which the shutter is open, 0…1, where motion showed it.
    package var exposureShare: Double?

    package init(
        program: String, clip: Clip, camera: Camera, references: [Reference], frames: [Frame],
        exposureShare: Double? = nil
    ) {
        (self.program, self.clip, self.camera) = (program, clip, camera)
        (self.references, self.frames, self.exposureShare) = (references, frames, exposureShare)
    }

    /// The same track in pixels of another size and, where they are not square, of another shape: what was tracked in pictures as
    /// one sees them, in the pixels of the file.
    package func resized(width: Int, height: Int) -> Track {
        guard width != clip.width || height != clip.height else { return self }
        let (sx, sy) = (Double(width) / Double(clip.width), Double(height) / Double(clip.height))
        let map = Homography.resizing(sx, sy)
        var track = self
        (track.clip.width, track.clip.height) = (width, height)
        track.camera = Camera(
            width: width, height: height, fx: camera.fx * sx, fy: camera.fy * sy, cx: (camera.cx + 0.5) * sx - 0.5,
            cy: (camera.cy + 0.5) * sy - 0.5, distortion: camera.distortion, source: camera.source,
            focalSigma: camera.focalSigma * sx)
        for frame in track.frames.indices {
            for index in track.frames[frame].anchors.indices {
                var anchor = track.frames[frame].anchors[index]
                anchor.corners = map(anchor.corners) ?? anchor.corners
                anchor.bend = anchor.bend?.mapped(by: map)
                anchor.sigma *= (sx * sy).squareRoot()
                track.frames[frame].anchors[index] = anchor
            }
        }
        return track
    }

    /// Seconds of a frame, for printing and for the show's clock.
    package func seconds(ofFrame index: Int) -> Double { clip.timeBase.seconds(frames[index].ticks) }
}
