import Foundation
import Testing

/// Numbers in a clip's headers that cannot be meant: each run ends with a result or a sentence, soon and in little memory.
@Suite(.needsFFmpeg) struct AbsurdNumbersTests {
    /// A number behind the name of a box, counted in bytes from there, and what it is made.
    struct Number: Sendable, CustomTestStringConvertible {
        let box: String
        let offset: Int
        let bytes: [UInt8]

        init(_ box: String, _ offset: Int, _ value: UInt32, size: Int = 4) {
            (self.box, self.offset) = (box, offset)
            bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * (size - 1 - $0))) }
        }

        var testDescription: String { "\(box) + \(offset) = \(bytes)" }
    }

    /// ISO/IEC 14496-12 says where they lie.
    private static let numbers = [
        // Units of time, durations, and the times of samples.
        Number("mvhd", 12, 0), Number("mvhd", 16, .max), Number("mdhd", 12, 0),
        Number("mdhd", 12, 1), Number("mdhd", 12, 0x7FFF_FFFF), Number("mdhd", 12, .max), Number("mdhd", 16, .max),
        Number("stts", 12, 0), Number("stts", 12, 0x7FFF_FFFF), Number("stts", 12, .max),
        Number("elst", 8, .max), Number("elst", 12, 0x7FFF_FFFF), Number("elst", 12, 0x8000_0000),
        Number("elst", 16, 0),
        // How many, how large and where.
        Number("stts", 4, .max), Number("stsc", 4, .max), Number("stsz", 4, .max),
        Number("stsz", 8, .max), Number("stco", 4, .max), Number("stss", 4, .max),
        Number("ctts", 12, .max), Number("dref", 4, .max), Number("stsd", 4, .max),
        // Pictures.
        Number("avc1", 24, .max), Number("avc1", 24, 0), Number("avc1", 24, 0xFFFF_0001), Number("pasp", 0, .max),
        Number("pasp", 4, 0), Number("pasp", 4, .max), Number("tkhd", 40, .max), Number("tkhd", 40, 0),
        Number("tkhd", 76, .max), Number("avcC", 8, .max),
        // Sound: channels and samples a second.
        Number("mp4a", 16, .max, size: 2), Number("mp4a", 16, 0, size: 2), Number("mp4a", 24, .max),
        Number("mp4a", 24, 0), Number("mp4a", 24, 0x0001_0000), Number("esds", 4, .max),
    ]

    @Test(arguments: numbers)
    func `an absurd number ends in a result or a sentence`(number: Number) throws {
        let party = try Party()
        try party.ffmpeg(
            "-i @/brief.mp4 -f lavfi -i sine=d=0.2 -c:v libx264 -preset ultrafast -bf 1 -vf setsar=4/3 -c:a aac "
                + "-movflags +faststart @/whole.mp4")
        var bytes = try party.read("whole.mp4")
        try party.remove("whole.mp4")
        var count = 0
        var rest = bytes.startIndex..<bytes.endIndex
        // In each track that has such a box.
        while let name = bytes.range(of: Data(number.box.utf8), in: rest) {
            let place = name.upperBound + number.offset
            bytes.replaceSubrange(place..<place + number.bytes.count, with: number.bytes)
            rest = name.upperBound..<bytes.endIndex
            count += 1
        }
        #expect(count > 0 || ["pasp", "ctts", "stss"].contains(number.box), "there is no \(number.box)")
        try party.write(bytes, "in.mp4")
        try party.endsWell(
            [
                "augment", "in.mp4", "--album", "Album", "--hold", "1", "-o", "out.mp4", "--preset", "ultrafast",
                "--occlusion", "none", "--light", "none", "--grain", "none",
            ], making: "out.mp4", "\(number.testDescription)")
        guard ["stts", "mdhd", "elst", "mp4a", "tkhd"].contains(number.box) else { return }
        try party.write(bytes, "One/in.mp4")
        try party.endsWell(
            [
                "render", "brief.mp4", "--track", "brief.track.jsonl", "--album", "One", "-o", "out.mkv", "--codec",
                "ffv1", "--hold", "1",
            ], making: "out.mkv", "\(number.testDescription)")
    }
}
