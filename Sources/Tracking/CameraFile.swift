package import Foundation
package import Geometry
package import OrderedJSON

/// A camera file: the `camera` object of the track file, alone or under that key, or what OpenCV writes (docs/formats.md).
package enum CameraFile {
    /// Why a camera file cannot be used: one sentence.
    package struct Unreadable: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// What pictures can measure each way.
    static let sizes = 1...1_000_000

    /// Reads a camera; its source is `file` whatever the file says.
    ///
    /// OpenCV's files often lack the size of the pictures. Then `pictures`, the clip's upright size, is taken if the camera's
    /// axis meets them near their middle; `warning` says so.
    package static func read(
        _ data: Data, path: String, pictures: (width: Int, height: Int)? = nil
    ) throws(Unreadable) -> (camera: Camera, warning: String?) {
        let text = String(decoding: data, as: UTF8.self)
        do {
            if text.first(where: { !$0.isWhitespace }) != "{" {
                guard let camera = try OpenCVStorage(text: text).map(OpenCVCamera.init) ?? nil else {
                    throw OpenCVCamera.Unusable(
                        reason: "it is neither a camera object nor a file of OpenCV with a camera_matrix")
                }
                return try read(camera, path, pictures)
            }
            let json = try JSON(parsing: data)
            if json["camera"] == nil, json["fx"] == nil, let camera = try OpenCVCamera(OpenCVStorage(json: json)) {
                return try read(camera, path, pictures)
            }
            return (try own(json["camera"] ?? json), nil)
        } catch let unusable as OpenCVCamera.Unusable {
            throw Unreadable(description: "\(path): cannot read the camera: \(unusable.reason)")
        } catch { throw Unreadable(description: "\(path): cannot read the camera: \(error)") }
    }

    /// A camera of our own format.
    private static func own(_ json: JSON) throws(OpenCVCamera.Unusable) -> Camera {
        guard let read = camera(in: json) else {
            throw OpenCVCamera.Unusable(reason: "it needs width, height, fx, fy, cx and cy; see docs/formats.md")
        }
        return Camera(
            width: read.width, height: read.height, fx: read.fx, fy: read.fy, cx: read.cx, cy: read.cy,
            distortion: try OpenCVCamera.fiveCoefficients(json["distortion"]?.array?.compactMap(\.double) ?? []),
            source: .file, focalSigma: read.focalSigma)
    }

    private static func read(
        _ camera: OpenCVCamera, _ path: String, _ pictures: (width: Int, height: Int)?
    ) throws(OpenCVCamera.Unusable) -> (camera: Camera, warning: String?) {
        guard let size = camera.size ?? pictures else {
            throw OpenCVCamera.Unusable(reason: sizeIsMissing)
        }
        let offset = (abs(camera.cx / Double(size.width) - 0.5), abs(camera.cy / Double(size.height) - 0.5))
        if camera.size == nil, max(offset.0, offset.1) > 0.1 {
            throw OpenCVCamera.Unusable(
                reason: sizeIsMissing
                    + ": its axis meets the picture at (\(camera.cx), \(camera.cy)), far from the middle of the clip's \(size.width) × \(size.height)"
            )
        }
        let warning =
            "\(path): it does not say for which picture size it is; the clip's \(size.width) × \(size.height) was taken (image_width, image_height)"
        return (
            Camera(
                width: size.width, height: size.height, fx: camera.fx, fy: camera.fy, cx: camera.cx, cy: camera.cy,
                distortion: camera.distortion, source: .file, focalSigma: 0), camera.size == nil ? warning : nil
        )
    }

    private static let sizeIsMissing =
        "it does not say for which picture size it is; add image_width and image_height to it"

    /// A camera from its object, or `nil` when something is missing or cannot be.
    static func camera(in json: JSON) -> Camera? {
        guard let width = json["width"]?.integer, let height = json["height"]?.integer, let fx = json["fx"]?.double,
            let fy = json["fy"]?.double, let cx = json["cx"]?.double, let cy = json["cy"]?.double,
            sizes.contains(Int(clamping: width)), sizes.contains(Int(clamping: height)), fx > 0, fy > 0,
            [fx, fy, cx, cy].allSatisfy(\.isFinite)
        else { return nil }
        let distortion = json["distortion"]?.array?.compactMap(\.double) ?? []
        return Camera(
            width: Int(width), height: Int(height), fx: fx, fy: fy, cx: cx, cy: cy,
            distortion: distortion.count == 5 ? distortion : [0, 0, 0, 0, 0],
            source: json["source"]?.string.flatMap(Camera.Source.init(rawValue:)) ?? .assumed,
            focalSigma: json["focalSigma"]?.double ?? 0)
    }

    /// The object that stands for a camera in our files.
    package static func json(_ camera: Camera) -> JSON {
        [
            "width": .integer(camera.width), "height": .integer(camera.height), "fx": .decimal(camera.fx, places: 3),
            "fy": .decimal(camera.fy, places: 3), "cx": .decimal(camera.cx, places: 3),
            "cy": .decimal(camera.cy, places: 3),
            "distortion": .array(camera.distortion.map { .decimal($0, places: 9) }),
            "source": .string(camera.source.rawValue), "focalSigma": .decimal(camera.focalSigma, places: 3),
        ]
    }
}
