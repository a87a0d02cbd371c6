package import OrderedJSON

/// *Find the drawings of a catalog in a clip.*
package struct TrackRequest: Hashable, Sendable {
    /// Where the camera's focal length comes from.
    package enum CameraChoice: Hashable, Sendable {
        /// The clip's metadata, else an assumption, which is said.
        case automatic
        /// A camera file, as `calibrate` writes it.
        case file(String)
        /// Millimetres for 35 mm film.
        case focalLength35mm(Double)
    }

    /// The clip's path.
    package let clip: String
    /// The catalog's folder.
    package let catalog: String
    /// Which of the clip's tracks of pictures; `nil` is the one that a player takes.
    package let videoTrack: Int?
    /// Where the focal length comes from.
    package let camera: CameraChoice
    /// The track file that is written.
    package let output: String
    /// The page that shows how it went (HTML); `nil` for none.
    package let report: String?
    /// Whether `output` and `report` may exist.
    package let overwrite: Bool
    /// Whether the work is begun anew, even where an earlier run was stopped in it.
    package let isFresh: Bool

    /// Creates a request.
    package init(
        clip: String, videoTrack: Int? = nil, catalog: String, camera: CameraChoice, output: String,
        report: String? = nil, overwrite: Bool, isFresh: Bool = false
    ) {
        self.videoTrack = videoTrack
        (self.clip, self.catalog, self.camera) = (clip, catalog, camera)
        (self.output, self.report, self.overwrite, self.isFresh) = (output, report, overwrite, isFresh)
    }

    /// The files that are written.
    package var outputs: [String] { [output] + (report.map { [$0] } ?? []) }
}

/// What tracking a clip found.
package struct TrackSummary: Hashable, Sendable {
    /// Where one drawing was seen.
    package struct Sighting: Hashable, Sendable {
        /// The drawing's name.
        package let reference: String
        /// Frames in which it was measured, and frames bridged between two measured ones.
        package let trackedFrames, heldFrames: Int
        /// Clip time of the first and the last frame with it.
        package let firstSeconds, lastSeconds: Double

        /// Creates a sighting.
        package init(
            reference: String, trackedFrames: Int, heldFrames: Int, firstSeconds: Double, lastSeconds: Double
        ) {
            (self.reference, self.trackedFrames, self.heldFrames) = (reference, trackedFrames, heldFrames)
            (self.firstSeconds, self.lastSeconds) = (firstSeconds, lastSeconds)
        }
    }

    /// The track file.
    package let output: String
    /// The page that shows how it went, where one was asked for.
    package let report: String?
    /// Presented frames of the clip.
    package let frameCount: Int
    /// The drawings that were found; none is a result as well (exit status 2).
    package let sightings: [Sighting]
    /// Where the focal length came from ("file", "metadata", "estimated", "assumed") and what it is, in pixels.
    package let cameraSource: String, focalPixels: Double
    /// How often drawings were looked for, and how many seconds that took in all.
    package let lookCount: Int, lookSeconds: Double
    /// How many frames an earlier run, which was stopped, had done; `nil` where all were done by this one.
    package let resumedAtFrame: Int?
    /// Sentences about what was skipped or assumed.
    package let warnings: [String]

    /// Creates a summary.
    package init(
        output: String, report: String?, frameCount: Int, sightings: [Sighting], cameraSource: String,
        focalPixels: Double, lookCount: Int = 0, lookSeconds: Double = 0, resumedAtFrame: Int? = nil,
        warnings: [String]
    ) {
        (self.output, self.report, self.frameCount, self.sightings) = (output, report, frameCount, sightings)
        (self.lookCount, self.lookSeconds, self.resumedAtFrame) = (lookCount, lookSeconds, resumedAtFrame)
        (self.cameraSource, self.focalPixels, self.warnings) = (cameraSource, focalPixels, warnings)
    }

    /// Whether there was something to find and it was found.
    package var hasFound: Bool { !sightings.isEmpty }

    /// The `track` object of the summary (docs/formats.md).
    package var json: JSON {
        [
            "file": .string(output), "report": report.map { .string($0) } ?? .null, "frames": .integer(frameCount),
            "resumedAtFrame": resumedAtFrame.map { .integer($0) } ?? .null,
            "camera": ["source": .string(cameraSource), "focalPixels": .decimal(focalPixels, places: 2)],
            "looks": ["count": .integer(lookCount), "seconds": .decimal(lookSeconds, places: 3)],
            "references": .array(
                sightings.map { sighting in
                    [
                        "name": .string(sighting.reference), "tracked": .integer(sighting.trackedFrames),
                        "held": .integer(sighting.heldFrames),
                        "firstSeconds": .decimal(sighting.firstSeconds, places: 4),
                        "lastSeconds": .decimal(sighting.lastSeconds, places: 4),
                    ]
                }),
        ]
    }
}
