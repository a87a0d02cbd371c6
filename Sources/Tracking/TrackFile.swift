package import Foundation
internal import Geometry
internal import Imaging
internal import OrderedJSON

/// The track file, `NAME.track.jsonl` (docs/formats.md): JSON Lines, a header and a line for every presented frame.
package enum TrackFile {
    package static let formatName = "sketchreel.track"
    package static let version: Int64 = 1

    /// Why a track file cannot be used: one sentence that names the file and the line.
    package struct Unreadable: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    // MARK: Writing

    /// The whole file. Numbers are rounded to what they are worth, so the same run gives the same bytes.
    package static func data(_ track: Track) -> Data { pieces(track).reduce(into: Data()) { $0 += $1 } }

    /// The same in pieces, each made when it is asked for: of a long clip the whole takes much memory.
    package static func pieces(_ track: Track) -> some Sequence<Data> {
        let head = CollectionOfOne(Data((header(track).text(.compact) + "\n").utf8))
        let lines = stride(from: 0, to: track.frames.count, by: framesInPiece).lazy.map { first in
            let frames = first..<min(first + framesInPiece, track.frames.count)
            return Data(frames.map { line(track, $0).text(.compact) + "\n" }.joined().utf8)
        }
        return [AnySequence(head), AnySequence(lines)].lazy.joined()
    }

    private static let framesInPiece = 256

    private static func header(_ track: Track) -> JSON {
        let clip = track.clip
        var source = JSON.Object()
        source["file"] = .string(clip.file)
        source["bytes"] = .integer(clip.bytes)
        source["sha256"] = .string(clip.sha256)
        source["width"] = .integer(clip.width)
        source["height"] = .integer(clip.height)
        source["frames"] = .integer(track.frames.count)
        source["timeBase"] = [.integer(clip.timeBase.numerator), .integer(clip.timeBase.denominator)]
        source["orientation"] = .integer(clip.orientation.rawValue)
        if let number = clip.videoTrack { source["videoTrack"] = .integer(number) }
        return [
            "format": .string(formatName), "version": .integer(version), "program": .string(track.program),
            "clip": .object(source),
            "camera": CameraFile.json(track.camera),
            "exposureShare": track.exposureShare.map { .decimal($0, places: 3) } ?? .null,
            "references": .array(track.references.map(reference)),
        ]
    }

    private static func reference(_ reference: Track.Reference) -> JSON {
        [
            "name": .string(reference.name), "widthMetres": metres(reference.widthMetres),
            "heightMetres": metres(reference.heightMetres), "pixelWidth": .integer(reference.pixelWidth),
            "pixelHeight": .integer(reference.pixelHeight), "sha256": .string(reference.sha256),
        ]
    }

    private static func metres(_ value: Double?) -> JSON { value.map { .decimal($0, places: 7) } ?? .null }

    private static func line(_ track: Track, _ index: Int) -> JSON {
        let frame = track.frames[index]
        return [
            "frame": .integer(index), "pts": .integer(frame.ticks),
            "seconds": .decimal(track.seconds(ofFrame: index), places: 6),
            "anchors": .array(frame.anchors.map(anchor)),
        ]
    }

    private static func anchor(_ anchor: Track.Anchor) -> JSON {
        let flat: JSON = [
            "reference": .string(anchor.reference), "state": .string(anchor.state.rawValue),
            "confidence": .decimal(anchor.confidence, places: 3), "sigma": .decimal(anchor.sigma, places: 3),
            "corners": .array(
                anchor.corners.corners.map { [.decimal($0.x, places: 3), .decimal($0.y, places: 3)] }),
            "transform": .array(anchor.cameraFromAnchor.columnMajor.map { .decimal($0, places: 7) }),
        ]
        guard let bend = anchor.bend, case .object(var members) = flat else { return flat }
        members["bend"] = .array(bend.numbers.map { .decimal($0, places: 3) })
        return .object(members)
    }

    // MARK: Reading

    /// Timestamps that a clip can have: those of its reader.
    private static let ticks: ClosedRange<Int64> = -1 << 61...1 << 61

    /// Reads a track file; unknown keys are ignored.
    package static func track(from data: Data, path: String) throws(Unreadable) -> Track {
        var lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)[...]
        guard let first = lines.popFirst() else {
            throw Unreadable(
                description: "\(path): cannot read the track: it is empty; make it again with sketchreel track")
        }
        let top = try parse(first, path, line: 1)
        guard top["format"]?.string == formatName else {
            throw Unreadable(
                description: "\(path): cannot read the track: this is no track file; make one with sketchreel track")
        }
        guard top["version"]?.integer == version else {
            throw Unreadable(
                description:
                    "\(path): cannot read the track: its version is not \(version); make it again with sketchreel track"
            )
        }
        guard var track = header(from: top) else { throw broken(path, line: 1) }
        let names = Set(track.references.map(\.name))
        for (index, text) in lines.enumerated() {
            let json = try parse(text, path, line: index + 2)
            guard json["frame"]?.integer == Int64(index), let frame = frame(from: json),
                frame.anchors.allSatisfy({ names.contains($0.reference) }),
                frame.ticks > track.frames.last?.ticks ?? .min
            else { throw broken(path, line: index + 2) }
            track.frames.append(frame)
        }
        guard top["clip"]?["frames"]?.integer == Int64(track.frames.count) else {
            throw Unreadable(
                description: "\(path): cannot read the track: it is not whole; make it again with sketchreel track")
        }
        return track
    }

    private static func broken(_ path: String, line: Int) -> Unreadable {
        Unreadable(
            description:
                "\(path): cannot read the track: line \(line) is not as it should be; make it again with sketchreel track"
        )
    }

    private static func parse(_ text: some Collection<UInt8>, _ path: String, line: Int) throws(Unreadable) -> JSON {
        do { return try JSON(parsing: text) } catch {
            throw Unreadable(
                description:
                    "\(path): cannot read the track: line \(line): \(error); make it again with sketchreel track")
        }
    }

    private static func header(from json: JSON) -> Track? {
        guard let clip = json["clip"], let camera = json["camera"].flatMap(CameraFile.camera(in:)),
            let base = clip["timeBase"]?.array?.compactMap(\.integer), base.count == 2,
            let numerator = Int32(exactly: base[0]), let denominator = Int32(exactly: base[1]),
            let timeBase = TimeBase(numerator, denominator),
            let orientation = clip["orientation"]?.integer.flatMap({ Orientation(rawValue: Int($0)) }),
            let references = json["references"]?.array
        else { return nil }
        let known = references.compactMap(reference(from:))
        guard known.count == references.count else { return nil }
        return Track(
            program: json["program"]?.string ?? "",
            clip: Track.Clip(
                file: clip["file"]?.string ?? "", bytes: clip["bytes"]?.integer ?? 0,
                sha256: clip["sha256"]?.string ?? "",
                width: camera.width, height: camera.height, timeBase: timeBase, orientation: orientation,
                videoTrack: clip["videoTrack"]?.integer.flatMap { (1...1_000).contains($0) ? Int($0) : nil }),
            camera: camera, references: known, frames: [],
            exposureShare: json["exposureShare"]?.double.map { min(1, max(0, $0)) })
    }

    private static func reference(from json: JSON) -> Track.Reference? {
        guard let name = json["name"]?.string, let width = json["pixelWidth"]?.integer,
            let height = json["pixelHeight"]?.integer, (1...1_000_000).contains(width), (1...1_000_000).contains(height)
        else { return nil }
        let metres = [json["widthMetres"]?.double, json["heightMetres"]?.double]
        guard metres.allSatisfy({ $0.map { $0 > 0 } ?? true }) else { return nil }
        return Track.Reference(
            name: name, widthMetres: metres[0], heightMetres: metres[1],
            pixelWidth: Int(width), pixelHeight: Int(height), sha256: json["sha256"]?.string ?? "")
    }

    private static func frame(from json: JSON) -> Track.Frame? {
        guard let ticks = json["pts"]?.integer, Self.ticks.contains(ticks), let anchors = json["anchors"]?.array else {
            return nil
        }
        let read = anchors.compactMap(anchor(from:))
        return read.count == anchors.count ? Track.Frame(ticks: ticks, anchors: read) : nil
    }

    private static func anchor(from json: JSON) -> Track.Anchor? {
        guard let reference = json["reference"]?.string,
            let state = json["state"]?.string.flatMap(Track.Anchor.State.init(rawValue:)),
            let points = json["corners"]?.array?.map({ $0.array?.compactMap(\.double) ?? [] }),
            points.allSatisfy({ $0.count == 2 }), let corners = Quad(points.map { Point2($0[0], $0[1]) }),
            corners.isFinite, let numbers = json["transform"]?.array?.compactMap(\.double),
            let transform = RigidTransform(columnMajor: numbers)
        else { return nil }
        let bend = json["bend"]?.array.map { PageBend(numbers: $0.compactMap(\.double)) }
        if json["bend"] != nil, bend == nil || bend == .some(nil) { return nil }
        return Track.Anchor(
            reference: reference, state: state, confidence: json["confidence"]?.double ?? 0,
            sigma: json["sigma"]?.double ?? 0, corners: corners, bend: bend ?? nil, cameraFromAnchor: transform)
    }
}
