package import Foundation
package import Geometry
internal import OrderedJSON

/// A camera file: the `camera` object of the track file, alone or under that key (docs/formats.md).
package enum CameraFile {
    /// Why a camera file cannot be used: one sentence.
    package struct Unreadable: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// Reads a camera; its source is `file` whatever the file says.
    package static func camera(from data: Data, path: String) throws(Unreadable) -> Camera {
        let json: JSON
        do { json = try JSON(parsing: data) } catch {
            throw Unreadable(description: "\(path): cannot read the camera: \(error)")
        }
        guard let read = camera(in: json["camera"] ?? json) else {
            throw Unreadable(
                description:
                    "\(path): cannot read the camera: it needs width, height, fx, fy, cx and cy; see docs/formats.md")
        }
        return Camera(
            width: read.width, height: read.height, fx: read.fx, fy: read.fy, cx: read.cx, cy: read.cy,
            distortion: read.distortion, source: .file, focalSigma: read.focalSigma)
    }

    /// A camera from its object, or `nil` when something is missing or cannot be.
    static func camera(in json: JSON) -> Camera? {
        guard let width = json["width"]?.integer, let height = json["height"]?.integer, let fx = json["fx"]?.double,
            let fy = json["fy"]?.double, let cx = json["cx"]?.double, let cy = json["cy"]?.double,
            (1...1_000_000).contains(width), (1...1_000_000).contains(height), fx > 0, fy > 0
        else { return nil }
        let distortion = json["distortion"]?.array?.compactMap(\.double) ?? []
        return Camera(
            width: Int(width), height: Int(height), fx: fx, fy: fy, cx: cx, cy: cy,
            distortion: distortion.count == 5 ? distortion : [0, 0, 0, 0, 0],
            source: json["source"]?.string.flatMap(Camera.Source.init(rawValue:)) ?? .assumed,
            focalSigma: json["focalSigma"]?.double ?? 0)
    }

    /// The object that stands for a camera in our files.
    static func json(_ camera: Camera) -> JSON {
        [
            "width": .integer(camera.width), "height": .integer(camera.height), "fx": .decimal(camera.fx, places: 3),
            "fy": .decimal(camera.fy, places: 3), "cx": .decimal(camera.cx, places: 3),
            "cy": .decimal(camera.cy, places: 3),
            "distortion": .array(camera.distortion.map { .decimal($0, places: 9) }),
            "source": .string(camera.source.rawValue), "focalSigma": .decimal(camera.focalSigma, places: 3),
        ]
    }
}
