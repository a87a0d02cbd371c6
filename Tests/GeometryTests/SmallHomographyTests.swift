import Geometry
import SceneRendering
import Testing

@Suite struct SmallHomographyTests {
    private let centre = Point2(170, 90)
    private let scale = 120.0

    private func random(_ seed: UInt64, reach: Double = 0.1) -> SmallHomography {
        var random = SplitMix(seed: seed)
        return SmallHomography((0..<8).map { _ in .random(in: -reach...reach, using: &random) })
    }

    @Test(arguments: 0..<30 as Range<UInt64>)
    func `the numbers of a map give the map, and the map gives its numbers`(seed: UInt64) throws {
        let small = random(seed)
        let again = SmallHomography(try #require(small.map(centre: centre, scale: scale)), centre: centre, scale: scale)
        for (a, b) in zip(small.parameters, again.parameters) { #expect(abs(a - b) < 1e-12) }
    }

    @Test func `no numbers are no motion`() throws {
        let still = SmallHomography(Array(repeating: 0, count: 8))
        #expect(still.largestShift == 0)
        let map = try #require(still.map(centre: centre, scale: scale))
        let point = try #require(map(Point2(12, 345)))
        #expect((point - Point2(12, 345)).length < 1e-11)
    }

    @Test func `the third and sixth number shift by units of the scale`() throws {
        let map = try #require(SmallHomography([0, 0, 0.1, 0, 0, -0.05, 0, 0]).map(centre: centre, scale: scale))
        let moved = try #require(map(Point2(3, 4)))
        #expect((moved - Point2(15, -2)).length < 1e-11)
    }

    @Test func `the centre stays where it is under numbers without a shift`() throws {
        let map = try #require(
            SmallHomography([0.1, -0.2, 0, 0.05, 0.1, 0, 0.1, -0.1]).map(centre: centre, scale: scale))
        #expect((try #require(map(centre)) - centre).length < 1e-11)
    }

    /// Forward differences of 1e-6 leave an error of the same order.
    @Test(arguments: [(0, 0), (1, 0), (-0.6, 0.8), (0.3, -1.1)])
    func `the jacobian is how a point moves with each number`(u: Double, v: Double) throws {
        let rows = SmallHomography.jacobian(u, v)
        for index in 0..<8 {
            var parameters = [Double](repeating: 0, count: 8)
            parameters[index] = 1e-6
            let map = try #require(SmallHomography(parameters).map(centre: .zero, scale: 1))
            let slope = (try #require(map(Point2(u, v))) - Point2(u, v)) / 1e-6
            #expect(abs(slope.x - rows.x[index]) < 1e-5 && abs(slope.y - rows.y[index]) < 1e-5, "number \(index)")
        }
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `no point of the unit square moves farther than the bound on the shift`(seed: UInt64) throws {
        // To first order: of small numbers.
        let small = random(seed, reach: 1e-4)
        let map = try #require(small.map(centre: .zero, scale: 1))
        for corner in [Point2(-1, -1), Point2(1, -1), Point2(1, 1), Point2(-1, 1), Point2(0.3, 0.9)] {
            let way = try #require(map(corner)) - corner
            #expect(max(abs(way.x), abs(way.y)) <= small.largestShift * 1.001)
        }
    }
}

@Suite struct HomographyPriorTests {
    private let information: SquareMatrix = {
        var random = SplitMix(seed: 4)
        var matrix = SquareMatrix(size: 8)
        for _ in 0..<12 {
            matrix.addOuterProduct(of: (0..<8).map { _ in .random(in: -1...1, using: &random) }, weight: 2)
        }
        return matrix
    }()

    @Test func `a prior does not pull at its most likely place`() {
        let offset = [0.1, 0.2, -0.3, 0.05, 0, 0.4, -0.1, 0.01]
        let prior = HomographyPrior(offset: SmallHomography(offset), information: information)
        #expect(prior.pull(at: SmallHomography(offset.map { -$0 })).allSatisfy { abs($0) < 1e-15 })
    }

    @Test func `the pull is the slope of half the squared distance`() {
        let offset = [0.1, 0.2, -0.3, 0.05, 0, 0.4, -0.1, 0.01]
        let prior = HomographyPrior(offset: SmallHomography(offset), information: information)
        func half(_ small: [Double]) -> Double { information.quadratic(zip(offset, small).map { $0 + $1 }) / 2 }
        let place = [0.2, 0, 0.1, -0.1, 0.3, 0.2, 0, 0.1]
        let pull = prior.pull(at: SmallHomography(place))
        for index in 0..<8 {
            var (up, down) = (place, place)
            (up[index], down[index]) = (place[index] + 1e-4, place[index] - 1e-4)
            #expect(abs((half(up) - half(down)) / 2e-4 - pull[index]) < 1e-8)
        }
    }

    private func random(_ count: Int, _ seed: UInt64, reach: Double = 1) -> [Double] {
        var random = SplitMix(seed: seed)
        return (0..<count).map { _ in .random(in: -reach...reach, using: &random) }
    }

    /// Half the squared distance of the prior plus that of what was measured, at a place.
    @Test(arguments: 0..<10 as Range<UInt64>)
    func `a prior joined with a measurement is most likely where both together are`(seed: UInt64) {
        let prior = HomographyPrior(offset: SmallHomography(random(8, seed)), information: information)
        var measured = SquareMatrix(size: 8)
        for row in 0..<3 as Range<UInt64> { measured.addOuterProduct(of: random(8, 100 * seed + row), weight: 5) }
        let (right, place) = (random(8, seed + 50), SmallHomography(random(8, seed + 60, reach: 0.2)))
        let joined = prior.joined(with: measured, right: right, at: place)
        for trial in 0..<4 as Range<UInt64> {
            let here = SmallHomography(random(8, 1000 + trial))
            let measurement = measured * zip(here.parameters, place.parameters).map { $0 - $1 }
            let expected = zip(prior.pull(at: here), zip(measurement, right)).map { $0 + $1.0 - $1.1 }
            for (a, b) in zip(joined.pull(at: here), expected) { #expect(abs(a - b) < 1e-9) }
        }
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `what is joined and then parted is what was there before`(seed: UInt64) throws {
        let offset = random(8, seed)
        let prior = HomographyPrior(offset: SmallHomography(offset), information: information)
        var measured = SquareMatrix(size: 8)
        for row in 0..<4 as Range<UInt64> { measured.addOuterProduct(of: random(8, 100 * seed + row), weight: 3) }
        let (right, about) = (random(8, seed + 50), SmallHomography(random(8, seed + 60, reach: 0.2)))
        let joined = prior.joined(with: measured, right: right, at: about)
        let covariance = try #require(joined.information.inverse)
        let parted = try #require(
            HomographyPrior.parting(
                SmallHomography(joined.offset.map { -$0 }), covariance, from: measured, right: right, about: about))
        for (a, b) in zip(parted.place, offset) { #expect(abs(a + b) < 1e-8) }
        let before = try #require(information.inverse)
        for row in 0..<8 {
            for column in 0..<8 { #expect(abs(parted.covariance[row, column] - before[row, column]) < 1e-8) }
        }
    }

    @Test func `what a measurement alone told leaves nothing when it is taken out`() throws {
        let place = SmallHomography(random(8, 7))
        let covariance = try #require(information.inverse)
        #expect(
            HomographyPrior.parting(
                place, covariance, from: information.scaled(by: 1.01), right: random(8, 8), about: place)
                == nil)
    }

    @Test func `nothing measured leaves the prior as it was`() throws {
        let prior = HomographyPrior(offset: SmallHomography(random(8, 9)), information: information)
        let joined = prior.joined(
            with: SquareMatrix(size: 8), right: Array(repeating: 0, count: 8), at: SmallHomography(random(8, 10)))
        #expect(joined.information == prior.information)
        for (a, b) in zip(joined.offset, prior.offset) { #expect(abs(a - b) < 1e-9) }
    }
}
