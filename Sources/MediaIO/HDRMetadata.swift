internal import CFFmpegShim

/// The display that HDR pictures were graded on (SMPTE ST 2086).
package struct MasteringDisplay: Hashable, Sendable {
    /// CIE 1931 chromaticity.
    package struct Chromaticity: Hashable, Sendable {
        package let x, y: Double
    }

    /// Red, green, blue, white; `nil` where only luminances are told.
    package let primaries: [Chromaticity]?
    /// Least and most luminance in cd/m²; `nil` where only primaries are told.
    package let luminance: ClosedRange<Double>?
}

/// How bright HDR pictures are (CTA-861.3), in cd/m²: MaxCLL, the brightest pixel, and MaxFALL, the brightest frame on average.
package struct ContentLightLevel: Hashable, Sendable {
    package let most, mostAverage: Int
}

/// What a file notes of the brightness of its HDR pictures. It stays as it is while the pictures are processed.
package struct HDRMetadata: Hashable, Sendable {
    package let mastering: MasteringDisplay?
    package let light: ContentLightLevel?

    init() { (mastering, light) = (nil, nil) }

    init(_ hdr: media_hdr) {
        let p = hdr.primaries
        let corners = [p.0, p.1, p.2, p.3].map { MasteringDisplay.Chromaticity(x: $0.0, y: $0.1) }
        let spans = hdr.has_luminance && hdr.least_luminance <= hdr.most_luminance
        mastering =
            hdr.has_primaries || spans
            ? MasteringDisplay(
                primaries: hdr.has_primaries ? corners : nil,
                luminance: spans ? hdr.least_luminance...hdr.most_luminance : nil) : nil
        light =
            hdr.has_light
            ? ContentLightLevel(most: Int(hdr.most_light), mostAverage: Int(hdr.most_average_light)) : nil
    }

    /// As the shim takes it.
    var libav: media_hdr {
        var hdr = media_hdr()
        if let p = mastering?.primaries, p.count == 4 {
            hdr.has_primaries = true
            hdr.primaries = ((p[0].x, p[0].y), (p[1].x, p[1].y), (p[2].x, p[2].y), (p[3].x, p[3].y))
        }
        if let luminance = mastering?.luminance {
            hdr.has_luminance = true
            (hdr.least_luminance, hdr.most_luminance) = (luminance.lowerBound, luminance.upperBound)
        }
        if let light {
            hdr.has_light = true
            (hdr.most_light, hdr.most_average_light) = (Int32(clamping: light.most), Int32(clamping: light.mostAverage))
        }
        return hdr
    }

    /// The encoder's options that write it into the stream as well; the container's notes alone are enough for most players.
    func options(for encoder: String) -> (name: String, value: String)? {
        switch encoder {
        case "libx265": return join("x265-params", "master-display", "max-cll", scale: true)
        case "libx264": return join("x264-params", "mastering-display", "cll", scale: true)
        case "libsvtav1": return join("svtav1-params", "mastering-display", "content-light", scale: false)
        default: return nil
        }
    }

    private func join(_ option: String, _ display: String, _ level: String, scale: Bool) -> (
        name: String, value: String
    )? {
        var parts: [String] = []
        if let p = mastering?.primaries, let luminance = mastering?.luminance {
            // x264 and x265 count in steps of 0.00002 and 0.0001 cd/m², SVT-AV1 takes plain numbers.
            func chromaticity(_ value: Double) -> String { scale ? "\(Int((value * 50_000).rounded()))" : "\(value)" }
            func nits(_ value: Double) -> String { scale ? "\(Int((min(value, 1e5) * 10_000).rounded()))" : "\(value)" }
            func point(_ name: String, _ c: MasteringDisplay.Chromaticity) -> String {
                "\(name)(\(chromaticity(c.x)),\(chromaticity(c.y)))"
            }
            parts.append(
                "\(display)=" + point("G", p[1]) + point("B", p[2]) + point("R", p[0]) + point("WP", p[3])
                    + "L(\(nits(luminance.upperBound)),\(nits(luminance.lowerBound)))")
        }
        if let light { parts.append("\(level)=\(light.most),\(light.mostAverage)") }
        return parts.isEmpty ? nil : (option, parts.joined(separator: ":"))
    }
}
