internal import Geometry
internal import Imaging
internal import MediaIO
internal import Vision

/// Makes grey pictures from a clip's frames, upright and in square pixels. Used by one thread.
final class LumaReader {
    private let longSide: Int
    private let video: VideoDescription
    private let path: String
    private var scaler: FrameScaler?

    init(longSide: Int, video: VideoDescription, path: String) {
        (self.longSide, self.video, self.path) = (longSide, video, path)
    }

    func callAsFunction(_ frame: Frame) throws -> GreyImage {
        let size = video.squareSize
        let upright = try luma(of: try composable(frame), orientation: video.orientation, longSide: longSide)
        if size == video.uprightSize { return upright }
        let factor = min(1, Double(longSide) / Double(max(size.width, size.height)))
        return try upright.resized(
            width: max(1, Int((Double(size.width) * factor).rounded())),
            height: max(1, Int((Double(size.height) * factor).rounded())))
    }

    /// The frame itself where its luma can be read as it lies (nearly every clip), else converted to grey.
    private func composable(_ frame: Frame) throws -> Frame {
        if frame.format.isComposable { return frame }
        guard let grey = PixelFormat.named("gray") else { preconditionFailure("libav knows gray") }
        let source = FrameScaler.Kind(frame)
        if scaler?.source != source {
            scaler = try FrameScaler(
                from: source,
                to: FrameScaler.Kind(
                    format: grey, width: frame.width, height: frame.height, colour: ColourDescription(range: .full)),
                path: path)
        }
        guard let converted = try scaler?.scale(frame) else { return frame }
        return converted
    }
}
