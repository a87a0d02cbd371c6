import Geometry
import Imaging
import Synchronization
import Testing

private let start = ClipTime(ticks: 0, timeBase: TimeBase(1, 600) ?? { preconditionFailure("1 / 600 is positive") }())

extension Frame {
    fileprivate func sample(_ plane: Int, _ x: Int, _ y: Int) -> UInt8 {
        unsafe withPlane(plane) { base, bytesPerRow in
            unsafe base.load(fromByteOffset: y * bytesPerRow + x, as: UInt8.self)
        }
    }

    fileprivate func address(_ plane: Int) -> UInt { unsafe withPlane(plane) { base, _ in UInt(bitPattern: base) } }

    fileprivate mutating func set(_ plane: Int, _ x: Int, _ y: Int, to value: UInt8) {
        unsafe withMutablePlane(plane) { base, bytesPerRow in
            unsafe base.storeBytes(of: value, toByteOffset: y * bytesPerRow + x, as: UInt8.self)
        }
    }

    /// A frame whose planes are filled with 10, 20, 30.
    fileprivate static func filled(width: Int = 5, height: Int = 3) -> Frame {
        var frame = Frame(
            allocating: .yuv420p, width: width, height: height, colour: ColourDescription(), presentationTime: start)
        for plane in 0..<3 {
            let size = frame.format.size(ofPlane: plane, width: width, height: height)
            for y in 0..<size.rows { for x in 0..<size.samples { frame.set(plane, x, y, to: UInt8(10 * plane + 10)) } }
        }
        return frame
    }
}

@Suite struct FrameTests {
    @Test func `a copy that is written leaves the first as it was`() {
        let first = Frame.filled()
        var copy = first
        copy.set(0, 4, 2, to: 99)
        #expect(first.sample(0, 4, 2) == 10 && copy.sample(0, 4, 2) == 99)
        #expect(copy.sample(0, 0, 0) == 10)
    }

    @Test func `only the plane that is written is copied`() {
        let first = Frame.filled()
        var copy = first
        #expect((0..<3).allSatisfy { copy.address($0) == first.address($0) })
        copy.set(1, 0, 0, to: 7)
        #expect(copy.address(0) == first.address(0) && copy.address(2) == first.address(2))
        #expect(copy.address(1) != first.address(1))
    }

    @Test func `a frame that nobody shares is written in place`() {
        var frame = Frame.filled()
        let before = frame.address(0)
        frame.set(0, 1, 1, to: 42)
        #expect(frame.address(0) == before)
        #expect(frame.sample(0, 1, 1) == 42)
    }

    @Test func `a decoder's memory is never written, and is given back once`() {
        let released = Mutex(0)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 5)
        do {
            let storage = PlaneStorage(
                base: memory.baseAddress ?? { preconditionFailure("an allocation has an address") }(), bytesPerRow: 4,
                rows: 2, isShared: true
            ) { released.withLock { $0 += 1 } }
            var frame = Frame(
                format: .grey, width: 4, height: 2, colour: ColourDescription(), presentationTime: start,
                planes: [storage])
            frame.set(0, 3, 1, to: 77)
            #expect(frame.sample(0, 3, 1) == 77 && frame.sample(0, 0, 0) == 5)
            #expect(memory.allSatisfy { $0 == 5 })
            #expect(released.withLock { $0 } == 0)
            withExtendedLifetime(storage) {}
        }
        #expect(released.withLock { $0 } == 1)
        memory.deallocate()
    }

    @Test func `rows of our own begin at multiples of 64 bytes`() {
        let frame = Frame.filled(width: 65, height: 3)
        for plane in 0..<3 {
            let bytesPerRow = frame.withPlane(plane) { _, bytesPerRow in bytesPerRow }
            #expect(bytesPerRow % 64 == 0 && frame.address(plane) % 64 == 0)
        }
        #expect(frame.planes.map(\.rows) == [3, 2, 2])
    }
}

@Suite struct ClipTimeTests {
    @Test func `a time base has two positive parts`() {
        #expect(TimeBase(1, 0) == nil && TimeBase(0, 1) == nil && TimeBase(-1, 30) == nil && TimeBase(1, -30) == nil)
        #expect(TimeBase(1001, 30000) != nil)
    }

    @Test func `ticks of a time base are seconds, also before the start and after a day`() throws {
        let ntsc = try #require(TimeBase(1001, 30000))
        #expect(ClipTime(ticks: 30000, timeBase: ntsc).seconds == 1001)
        #expect(ClipTime(ticks: -30, timeBase: ntsc).seconds == -1.001)
        let fine = try #require(TimeBase(1, 90000))
        #expect(fine.seconds(90000 * 86400) == 86400)
    }
}

@Suite struct DescriptionTests {
    @Test func `a clip that is stored turned is upright the other way round`() throws {
        let video = VideoDescription(
            width: 1920, height: 1080, format: .yuv420p, colour: ColourDescription(), orientation: .rotatedClockwise,
            timeBase: try #require(TimeBase(1, 600)), estimatedFrameRate: 30, estimatedFrameCount: 900)
        #expect(video.uprightSize == (1080, 1920))
    }

    @Test func `PQ and HLG are high dynamic range, others are not`() {
        #expect(ColourDescription(transfer: 16).isHDR && ColourDescription(transfer: 18).isHDR)
        #expect(!ColourDescription().isHDR && !ColourDescription(transfer: 1).isHDR)
    }
}
