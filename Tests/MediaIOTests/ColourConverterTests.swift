import Foundation
import Imaging
import MediaIO
import Testing

/// Kinds of pictures by a short name.
private enum Look: String, CaseIterable {
    case bt709, bt601, bt2020, hlg, pq, sRGB, displayP3

    var colour: ColourDescription {
        switch self {
        case .bt709: ColourDescription(primaries: 1, transfer: 1, matrix: 1, range: .limited, chromaLocation: 1)
        case .bt601: ColourDescription(primaries: 6, transfer: 6, matrix: 6, range: .limited, chromaLocation: 1)
        case .bt2020: ColourDescription(primaries: 9, transfer: 14, matrix: 9, range: .limited, chromaLocation: 1)
        case .hlg: ColourDescription(primaries: 9, transfer: 18, matrix: 9, range: .limited, chromaLocation: 1)
        case .pq: ColourDescription(primaries: 9, transfer: 16, matrix: 9, range: .limited, chromaLocation: 1)
        case .sRGB: ColourDescription(primaries: 1, transfer: 13, matrix: 0, range: .full)
        case .displayP3: ColourDescription(primaries: 12, transfer: 13, matrix: 0, range: .full)
        }
    }

    func kind(_ format: String, width: Int = 64, height: Int = 64) throws -> FrameScaler.Kind {
        .init(format: try #require(PixelFormat.named(format)), width: width, height: height, colour: colour)
    }
}

/// A frame of `kind` whose samples are `value(component, x)`, x counted in the component's own grid.
private func frame(_ kind: FrameScaler.Kind, _ value: (_ component: Int, _ x: Int) -> Int) throws -> Frame {
    let time = ClipTime(ticks: 7, timeBase: try #require(TimeBase(1, 25)))
    var frame = Frame(
        allocating: kind.format, width: kind.width, height: kind.height, colour: kind.colour, presentationTime: time,
        duration: 3)
    for (index, component) in kind.format.components.enumerated() {
        let grid = kind.format.size(ofComponent: index, width: kind.width, height: kind.height)
        frame.withMutablePlane(component.plane) { base, stride in
            for y in 0..<grid.height {
                for x in 0..<grid.width {
                    let (place, sample) = (x * component.step + component.offset, value(index, x) << kind.format.shift)
                    if kind.format.bytesPerSample == 1 {
                        base.storeBytes(of: UInt8(sample), toByteOffset: y * stride + place, as: UInt8.self)
                    } else {
                        base.storeBytes(of: UInt16(sample), toByteOffset: y * stride + place * 2, as: UInt16.self)
                    }
                }
            }
        }
    }
    return frame
}

extension Frame {
    /// A sample of the middle row.
    fileprivate func middle(_ component: Int, x: Int) -> Int {
        let place = format.components[component]
        let row = format.size(ofComponent: component, width: width, height: height).height / 2
        return withPlane(place.plane) { base, stride in
            let sample = x * place.step + place.offset
            let stored =
                format.bytesPerSample == 1
                ? Int(base.load(fromByteOffset: row * stride + sample, as: UInt8.self))
                : Int(base.load(fromByteOffset: row * stride + sample * 2, as: UInt16.self))
            return stored >> format.shift
        }
    }
}

private func convert(_ frame: Frame, to kind: FrameScaler.Kind) throws -> Frame {
    try ColourConverter(from: .init(frame), to: kind, path: "film.mp4").convert(frame)
}

@Suite struct ColourConverterTests {
    /// BT.2408: SDR white shows as 203 cd/m², which is 75 % of HLG and 58 % of PQ (58.06 %, unrounded).
    @Test(arguments: [(Look.hlg, 0.75), (.pq, 0.5806)])
    fileprivate func `SDR white lies at reference white in HDR`(look: Look, share: Double) throws {
        let white = try frame(Look.bt709.kind("yuv420p")) { component, _ in component == 0 ? 235 : 128 }
        let result = try convert(white, to: look.kind("yuv420p10le"))
        #expect(abs(Double(result.middle(0, x: 32)) - (64 + 876 * share)) <= 1)
        #expect((1...2).allSatisfy { abs(result.middle($0, x: 16) - 512) <= 1 })
        #expect(result.colour.transfer == look.colour.transfer)
        #expect(result.presentationTime == white.presentationTime && result.duration == 3)
    }

    /// Each SDR kind through every other one that holds all of it, and back: a ramp of greys comes back as it was.
    @Test(arguments: [Look.hlg, .pq, .bt2020, .bt601])
    fileprivate func `a ramp of greys comes back within a code`(look: Look) throws {
        let ramp = try Look.bt709.kind("yuv444p", width: 220)
        let before = try frame(ramp) { component, x in component == 0 ? 16 + x : 128 }
        // What HDR shows beyond half of white is bent on its way to SDR, so only the way there is looked at.
        let there = try convert(before, to: look.kind("yuv444p12le", width: 220))
        let curve = look.colour.transferFunction
        for x in 0..<220 {
            let light = pow(Double(x) / 219, 2.4)
            let expected = 256 + 3504 * curve.code(fromLinear: light)
            // The source's own rounding is nothing here: codes are exact. Below 1 % of light a table's first steps show.
            #expect(abs(Double(there.middle(0, x: x)) - expected) <= (x < 32 ? 4 : 2), "\(x)")
        }
        guard !look.colour.isHDR else { return }
        let back = try convert(there, to: ramp)
        for x in 0..<220 { #expect(abs(back.middle(0, x: x) - before.middle(0, x: x)) <= 1, "\(x)") }
    }

    /// HDR between HDR kinds is lossless up to the display's peak, for colours too.
    @Test func `HLG becomes PQ and comes back within a code of ten bits`() throws {
        let kind = try Look.hlg.kind("yuv444p10le", width: 128)
        // Greys, and colours that stay inside of the gamut.
        let before = try frame(kind) { component, x in
            component == 0 ? 200 + x * 5 : component == 1 ? 512 + (x % 8) * 6 : 512 - (x % 5) * 6
        }
        let pq = try convert(before, to: Look.pq.kind("yuv444p12le", width: 128))
        let back = try convert(pq, to: kind)
        for x in 0..<128 {
            for component in 0..<3 {
                #expect(abs(back.middle(component, x: x) - before.middle(component, x: x)) <= 1, "\(x) \(component)")
            }
        }
    }

    /// BT.2100: the system gamma goes by luminance. Red alone at code 1 shows 1000 · 0.2627^0.2 cd/m² of red.
    @Test func `HLG's colours have the light that BT.2100 gives them`() throws {
        var kind = try Look.hlg.kind("gbrp10le")
        kind = .init(
            format: kind.format, width: 64, height: 64,
            colour: ColourDescription(primaries: 9, transfer: 18, matrix: 0, range: .full))
        let red = try frame(kind) { component, _ in component == 2 ? 1023 : 0 }
        let target = FrameScaler.Kind(
            format: kind.format, width: 64, height: 64,
            colour: ColourDescription(primaries: 9, transfer: 16, matrix: 0, range: .full))
        let result = try convert(red, to: target)
        let pq = TransferFunction(16)
        let expected = pq.code(fromLinear: 1000 / 203 * pow(0.2627, 0.2)) * 1023
        #expect(abs(Double(result.middle(2, x: 32)) - expected) <= 1.5)
        #expect(result.middle(0, x: 32) <= 1 && result.middle(1, x: 32) <= 1)
        let back = try convert(result, to: kind)
        #expect(abs(back.middle(2, x: 32) - 1023) <= 1)
    }

    /// The curve's own values, printed by its formula elsewhere: reference white shows as 160 of 203 cd/m²; 50 cd/m² stay.
    @Test(arguments: [(Look.hlg, 0.75, 0.786), (.pq, 0.5806, 0.786), (.pq, 0.4403, 50.0 / 203), (.hlg, 1, 1)])
    fileprivate func `HDR bends into SDR by BT.2390`(look: Look, code: Double, light: Double) throws {
        let luma = Int((64 + 876 * code).rounded())
        let grey = try frame(look.kind("yuv420p10le")) { component, _ in component == 0 ? luma : 512 }
        let result = try convert(grey, to: Look.bt709.kind("yuv420p"))
        let expected = 16 + 219 * pow(light, 1 / 2.4)
        let rows = (0..<64).map { Double(result.middle(0, x: $0)) }
        // Eight bits are dithered: their mean counts.
        #expect(abs(rows.reduce(0, +) / 64 - expected) <= 1)
    }

    @Test func `what SDR cannot show loses saturation and not its place in the range`() throws {
        // BT.2020's own green, brighter than SDR's white.
        let green = try frame(Look.hlg.kind("yuv444p10le")) { component, _ in [740, 300, 200][component] }
        let result = try convert(green, to: Look.sRGB.kind("gbrp"))
        let (g, b, r) = (result.middle(0, x: 3), result.middle(1, x: 3), result.middle(2, x: 3))
        #expect(g > 200 && g > r + 40 && g > b + 40)
    }

    @Test func `a still's grey becomes the code that shows the same on video`() throws {
        let grey = try frame(Look.sRGB.kind("rgba")) { component, _ in component == 3 ? 255 : 128 }
        let result = try convert(grey, to: Look.bt709.kind("yuv420p10le"))
        let light = pow((128.0 / 255 + 0.055) / 1.055, 2.4)
        #expect(abs(Double(result.middle(0, x: 32)) - (64 + 876 * pow(light, 1 / 2.4))) <= 1)
    }

    @Test func `Display P3's red is beyond BT.709's and is cut off there`() throws {
        let red = try frame(Look.displayP3.kind("rgba")) { component, _ in [255, 0, 0, 255][component] }
        let result = try convert(red, to: Look.sRGB.kind("gbrp"))
        #expect((0..<3).map { result.middle($0, x: 32) } == [0, 0, 255])
    }

    @Test func `colours that show alike take the short way`() throws {
        let source = try Look.bt709.kind("yuv420p", width: 100, height: 80)
        let film = try frame(source) { component, x in component == 0 ? 20 + x * 2 : 100 + x }
        for format in ["yuv420p", "nv12", "yuv422p10le"] {
            let target = try Look.bt709.kind(format)
            let direct = try FrameScaler(from: source, to: target, path: "").scale(film)
            #expect(samples(try convert(film, to: target)) == samples(direct))
        }
    }

    @Test(arguments: ["yuva420p", "rgba", "gbrap", "yuva444p10le"], ["yuva420p10le", "gbrap12le", "yuva444p"])
    func `alpha goes along`(source: String, target: String) throws {
        let look: Look = source.hasPrefix("yuv") ? .bt709 : .sRGB
        let kind = try look.kind(source)
        let top = 1 << kind.format.bitDepth - 1
        let film = try frame(kind) { component, x in component == 3 ? x * top / 63 : top / 2 }
        for destination in [Look.hlg, .bt601] {
            let result = try convert(film, to: destination.kind(target))
            let depth = 1 << result.format.bitDepth - 1
            for x in 0..<64 {
                let share = Double(result.middle(3, x: x)) / Double(depth)
                #expect(abs(share - Double(film.middle(3, x: x)) / Double(top)) < 0.006, "\(x)")
            }
        }
        // Colours are the same without it, half transparent or not.
        let solid = try frame(kind) { component, _ in component == 3 ? top : top / 2 }
        let (plain, solidPlain) = try (
            convert(film, to: Look.hlg.kind("yuv420p10le")), convert(solid, to: Look.hlg.kind("yuv420p10le"))
        )
        #expect(samples(plain) == samples(solidPlain))
    }

    @Test(arguments: [Look.hlg, .bt601])
    fileprivate func `a film without alpha is opaque where the clip's kind has it`(look: Look) throws {
        let film = try frame(Look.bt709.kind("yuv420p")) { _, _ in 128 }
        let result = try convert(film, to: look.kind("yuva420p10le"))
        #expect((0..<64).allSatisfy { result.middle(3, x: $0) == 1023 })
    }

    @Test(arguments: ["nv12", "p010le", "rgb24", "yuv420p10be", "gray", "yuyv422", "yuv411p", "gray10le"])
    func `pictures of every layout are converted`(format: String) throws {
        let described = try #require(PixelFormat.named(format))
        let look: Look = described.isRGB ? .sRGB : .bt601
        let white = try frame(look.kind("yuv444p")) { component, _ in component == 0 ? 180 : 128 }
        let source = FrameScaler.Kind(format: described, width: 64, height: 64, colour: look.colour)
        let film = try FrameScaler(from: .init(white), to: source, path: "").scale(white)
        let result = try convert(film, to: Look.pq.kind("p010le", width: 32, height: 32))
        #expect((result.width, result.height, result.format.name) == (32, 32, "p010le"))
        #expect((200...573).contains(result.middle(0, x: 16)))
        #expect((1...2).allSatisfy { abs(result.middle($0, x: 8) - 512) <= 4 })
        if format != "yuyv422" {
            let back = try convert(result, to: source)
            #expect(back.format == described)
        }
    }

    @Test(arguments: [(65, 33, 65, 33), (65, 33, 51, 27), (64, 64, 33, 31), (1, 1, 1, 1), (3, 2, 2, 2)])
    func `sizes that leave half a chroma sample are converted`(
        width: Int, height: Int, toWidth: Int, toHeight: Int
    ) throws {
        for format in ["yuv420p", "yuva420p", "rgba", "nv12"] {
            let look: Look = format == "rgba" ? .sRGB : .bt709
            let film = try frame(look.kind(format, width: width, height: height)) { _, _ in 128 }
            for target in ["yuv420p10le", "yuv422p", "p010le"] {
                let result = try convert(film, to: Look.hlg.kind(target, width: toWidth, height: toHeight))
                let unit = 1 << (result.format.bitDepth - 8)
                #expect((result.width, result.height) == (toWidth, toHeight))
                #expect(abs(result.middle(1, x: 0) - 128 * unit) <= 2 * unit, "\(format) \(target)")
                let luma = result.middle(0, x: 0)
                #expect((80 * unit...160 * unit).contains(luma), "\(format) \(target)")
            }
        }
    }

    @Test func `planes that begin anywhere are converted all the same`() throws {
        let kind = try Look.bt709.kind("yuv444p", width: 50, height: 10)
        let whole = try frame(kind) { component, x in component == 0 ? 40 + x : 120 + x % 9 }
        let odd = whole.planes.map { plane in
            let memory = UnsafeMutableRawPointer.allocate(byteCount: 53 * 10 + 1, alignment: 64)
            for row in 0..<10 { memcpy(memory + 1 + row * 53, plane.base + row * plane.bytesPerRow, 50) }
            nonisolated(unsafe) let owned = memory
            return PlaneStorage(base: memory + 1, bytesPerRow: 53, rows: 10, isShared: true) { owned.deallocate() }
        }
        let shifted = Frame(
            format: kind.format, width: 50, height: 10, colour: kind.colour, presentationTime: whole.presentationTime,
            planes: odd)
        let target = try Look.bt2020.kind("yuv420p10le", width: 20, height: 6)
        #expect(samples(try convert(shifted, to: target)) == samples(try convert(whole, to: target)))
    }

    @Test func `what a clip does not say follows from its own size, not from that of a reduced film`() throws {
        let format = try #require(PixelFormat.named("yuv420p"))
        let clip = FrameScaler.Kind(format: format, width: 1920, height: 1080, colour: ColourDescription())
        let reduced = clip.resized(toWidth: 320, height: 240)
        #expect((reduced.width, reduced.colour.matrix, reduced.colour.primaries) == (320, 1, 1))
    }
}
