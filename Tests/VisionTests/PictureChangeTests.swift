import Geometry
import Imaging
import SceneRendering
import TestSupport
import Testing
import Vision

/// A picture of random pixels.
func randomPicture(width: Int, height: Int, seed: UInt64) -> GreyImage {
    var random = SplitMix(seed: seed)
    return GreyImage(width: width, height: height, pixels: (0..<width * height).map { _ in UInt8(random.next() & 255) })
}

/// How far `image` is shifted against what it should be, in pixels, to first order (least squares over the slopes of
/// `expected`), a margin left out.
func displacement(of image: GreyImage, from expected: GreyImage, margin: Int = 8) -> Point2 {
    var (xx, xy, yy, rx, ry) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for y in margin..<image.height - margin {
        for x in margin..<image.width - margin {
            let gx = (Double(expected[x + 1, y]) - Double(expected[x - 1, y])) / 2
            let gy = (Double(expected[x, y + 1]) - Double(expected[x, y - 1])) / 2
            let rest = Double(expected[x, y]) - Double(image[x, y])
            (xx, xy, yy) = (xx + gx * gx, xy + gx * gy, yy + gy * gy)
            (rx, ry) = (rx + gx * rest, ry + gy * rest)
        }
    }
    let determinant = xx * yy - xy * xy
    return Point2((rx * yy - ry * xy) / determinant, (ry * xx - rx * xy) / determinant)
}

func rootMeanSquare(_ a: GreyImage, _ b: GreyImage) -> Double {
    let squares = zip(a.pixels, b.pixels).reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
    return (Double(squares) / Double(a.pixels.count)).squareRoot()
}

@Suite struct PictureChangeTests {
    @Test(arguments: Orientation.allCases)
    func `every stored pixel lands where its orientation says`(orientation: Orientation) throws {
        let stored = randomPicture(width: 13, height: 9, seed: 3)
        let upright = try stored.upright(orientation)
        let size = orientation.uprightSize(width: 13, height: 9)
        #expect(upright.width == size.width && upright.height == size.height)
        let map = orientation.uprightFromStored(width: 13, height: 9)
        for y in 0..<9 {
            for x in 0..<13 {
                let place = try #require(map(Point2(Double(x), Double(y))))
                #expect(upright[Int(place.x), Int(place.y)] == stored[x, y])
            }
        }
    }

    @Test func `halving takes the mean of four pixels`() throws {
        let image = randomPicture(width: 20, height: 10, seed: 1)
        let half = try image.resized(width: 10, height: 5)
        for y in 0..<5 {
            for x in 0..<10 {
                let sum = [(0, 0), (1, 0), (0, 1), (1, 1)].reduce(0) { $0 + Int(image[2 * x + $1.0, 2 * y + $1.1]) }
                #expect(abs(Double(half[x, y]) - Double(sum) / 4) <= 0.5)
            }
        }
    }

    /// Whatever the size, outlines lie on each other. Areas and bilinear sampling blur, but evenly to all sides.
    @Test(arguments: [(120, 90), (100, 61), (320, 240), (241, 200)])
    func `a picture in another size shows everything where the map of outlines says`(width: Int, height: Int) throws {
        let waves = Waves(seed: 5, wavelengths: 30...60)
        let image = waves.picture(width: 160, height: 120)
        let resized = try image.resized(width: width, height: height)
        let back = Homography.resizing(160 / Double(width), 120 / Double(height))
        let expected = waves.picture(width: width, height: height, textureFromPicture: back)
        #expect(displacement(of: resized, from: expected).length < 0.02)
    }

    @Test func `a picture in its own size is itself, one of no size an error that says so`() throws {
        let image = randomPicture(width: 7, height: 5, seed: 2)
        #expect(try image.resized(width: 7, height: 5) == image)
        let error = #expect(throws: VisionError.self) { try image.resized(width: 0, height: 5) }
        #expect(error?.description == "cannot resize a picture: the picture would be empty")
    }

    /// cv::warpPerspective rounds places to 1/32 pixel, so a shift is off by 1/64 at most; other maps average it away.
    @Test(
        arguments: [
            [1, 0, 0.3, 0, 1, -0.7, 0, 0, 1], [1.1, 0.05, -6, -0.04, 0.95, 3, 0, 0, 1],
            [0.97, -0.1, 9, 0.12, 1.02, -8, 0.0004, -0.0003, 1],
        ] as [[Double]])
    func `a warp shows every place to a fraction of a pixel`(map: [Double]) throws {
        let waves = Waves(seed: 7, wavelengths: 16...40)
        let map = try #require(Homography(rowMajor: map))
        let warped = try waves.picture(width: 200, height: 160).warped(by: [map], width: 140, height: 110)
        let expected = waves.picture(width: 140, height: 110, textureFromPicture: map)
        // Off the picture its border is repeated; the maps keep clear of it but for some pixels.
        let off = displacement(of: warped, from: expected, margin: 16)
        #expect(off.length < 0.025, "\(off)")
    }

    @Test func `a warp by several maps is the mean of the warps`() throws {
        let image = Waves(seed: 8).picture(width: 90, height: 70)
        let maps = [Point2(-2.25, 0.5), Point2(0, 0), Point2(3, -1.5)].map { Homography.translation($0) }
        let mean = try image.warped(by: maps, width: 90, height: 70)
        let each = try maps.map { try image.warped(by: [$0], width: 90, height: 70) }
        for index in mean.pixels.indices {
            let sum = each.reduce(0) { $0 + Int($1.pixels[index]) }
            #expect(abs(Double(mean.pixels[index]) - Double(sum) / 3) <= 0.51)
        }
    }

    @Test func `a warp repeats the border outside`() throws {
        let image = randomPicture(width: 8, height: 8, seed: 4)
        let warped = try image.warped(by: [.translation(Point2(-20, 3))], width: 8, height: 4)
        for y in 0..<4 { #expect((0..<8).allSatisfy { warped[$0, y] == image[0, y + 3] }) }
    }

    @Test func `a blur spreads a point by its sigmas and keeps its light`() throws {
        var image = GreyImage(width: 61, height: 61)
        for y in 28...32 { for x in 28...32 { image.pixels[y * 61 + x] = 255 } }
        let blurred = try image.blurred(sigmaX: 4, sigmaY: 2)
        var (sum, xx, yy) = (0.0, 0.0, 0.0)
        for y in 0..<61 {
            for x in 0..<61 {
                let light = Double(blurred[x, y])
                (sum, xx) = (sum + light, xx + light * Double((x - 30) * (x - 30)))
                yy += light * Double((y - 30) * (y - 30))
            }
        }
        #expect(abs(sum / (25 * 255) - 1) < 0.05)
        // Variances add: that of a square of 5 pixels is 2. Codes below half are lost in the tails.
        #expect(abs(xx / sum - 18) < 2.5 && abs(yy / sum - 6) < 1)
    }

    @Test func `a crop is the part that was asked for`() {
        let image = randomPicture(width: 12, height: 9, seed: 6)
        let part = image.cropped(x: 3, y: 2, width: 5, height: 4)
        #expect((0..<4).allSatisfy { y in (0..<5).allSatisfy { part[$0, y] == image[3 + $0, 2 + y] } })
    }

    @Test func `a mask is 255 inside its polygon and 0 outside`() throws {
        let polygon = [Point2(10.5, 8), Point2(70, 14.25), Point2(60, 50), Point2(15, 44)]
        let mask = try GreyImage.mask(of: polygon, width: 80, height: 60)
        #expect(mask.pixels.allSatisfy { $0 == 0 || $0 == 255 })
        #expect(mask[40, 30] == 255 && mask[5, 30] == 0 && mask[75, 55] == 0)
        // A row of pixels along the border belongs to it: half a pixel for each of its length.
        let area = Double(mask.pixels.count { $0 != 0 })
        #expect(abs(area - Polygon.signedArea(polygon)) < 120)
        #expect(try GreyImage.mask(of: [], width: 4, height: 4).pixels.allSatisfy { $0 == 0 })
    }

    @Test func `points to follow lie on corners, apart from each other, none on blank paper`() throws {
        var image = GreyImage(width: 120, height: 90, filledWith: 220)
        for y in 30..<60 { for x in 40..<80 { image.pixels[y * 120 + x] = 40 } }
        let points = try image.goodPoints(limit: 10, quality: 0.1, minDistance: 6)
        let corners = [Point2(39.5, 29.5), Point2(79.5, 29.5), Point2(39.5, 59.5), Point2(79.5, 59.5)]
        for corner in corners { #expect(points.contains { ($0 - corner).length < 2.5 }) }
        for (index, point) in points.enumerated() {
            #expect(points[..<index].allSatisfy { ($0 - point).length >= 6 })
        }
        #expect(try image.goodPoints(limit: 2, quality: 0.01, minDistance: 3).count == 2)
        #expect(
            try GreyImage(width: 50, height: 50, filledWith: 200).goodPoints(
                limit: 9, quality: 0.01, minDistance: 3
            ).isEmpty)
    }
}
