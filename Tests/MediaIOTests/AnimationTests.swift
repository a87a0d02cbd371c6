import Foundation
import Imaging
import MediaIO
import TestSupport
import Testing

/// R, G, B, A of the pixel in the middle of what a film shows at a time.
private func middle(_ film: FilmReader, at seconds: Double) throws -> [UInt8] {
    let frame = try #require(try film.frame(atSeconds: seconds))
    let image = try StillReader.image(of: frame, orientation: .upright, path: film.path)
    let place = (image.height / 2 * image.width + image.width / 2) * 4
    return Array(image.pixels[place..<place + 4])
}

/// A GIF of whole frames of one colour each: a global table of four colours, the last of them transparent.
private func gif(_ frames: [(colour: Int, delay: Int, disposal: Int, x: Int, width: Int)], size: Int = 8) -> [UInt8] {
    var file = Array("GIF89a".utf8) + [UInt8(size), 0, UInt8(size), 0, 0x91, 0, 0]
    file += [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9]
    for frame in frames {
        file += [
            0x21, 0xF9, 4, UInt8(frame.disposal << 2 | 1), UInt8(frame.delay & 255), UInt8(frame.delay >> 8), 3, 0,
        ]
        file += [0x2C, UInt8(frame.x), 0, 0, 0, UInt8(frame.width), 0, UInt8(size), 0, 0, 2]
        // LZW of 2-bit codes: a clear code (4) before each pixel keeps codes three bits long.
        var (bits, count, data): (Int, Int, [UInt8]) = (0, 0, [])
        func put(_ code: Int) {
            bits |= code << count
            count += 3
            while count >= 8 {
                data.append(UInt8(bits & 255))
                (bits, count) = (bits >> 8, count - 8)
            }
        }
        for _ in 0..<frame.width * size {
            put(4)
            put(frame.colour)
        }
        put(5)
        if count > 0 { data.append(UInt8(bits & 255)) }
        for start in stride(from: 0, to: data.count, by: 255) {
            let block = data[start..<min(start + 255, data.count)]
            file += [UInt8(block.count)] + block
        }
        file.append(0)
    }
    return file + [0x3B]
}

@Suite struct AnimationTests {
    @Test func `a GIF's pictures last as long as they say, and those without a time a tenth of a second`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            gif([(0, 30, 1, 0, 8), (1, 0, 1, 0, 8), (2, 1, 1, 0, 8), (0, 5, 1, 0, 8)]), "a.gif")
        let film = try FilmReader(path: path)
        #expect(abs(film.durationSeconds - 0.55) < 1e-6)
        let expected: [(Double, [UInt8])] = [
            (0, [255, 0, 0, 255]), (0.29, [255, 0, 0, 255]), (0.30, [0, 255, 0, 255]), (0.39, [0, 255, 0, 255]),
            (0.40, [0, 0, 255, 255]), (0.49, [0, 0, 255, 255]), (0.50, [255, 0, 0, 255]), (0.86, [0, 255, 0, 255]),
            (0.1, [255, 0, 0, 255]),
        ]
        for (seconds, colour) in expected { #expect(try middle(film, at: seconds) == colour, "at \(seconds) s") }
    }

    @Test func `what a GIF disposes of is gone, also after going back`() throws {
        let folder = try TemporaryFolder()
        // Red everywhere, kept; a blue left half, restored to what was before; a green left half, cleared; nothing.
        let path = try folder.write(
            gif([(0, 10, 1, 0, 8), (2, 10, 3, 0, 5), (1, 10, 2, 0, 5), (3, 10, 1, 0, 8)]), "a.gif")
        let film = try FilmReader(path: path)
        func seen(_ seconds: Double) throws -> [[UInt8]] {
            let frame = try #require(try film.frame(atSeconds: seconds))
            let image = try StillReader.image(of: frame, orientation: .upright, path: path)
            return [2, 6].map { x in Array(image.pixels[(4 * 8 + x) * 4..<(4 * 8 + x) * 4 + 4]) }
        }
        let (red, green, blue): ([UInt8], [UInt8], [UInt8]) = ([255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255])
        for seconds in [0.05, 0.15, 0.25, 0.35, 0.15, 0.35, 0.25, 0.45] {
            let found = try seen(seconds)
            switch Int(seconds * 10 + 1e-6) % 4 {
            case 0: #expect(found == [red, red], "at \(seconds)")
            case 1: #expect(found == [blue, red], "at \(seconds)")
            case 2: #expect(found == [green, red], "at \(seconds)")
            default: #expect(found[0][3] == 0 && found[1] == red, "at \(seconds): \(found)")
            }
        }
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `an animated WebP shows each picture for its own time, with alpha, and loops`() throws {
        let folder = try TemporaryFolder()
        // Six pictures whose red grows, of which the times are made uneven in the file.
        try Tool.make(
            folder("a.webp"),
            "-f lavfi -i color=c=black@0.5:s=40x30:r=10:d=0.6,format=rgba,geq=r=N*40:g=10:b=200:a=128 -c:v libwebp_anim "
                + "-lossless 1 -cr_threshold 0")
        var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder("a.webp"))))
        let durations = [200, 50, 0, 10, 70, 330]
        var number = 0
        for index in 0..<bytes.count - 24 where bytes[index..<index + 4].elementsEqual("ANMF".utf8) {
            let duration = durations[number]
            bytes.replaceSubrange(index + 20..<index + 23, with: [UInt8(duration & 255), UInt8(duration >> 8), 0])
            number += 1
        }
        #expect(number == 6)
        let path = try folder.write(bytes, "uneven.webp")
        #expect(MediaProbe.kind(of: path) == .video)
        let film = try FilmReader(path: path)
        // 0 and 10 ms count as 100.
        let starts = [0.0, 0.2, 0.25, 0.35, 0.45, 0.52]
        #expect(abs(film.durationSeconds - 0.85) < 1e-9)
        for seconds in [0, 0.199, 0.2, 0.249, 0.25, 0.349, 0.35, 0.45, 0.519, 0.52, 0.849, 0.85, 1.06, 0.3, 0.01] {
            let index = starts.lastIndex { $0 <= seconds.truncatingRemainder(dividingBy: 0.85) + 1e-6 } ?? 0
            #expect(try middle(film, at: seconds) == [UInt8(index * 40), 10, 200, 128], "at \(seconds) s")
        }
        #expect(
            try StillReader.image(path: path).pixels[0..<4].elementsEqual([0, 10, 200, 128]), "as a still, its first")
    }

    @Test(.enabled(if: Tool.isPresent, Tool.missing))
    func `an animated WebP that is cut off plays as far as it goes or is refused`() throws {
        let folder = try TemporaryFolder()
        try Tool.make(folder("a.webp"), "-f lavfi -i testsrc2=s=48x32:r=10:d=1 -c:v libwebp_anim")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder("a.webp")))
        for share in 1..<24 {
            let path = try folder.write(bytes.prefix(bytes.count * share / 24), "cut.webp")
            let error = mediaError {
                let film = try FilmReader(path: path)
                for time in [0, 0.5, 0.95] { _ = try film.frame(atSeconds: time) }
            }
            if let error { #expect(error.description.hasPrefix(path)) }
        }
    }
}
