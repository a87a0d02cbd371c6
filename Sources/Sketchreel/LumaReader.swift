internal import Geometry
internal import Imaging
internal import MediaIO
internal import Vision

/// Makes grey pictures from a clip's frames. Used by one thread.
final class LumaReader {
    private let longSide: Int
    private let orientation: Orientation
    private let path: String
    private var scaler: FrameScaler?

    init(longSide: Int, orientation: Orientation, path: String) {
        (self.longSide, self.orientation, self.path) = (longSide, orientation, path)
    }

    func callAsFunction(_ frame: Frame) throws -> GreyImage {
        try luma(of: try composable(frame), orientation: orientation, longSide: longSide)
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
