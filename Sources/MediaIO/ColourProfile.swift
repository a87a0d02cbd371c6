internal import CStillsShim
internal import Imaging

/// A picture's ICC profile, and what it makes of the picture's colours.
///
/// sRGB and Display P3 are told by what they are, not by their names; then only the description of the colours changes.
struct ColourProfile {
    private let bytes: [UInt8]?
    private let kind: still_profile_kind

    /// - Parameter bytes: the profile; one that is damaged, or for inks, counts as none.
    init(_ bytes: [UInt8]?) {
        self.bytes = bytes
        kind =
            unsafe bytes?.withUnsafeBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return still_profile_unusable }
                return unsafe still_profile_recognise(base, Int64(buffer.count))
            } ?? still_profile_unusable
    }

    /// The picture with definite primaries and transfer function: those that the profile is known for; without one the
    /// frame's own, else sRGB. Colours of other profiles are converted to Display P3, in 16 bits.
    func applied(to frame: Frame, path: String) throws(MediaError) -> Frame {
        var colour = frame.colour
        switch kind {
        case still_profile_srgb: (colour.primaries, colour.transfer) = (1, 13)
        case still_profile_display_p3: (colour.primaries, colour.transfer) = (12, 13)
        case still_profile_other_rgb, still_profile_other_grey:
            if let converted = try converted(frame, path: path) { return converted }
            fallthrough
        default:
            if colour.primaries == 2 { colour.primaries = 1 }
            if colour.transfer == 2 { colour.transfer = 13 }
        }
        return Frame(
            format: frame.format, width: frame.width, height: frame.height, colour: colour,
            presentationTime: frame.presentationTime, duration: frame.duration, planes: frame.planes)
    }

    /// The frame in Display P3; `nil` where the profile is not for pictures of its kind.
    private func converted(_ frame: Frame, path: String) throws(MediaError) -> Frame? {
        let hasAlpha = frame.format.hasAlpha
        let isGrey = kind == still_profile_other_grey
        if isGrey, frame.format.components.count > (hasAlpha ? 2 : 1) { return nil }
        guard let target = PixelFormat.named(hasAlpha ? "rgba64le" : "rgb48le"),
            let source = isGrey ? PixelFormat.named(hasAlpha ? "ya16le" : "gray16le") : target,
            let conversion = conversionToDisplayP3(hasAlpha: hasAlpha)
        else { return nil }
        var colour = frame.colour
        (colour.matrix, colour.range) = (0, .full)
        let deep = try FrameScaler(
            from: FrameScaler.Kind(frame),
            to: FrameScaler.Kind(format: source, width: frame.width, height: frame.height, colour: colour), path: path
        ).scale(frame)
        var result = Frame(
            allocating: target, width: frame.width, height: frame.height,
            colour: ColourDescription(primaries: 12, transfer: 13, matrix: 0, range: .full),
            presentationTime: frame.presentationTime, duration: frame.duration)
        unsafe deep.withPlane(0) { from, fromStride in
            unsafe result.withMutablePlane(0) { to, toStride in
                for row in 0..<frame.height {
                    unsafe conversion.run(from + row * fromStride, to + row * toStride, count: frame.width)
                }
            }
        }
        return result
    }

    private func conversionToDisplayP3(hasAlpha: Bool) -> ColourConversion? {
        unsafe bytes?.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return nil }
            return unsafe ColourConversion(still_conversion_to_display_p3(base, Int64(buffer.count), hasAlpha))
        }
    }

    /// From 16-bit R, G, B, A of those colours to 8-bit sRGB; `nil` where they are sRGB's or nearly, or are not known.
    static func conversionToSRGB(_ colour: ColourDescription) -> ColourConversion? {
        // BT.2020 and Display P3: the primaries of the others differ by less than a tracker or an eye would mind.
        guard [9, 12].contains(colour.primaries) else { return nil }
        return unsafe ColourConversion(
            still_conversion_to_srgb(Int32(clamping: colour.primaries), Int32(clamping: colour.transfer)))
    }
}

/// Owns a conversion between colour spaces. One thread at a time.
@safe final class ColourConversion {
    private let handle: OpaquePointer

    /// Takes over `handle`; `nil` for none.
    fileprivate init?(_ handle: OpaquePointer?) {
        guard let handle = unsafe handle else { return nil }
        unsafe self.handle = handle
    }

    deinit { unsafe still_conversion_close(handle) }

    /// Converts `count` pixels in a row; source and destination do not overlap.
    func run(_ source: UnsafeRawPointer, _ destination: UnsafeMutableRawPointer, count: Int) {
        unsafe still_conversion_run(handle, source, destination, Int32(count))
    }
}
