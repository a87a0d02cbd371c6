package import Geometry

/// What is known of a clip's pictures before the first is decoded.
package struct VideoDescription: Hashable, Sendable {
    /// Size in pixels as stored, before the orientation is applied.
    package let width, height: Int
    package let format: PixelFormat
    package let colour: ColourDescription
    package let orientation: Orientation
    package let timeBase: TimeBase
    /// Pixel width : height; 1 : 1 where the file does not say.
    package let sampleAspectRatio: Double
    /// Average rate in frames a second, and the number of frames, as the container estimates them; for progress alone.
    package let estimatedFrameRate: Double
    package let estimatedFrameCount: Int

    package init(
        width: Int, height: Int, format: PixelFormat, colour: ColourDescription, orientation: Orientation,
        timeBase: TimeBase,
        sampleAspectRatio: Double = 1, estimatedFrameRate: Double, estimatedFrameCount: Int
    ) {
        (self.width, self.height, self.format, self.colour) = (width, height, format, colour)
        (self.orientation, self.timeBase, self.sampleAspectRatio) = (orientation, timeBase, sampleAspectRatio)
        (self.estimatedFrameRate, self.estimatedFrameCount) = (estimatedFrameRate, estimatedFrameCount)
    }

    /// Size in pixels once it is turned.
    package var uprightSize: (width: Int, height: Int) { orientation.uprightSize(width: width, height: height) }

    /// Size as a viewer sees it: upright, in square pixels, of which there are no fewer than the file's either way.
    package var squareSize: (width: Int, height: Int) {
        guard sampleAspectRatio.isFinite, (0.1...10).contains(sampleAspectRatio) else { return uprightSize }
        let wide = (Double(width) * max(1, sampleAspectRatio)).rounded()
        let high = (Double(height) * max(1, 1 / sampleAspectRatio)).rounded()
        return orientation.uprightSize(width: Int(wide), height: Int(high))
    }
}

/// Presented frames in order: a clip, or a scene that is rendered. Used by one thread at a time.
package protocol FrameSource: AnyObject {
    var video: VideoDescription { get }

    /// The next presented frame, or `nil` at the end.
    func nextFrame() throws -> Frame?

    /// Goes back (or forth) so that the next frame is one at or before `ticks` of the time base: a keyframe's, from where
    /// decoding gives the same pictures as from the start. Frames follow in order from there.
    func seek(toFrameAtOrBefore ticks: Int64) throws
}
