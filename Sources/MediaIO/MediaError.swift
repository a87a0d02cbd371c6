internal import CFFmpegShim

/// Why a file could not be read or written: one sentence that names the file, the step and what to do.
package struct MediaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was being done to the file.
    package enum Step: String, Hashable, Sendable {
        case open, read, decode, convert, encode, write
    }

    package let path: String
    package let step: Step
    /// What went wrong, in the library's or the system's words where they are clear.
    package let detail: String
    /// What the user can do.
    package let remedy: String
    /// libav's own code; 0 where it has none.
    package let code: Int32

    package init(path: String, step: Step, detail: String, remedy: String, code: Int32 = 0) {
        (self.path, self.step, self.detail, self.remedy, self.code) = (path, step, detail, remedy, code)
    }

    package var description: String { "\(path): cannot \(step.rawValue): \(detail); \(remedy)" }
}

extension MediaError {
    /// The error of a shim call that returned `status`.
    ///
    /// `report` is what libav said in words; it goes before the text of the code.
    init(_ status: media_status, path: String, report: String = "") {
        let step = Step(status.step)
        let code = LibavCode(status.code)
        self.init(
            path: path, step: step, detail: report.isEmpty ? code.detail(step) : report, remedy: code.remedy(step),
            code: status.code)
    }

    /// Throws the error of `status` unless it says that all went well.
    static func check(_ status: media_status, path: String) throws(MediaError) {
        if status.code < 0 { throw MediaError(status, path: path) }
    }
}

extension MediaError.Step {
    fileprivate init(_ step: media_step) {
        switch step {
        case media_step_read: self = .read
        case media_step_decode, media_step_open_decoder: self = .decode
        case media_step_convert: self = .convert
        case media_step_encode, media_step_open_encoder: self = .encode
        case media_step_write: self = .write
        default: self = .open
        }
    }
}

/// A libav error code, in words.
struct LibavCode {
    private let code: Int32
    init(_ code: Int32) { self.code = code }

    // POSIX codes are negated errno; the four that libav spells in letters are these.
    private static let invalidData: Int32 = -0x4144_4E49
    private static let (noSuchFile, notPermitted, noMemory, noAccess): (Int32, Int32, Int32, Int32) = (-2, -1, -12, -13)
    private static let (noSpace, readOnly, notSupported): (Int32, Int32, Int32) = (-28, -30, -38)
    private static let invalidArgument: Int32 = -22

    /// Whether the system gave it: of libav's own it is none, nor one that libraries use for whatever they do not take.
    var isOfSystem: Bool { code > -1000 && code != Self.invalidArgument }

    /// libav's or the system's text.
    var text: String { unsafe String.fromC(capacity: 160) { unsafe media_status_text(code, $0, $1) } }

    func detail(_ step: MediaError.Step) -> String {
        switch (code, step) {
        case (Int32(media_error_no_stream), _): "the file has no video"
        case (Int32(media_error_no_decoder), _): "there is no decoder for its codec"
        case (Int32(media_error_not_media), _):
            "this is a list of other files, a text, or another kind of file that is not read"
        case (Self.invalidData, .open): "this is no video or picture, or it is damaged or incomplete"
        case (Self.invalidData, _): "the data is damaged"
        default: text
        }
    }

    func remedy(_ step: MediaError.Step) -> String {
        switch (code, step) {
        case (Self.noSpace, _): "free some space or choose another folder"
        case (Self.noMemory, _): "close other programs, or use smaller pictures"
        case (_, .encode): "choose another --codec or other settings"
        case (Self.noSuchFile, _): "check the name"
        case (Self.noAccess, _), (Self.notPermitted, _), (Self.readOnly, _): "check the permissions"
        case (Int32(media_error_no_stream), _): "give a file that holds moving pictures"
        case (Int32(media_error_no_decoder), _): "convert it to H.264 first, for example with ffmpeg"
        case (Int32(media_error_not_media), _):
            "give the video file itself, or convert it first, for example with ffmpeg"
        case (_, .write): "check the disk, or choose another folder"
        default: "copy the file again from where it comes"
        }
    }
}

extension String {
    /// The text that `fill` writes into a buffer of that many bytes, ended by 0.
    static func fromC(capacity: Int, _ fill: (UnsafeMutablePointer<CChar>, Int32) -> Void) -> String {
        var buffer = [CChar](repeating: 0, count: capacity)
        unsafe buffer.withUnsafeMutableBufferPointer { bytes in
            if let base = bytes.baseAddress { unsafe fill(base, Int32(bytes.count)) }
        }
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
