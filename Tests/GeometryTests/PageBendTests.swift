import Geometry
import Testing

@Suite struct PageBendTests {
    private let bend = PageBend(numbers: (0..<2 * PageBend.functionCount).map { 1 + Double($0 * 7 % 5) })

    @Test func `corners stay where they are`() throws {
        let bend = try #require(bend)
        for (u, v) in [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)] { #expect(bend(u: u, v: v) == .zero) }
        #expect(bend.largest > 1)
    }

    @Test func `its numbers make it again, and others make none`() throws {
        let bend = try #require(bend)
        #expect(PageBend(numbers: bend.numbers) == bend)
        #expect(PageBend(numbers: Array(bend.numbers.dropLast())) == nil)
        #expect(PageBend(numbers: bend.numbers.map { _ in .infinity }) == nil)
    }

    /// A quarter turn takes x to y and y to −x; shifts do not turn directions.
    @Test func `in a turned frame it points the other way`() throws {
        let bend = try #require(bend)
        let map = Orientation.rotatedClockwise.uprightFromStored(width: 640, height: 480)
        let (before, after) = (bend(u: 0.3, v: -0.4), bend.mapped(by: map)(u: 0.3, v: -0.4))
        #expect((after - Point2(-before.y, before.x)).length < 1e-12)
    }
}
