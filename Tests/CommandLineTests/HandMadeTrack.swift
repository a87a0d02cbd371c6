import Foundation
import Geometry
import MediaIO
import Tracking

extension Party {
    /// Writes the track of a clip in which drawings lie still, each as a square of 40 pixels: "A" on the left, "B" beside it.
    ///
    /// - Parameter sight: what is in sight at a time of the clip.
    func track(_ clip: String, references: [String] = ["A"], sight: (Double) -> Set<String>) throws {
        let reader = try ClipReader(path: self(clip), threadCount: 1)
        let (info, video) = (reader.info, reader.video)
        var frames: [Track.Frame] = []
        while let frame = try reader.nextFrame() {
            let seen = sight(frame.presentationTime.seconds)
            let anchors = references.enumerated().filter { seen.contains($0.element) }
                .map { anchor($0.element, left: Double(4 + 48 * $0.offset)) }
            frames.append(Track.Frame(ticks: frame.presentationTime.ticks, anchors: anchors))
        }
        let camera = Camera(
            width: video.width, height: video.height, focalLength35mm: 28, source: .assumed, relativeSigma: 0.1)
        let track = Track(
            program: "by hand",
            clip: Track.Clip(
                file: clip, bytes: info.byteCount, sha256: "", width: video.width, height: video.height,
                timeBase: video.timeBase, orientation: .upright),
            camera: camera,
            references: references.map {
                Track.Reference(
                    name: $0, widthMetres: 0.2, heightMetres: 0.2, pixelWidth: 200, pixelHeight: 200, sha256: "")
            }, frames: frames)
        try write(TrackFile.data(track), clip + ".jsonl")
    }

    private func anchor(_ name: String, left: Double) -> Track.Anchor {
        let (right, top, bottom) = (left + 40, 10.0, 50.0)
        return Track.Anchor(
            reference: name, state: .tracked, confidence: 1, sigma: 0.1,
            corners: Quad(Point2(left, top), Point2(right, top), Point2(right, bottom), Point2(left, bottom)),
            cameraFromAnchor: RigidTransform(
                rotation: .identity, translation: Point3(0, 0, -1)))
    }

    /// The mean luma in the middle of the left drawing, or of the one beside it, in each frame of a film.
    func lumas(_ film: String, beside: Bool = false) throws -> [Int] {
        try DecodedClip(self(film)).frames.map { $0.sample(0, x: beside ? 72 : 24, y: 30) }
    }

    /// The first channel of a file's sound, and the time of its first sample.
    func sound(_ film: String) throws -> (rate: Int, start: Double, samples: [Float]) {
        let rate =
            try Int(Tool.ffprobe("-select_streams a -show_entries stream=sample_rate", self(film)).first ?? "") ?? 1
        let start =
            try Double(Tool.ffprobe("-select_streams a -show_entries stream=start_time", self(film)).first ?? "") ?? 0
        try ffmpeg("-i @/\(film) -map 0:a:0 -af pan=mono|c0=c0 -c:a pcm_f32le -f f32le @/\(film).raw")
        let bytes = try read(film + ".raw")
        return (rate, start, bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) })
    }
}
