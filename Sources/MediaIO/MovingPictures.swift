internal import Imaging

/// Pictures that follow each other in time, from whatever decodes them: what a film shows. Used by one thread at a time.
protocol MovingPictures: AnyObject {
    var video: VideoDescription { get }

    /// Presentation time of the first picture in ticks of the video's time base.
    var firstTicks: Int64 { get }

    /// What could not be decoded so far; `nil` while all is well.
    var damage: Damage? { get }

    /// The next picture, or `nil` at the end.
    func nextFrame() throws(MediaError) -> Frame?

    /// Goes to a picture at or before `ticks`, which is the next one then.
    func seek(toFrameAtOrBefore ticks: Int64) throws(MediaError)
}

extension ClipReader: MovingPictures {
    var firstTicks: Int64 { info.firstTicks }
}
