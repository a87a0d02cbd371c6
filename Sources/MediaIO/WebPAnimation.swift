internal import CStillsShim
internal import Geometry
internal import Imaging

/// The pictures of an animated WebP with their own durations, as R, G, B and straight alpha. Going back begins again.
@safe final class WebPAnimation: MovingPictures {
    let video: VideoDescription
    /// Of all pictures, in seconds.
    let durationSeconds: Double
    private(set) var damage: Damage?
    private let path: String
    /// The file, which the decoder reads from.
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let handle: OpaquePointer
    private let profile: ColourProfile
    private let milliseconds: TimeBase
    /// When each picture begins, in milliseconds, and when the last one ends.
    private let times: [Int64]
    private var next = 0

    /// Animations keep their file in memory: larger ones are films under a wrong name.
    private static let maxBytes = 512 << 20
    /// A canvas of more pixels than that of a film in 8K.
    private static let maxPixels: Int64 = 1 << 26
    /// What is to be shown for less than 11 ms is shown for 100, as in browsers: such files mean "as fast as usual".
    private static let (shortest, usual): (Int32, Int64) = (11, 100)

    init(_ file: [UInt8], path: String) throws(MediaError) {
        guard file.count <= Self.maxBytes, let milliseconds = TimeBase(1, 1000), let rgba = PixelFormat.named("rgba")
        else {
            throw MediaError(
                path: path, step: .open, detail: "the animation is larger than 512 MiB",
                remedy: "convert it to a video first, for example with ffmpeg")
        }
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: file.count)
        _ = unsafe bytes.initialize(from: file)
        var isTooLarge = false
        let opened = unsafe bytes.baseAddress.flatMap { base in
            unsafe still_animation_open(base, Int64(bytes.count), Self.maxPixels, &isTooLarge)
        }
        guard let handle = unsafe opened else {
            unsafe bytes.deallocate()
            throw MediaError(
                path: path, step: .decode,
                detail: isTooLarge ? "its pictures have more pixels than can be used" : "the animation is damaged",
                remedy: isTooLarge ? "save a smaller copy of it" : "copy the file again from where it comes")
        }
        (self.path, self.milliseconds) = (path, milliseconds)
        unsafe self.bytes = bytes
        unsafe self.handle = handle
        let info = unsafe still_animation_describe(handle)
        var times: [Int64] = [0]
        for index in 0..<info.frame_count {
            let stated = unsafe still_animation_duration(handle, index)
            times.append((times.last ?? 0) + (stated < Self.shortest ? Self.usual : Int64(stated)))
        }
        self.times = times
        durationSeconds = milliseconds.seconds(times.last ?? 0)
        var size: Int64 = 0
        profile = ColourProfile(
            unsafe still_animation_profile(handle, &size).map { start in
                unsafe [UInt8](UnsafeBufferPointer(start: start, count: Int(size)))
            })
        let count = Int(info.frame_count)
        // Described as its first picture comes out; the profile decides.
        let sample = try profile.applied(
            to: Frame(
                allocating: rgba, width: 1, height: 1, colour: Self.colour,
                presentationTime: ClipTime(ticks: 0, timeBase: milliseconds)), path: path)
        video = VideoDescription(
            width: Int(info.width), height: Int(info.height), format: sample.format, colour: sample.colour,
            orientation: .upright, timeBase: milliseconds,
            estimatedFrameRate: durationSeconds > 0 ? Double(count) / durationSeconds : 0, estimatedFrameCount: count)
    }

    deinit {
        unsafe still_animation_close(handle)
        unsafe bytes.deallocate()
    }

    private static let colour = ColourDescription(matrix: 0, range: .full)

    var firstTicks: Int64 { 0 }

    /// The first picture alone.
    func firstFrame() throws(MediaError) -> Frame {
        guard let frame = try nextFrame() else {
            throw MediaError(
                path: path, step: .decode, detail: "no picture of the animation can be decoded",
                remedy: "copy the file again from where it comes")
        }
        return frame
    }

    func nextFrame() throws(MediaError) -> Frame? {
        guard next + 1 < times.count, let rgba = PixelFormat.named("rgba") else { return nil }
        guard let pixels = unsafe still_animation_next(handle) else {
            damage = Damage(errorCount: 1, detail: "the animation is damaged")
            return nil
        }
        var frame = Frame(
            allocating: rgba, width: video.width, height: video.height, colour: Self.colour,
            presentationTime: ClipTime(ticks: times[next], timeBase: milliseconds),
            duration: times[next + 1] - times[next])
        let bytesPerRow = video.width * 4
        unsafe frame.withMutablePlane(0) { base, stride in
            for row in 0..<video.height {
                unsafe (base + row * stride).copyMemory(from: pixels + row * bytesPerRow, byteCount: bytesPerRow)
            }
        }
        next += 1
        return try profile.applied(to: frame, path: path)
    }

    func seek(toFrameAtOrBefore ticks: Int64) throws(MediaError) {
        // Pictures build upon those before them.
        unsafe still_animation_rewind(handle)
        next = 0
    }
}
