import Foundation
import Geometry
import SceneRendering
import TestSupport
import Testing

@testable import Tracking

@Suite struct SteadyTurnsTests {
    private static let count = 40
    private let seconds = (0..<count).map { Double($0) / 30 }

    /// Poses on a smooth path, each turned by noise of `sigma(frame)` radians about every axis, and that known.
    private func fits(
        seed: UInt64 = 5, view: (Double) -> View, sigma: (Int) -> Double
    ) -> (truth: [RigidTransform], fits: [PlaneFit.Result?]) {
        var noise = NormalNoise(sigma: 1, seed: seed)
        let truth = seconds.map { view($0).cameraFromStage }
        let fits = truth.enumerated().map { index, pose -> PlaneFit.Result? in
            let sigma = sigma(index)
            let turn = Point3(noise.next(), noise.next(), noise.next()) * sigma
            var information = SquareMatrix(size: 6)
            for axis in 0..<3 {
                information[axis, axis] = 1 / (sigma * sigma)
                information[axis + 3, axis + 3] = 1e8
            }
            return PlaneFit.Result(
                pose: RigidTransform(rotation: Matrix3(turning: turn) * pose.rotation, translation: pose.translation),
                corners: Quad(outlineOfWidth: 10, height: 10), chiSquare: 2, information: information)
        }
        return (truth, fits)
    }

    private func degrees(_ a: RigidTransform?, _ b: RigidTransform) -> Double {
        a.map { ($0.rotation * b.rotation.transposed).turn.length * 180 / .pi } ?? 180
    }

    private func steady(cuts: Set<Int> = []) -> SteadyTurns {
        SteadyTurns(seconds: seconds, isCut: seconds.indices.map(cuts.contains))
    }

    /// A zoom out: for 15 frames the page is so small that its tilt is known to 4° only.
    @Test func `where the tilt is hardly seen, the frames around tell it`() {
        let small = 12..<27
        let (truth, fits) = fits(
            view: { View(distance: 0.5, tilt: 0.2 + 0.1 * sin(2 * $0), azimuth: 0.3 * $0) },
            sigma: { small.contains($0) ? 0.07 : 0.0007 })
        let poses = steady().steadied(fits)
        let before = small.map { degrees(fits[$0]?.pose, truth[$0]) },
            after = small.map { degrees(poses[$0], truth[$0]) }
        #expect(after.reduce(0, +) < 0.35 * before.reduce(0, +))
    }

    /// A tremor of 0.5° at 3 Hz, known to 0.04°: it is real.
    @Test func `a shake that is known stays`() {
        let (truth, fits) = fits(
            view: { View(distance: 0.5, tilt: 0.2 + 0.0087 * sin(19 * $0), azimuth: 0.5) }, sigma: { _ in 0.0007 })
        let poses = steady().steadied(fits)
        for (index, pose) in poses.enumerated() { #expect(degrees(pose, truth[index]) < 0.2) }
    }

    /// The page lies turned by 40° after the cut, and is not there for a while.
    @Test func `frames beyond a cut or a gap have no say`() {
        let (truth, all) = fits(
            view: { View(distance: 0.5, tilt: 0.3, roll: $0 < 0.65 ? 0 : 0.7) }, sigma: { _ in 0.001 })
        let cut = steady(cuts: [20]).steadied(all)
        for (index, pose) in cut.enumerated() { #expect(degrees(pose, truth[index]) < 0.3) }
        var gap = all
        gap[19] = nil
        let parted = steady().steadied(gap)
        #expect(parted[19] == nil)
        for index in [17, 18, 20, 21] { #expect(degrees(parted[index], truth[index]) < 0.3) }
    }

    @Test func `a few frames are left as they are`() {
        let (_, all) = fits(view: { _ in View(distance: 0.5, tilt: 0.3) }, sigma: { _ in 0.02 })
        let few = SteadyTurns(seconds: Array(seconds.prefix(4)), isCut: [false, false, false, false])
        #expect(few.steadied(Array(all.prefix(4))) == all.prefix(4).map { $0?.pose })
        #expect(few.steadied([]).isEmpty)
    }

    @Test func `a banded system has the solution of the full one`() throws {
        var (banded, full, right) = (
            BandedSystem(size: 9, bandwidth: 4), SquareMatrix(size: 9), [Double](repeating: 0, count: 9)
        )
        var noise = NormalNoise(sigma: 1, seed: 2)
        for first in [0, 1, 2, 3, 4, 4, 2, 0, 3, 1] {
            let (slopes, value) = ((0..<5).map { _ in noise.next() }, noise.next())
            banded.addSquare(of: slopes, at: first, value: value, weight: 2)
            let row = (0..<9).map { (first..<first + 5).contains($0) ? slopes[$0 - first] : 0 }
            full.addOuterProduct(of: row, weight: 2)
            for index in 0..<9 { right[index] -= 2 * value * row[index] }
        }
        let (x, y) = (try #require(banded.solve()), try #require(full.solve(right)))
        for (a, b) in zip(x, y) { #expect(abs(a - b) < 1e-8 * (1 + abs(b))) }
        #expect(BandedSystem(size: 3, bandwidth: 1).solve() == nil)
    }
}
