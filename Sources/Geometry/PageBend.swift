/// How a page that is not flat is seen beside where its four corners put it as a plane.
///
/// A displacement in pixels of a frame, on top of the homography that the corners make: D(u, v) = Σ coefficient · function,
/// where u runs from −1 at the page's left edge to 1 at its right one, and v from −1 at the top to 1 at the bottom. Every
/// function is 0 at the four corners. Eight are what a page that is bent about either of its axes adds under perspective; two
/// are a fold down or across its middle.
package struct PageBend: Hashable, Sendable {
    /// One for each function, in pixels of a frame, along its x and y.
    package var x, y: SIMD16<Double>

    package init(x: SIMD16<Double> = .zero, y: SIMD16<Double> = .zero) { (self.x, self.y) = (x, y) }

    /// How many functions there are.
    package static let functionCount = 10

    /// The functions at a place on the page: 1 − u², u(1 − u²), v(1 − u²), 1 − v², v(1 − v²), u(1 − v²), |u| − u², |v| − v²,
    /// uv(1 − u²), uv(1 − v²); zeros behind them.
    ///
    /// Beyond the page they go on as they are at its edge, so that nothing far away is displaced by much.
    package static func functions(u: Double, v: Double) -> SIMD16<Double> {
        let (u, v) = (min(max(u, -1.1), 1.1), min(max(v, -1.1), 1.1))
        let (a, b) = (1 - u * u, 1 - v * v)
        return SIMD16(
            a, u * a, v * a, b, v * b, u * b, abs(u) - u * u, abs(v) - v * v, u * v * a, u * v * b, 0, 0, 0, 0, 0, 0)
    }

    /// The displacement at a place on the page.
    package func callAsFunction(u: Double, v: Double) -> Point2 {
        let functions = Self.functions(u: u, v: v)
        return Point2((functions * x).sum(), (functions * y).sum())
    }

    /// The longest displacement anywhere on the page, in pixels; as found at 9 × 9 places.
    package var largest: Double {
        var squared = 0.0
        for row in -4...4 {
            for column in -4...4 {
                let way = self(u: Double(column) / 4, v: Double(row) / 4)
                squared = max(squared, way.dot(way))
            }
        }
        return squared.squareRoot()
    }

    /// The bend in pixels of another frame, to which directions are taken by `map`'s linear part: a scaling, turn or mirror.
    package func mapped(by map: Homography) -> PageBend {
        let (across, down) = (map.matrix.row0, map.matrix.row1)
        return PageBend(x: x * across.x + y * across.y, y: x * down.x + y * down.y)
    }

    /// Twenty numbers: x and y of each coefficient in turn.
    package var numbers: [Double] { (0..<Self.functionCount).flatMap { [x[$0], y[$0]] } }

    /// From `numbers`; `nil` unless there are twenty, all finite.
    package init?(numbers: [Double]) {
        guard numbers.count == 2 * Self.functionCount, numbers.allSatisfy(\.isFinite) else { return nil }
        self.init()
        for index in 0..<Self.functionCount { (x[index], y[index]) = (numbers[2 * index], numbers[2 * index + 1]) }
    }

    package static func * (bend: PageBend, factor: Double) -> PageBend {
        PageBend(x: bend.x * factor, y: bend.y * factor)
    }
    package static func + (a: PageBend, b: PageBend) -> PageBend { PageBend(x: a.x + b.x, y: a.y + b.y) }
}
