import Calibration
import Geometry
import Imaging
import SceneRendering
import Testing

/// Boards that are rendered by a camera whose truth is known.
@Suite struct RenderedBoardTests {
    private static func charuco(columns: Int, rows: Int) throws -> Board {
        try Board(
            .charuco(markerMetres: 0.03, dictionary: .fourBy50), columns: columns, rows: rows, squareMetres: 0.04)
    }

    private static let chessboard = Result {
        try Board(.chessboard, columns: 7, rows: 5, squareMetres: 0.026)
    }
    /// The chessboard from all sides: rendered once for all tests.
    private static let chessboardViews = Result {
        try views(try chessboard.get(), .chessboard(columns: 7, rows: 5), BoardScene.views)
    }

    /// An error of 0.1 px in a corner turns the focal length by less than a tenth of a percent: nine views of 24 corners.
    private func check(_ found: CalibratedCamera) {
        let (camera, truth) = (found.camera, BoardScene.camera)
        #expect(abs(camera.fx / truth.fx - 1) < 0.005 && abs(camera.fy / truth.fy - 1) < 0.005, "\(camera)")
        #expect(abs(camera.cx - truth.cx) < 4 && abs(camera.cy - truth.cy) < 4, "\(camera)")
        // No lens bends here: at the picture's corner less than a pixel is made up.
        let corner = Point2(0, 0)
        #expect((camera.undistorted(corner) - corner).length < 2, "\(camera)")
        #expect(abs(camera.fx - truth.fx) < 4 * camera.focalSigma + 0.002 * truth.fx, "\(camera)")
        #expect(found.error < 0.15)
        #expect(found.viewErrors.allSatisfy { $0 != nil })
    }

    private static func views(
        _ board: Board, _ page: RGBAImage, _ from: [View] = BoardScene.views
    ) throws -> [BoardView] {
        let scene = BoardScene(page)
        return try from.enumerated().compactMap {
            try board.view(in: scene.picture($0.element).grey, name: "\($0.offset)")
        }
    }

    @Test func `a chessboard gives the camera that saw it`() throws {
        let views = try Self.chessboardViews.get()
        #expect(views.count == BoardScene.views.count)
        check(try calibrate(views, width: 800, height: 600))
    }

    @Test func `a ChArUco board gives the camera that saw it`() throws {
        let views = try Self.views(try Self.charuco(columns: 5, rows: 7), .charuco(columns: 5, rows: 7))
        #expect(views.count == BoardScene.views.count)
        check(try calibrate(views, width: 800, height: 600))
    }

    @Test func `a ChArUco board that is partly out of view is seen as far as it is there`() throws {
        let board = try Self.charuco(columns: 5, rows: 7)
        let aside = View(x: 0.08, z: 0.06, distance: 0.3, tilt: 0.3, azimuth: 0.5)
        let view = try #require(try Self.views(board, .charuco(columns: 5, rows: 7), [aside]).first)
        #expect((8..<20).contains(view.points.count))
    }

    @Test func `boards of earlier versions of OpenCV are read as well`() throws {
        let board = try Self.charuco(columns: 5, rows: 6)
        for beginsWhite in [false, true] {
            let page = RGBAImage.charuco(columns: 5, rows: 6, beginsWhite: beginsWhite)
            let view = try #require(try Self.views(board, page, [BoardScene.views[1]]).first)
            #expect(view.points.count == 20, "begins white: \(beginsWhite)")
            let places = view.points.map(\.place)
            #expect(
                Set(places).count == 20
                    && places.allSatisfy { (0...0.121).contains($0.x) && (0...0.161).contains($0.y) })
            // The corner between the first four squares is seen where the truth has it.
            let corner = try #require(view.points.first { $0.place == Point2(0, 0) }).pixel
            let inPage = Point3((2.0 / 7 - 0.5) * 0.26, 0, (2.0 / 8 - 0.5) * 0.26 * 8 / 7)
            let truth = try #require(BoardScene.camera.project(BoardScene.views[1].cameraFromStage(inPage)))
            #expect((corner - truth).length < 0.3, "begins white: \(beginsWhite)")
        }
    }

    @Test func `views from one side alone are refused with what to do`() throws {
        let board = try Self.chessboard.get()
        let flat = (0..<6).map { View(x: 0.01 * Double($0), distance: 0.36 + 0.03 * Double($0), tilt: 0.04) }
        let views = try Self.views(board, .chessboard(columns: 7, rows: 5), flat)
        let error = #expect(throws: CalibrationError.self) { try calibrate(views, width: 800, height: 600) }
        #expect(try #require(error).description.hasPrefix("all 6 views of the board are too much alike"))
    }

    @Test func `three views are too few`() throws {
        let views = Array(try Self.chessboardViews.get().prefix(3))
        let error = #expect(throws: CalibrationError.self) { try calibrate(views, width: 800, height: 600) }
        #expect(try #require(error).description.contains("at least 4 are needed"))
    }

    @Test func `a view of something else is left out`() throws {
        let board = try Self.chessboard.get()
        var all = try Self.chessboardViews.get()
        // As if seen by another lens: half as wide.
        let other = BoardScene(
            .chessboard(columns: 7, rows: 5),
            camera: Camera(width: 800, height: 600, fx: 760, fy: 1100, cx: 410, cy: 293, source: .file, focalSigma: 0))
        all.insert(try #require(try board.view(in: other.picture(BoardScene.views[4]).grey, name: "other")), at: 3)
        let found = try calibrate(all, width: 800, height: 600)
        #expect(found.viewErrors.indices.filter { found.viewErrors[$0] == nil } == [3])
        #expect(abs(found.camera.fx / BoardScene.camera.fx - 1) < 0.005)
    }

    @Test func `a drawing, a blank picture and another board are no board`() throws {
        let board = try Board(.chessboard, columns: 9, rows: 6, squareMetres: 0.026)
        let charuco = try Self.charuco(columns: 5, rows: 7)
        let small = Camera(width: 400, height: 300, fx: 380, fy: 380, cx: 200, cy: 150, source: .file, focalSigma: 0)
        for page in [RGBAImage.drawing(seed: 4), .chessboard(columns: 7, rows: 5)] {
            let picture = BoardScene(page, camera: small).picture(BoardScene.views[1]).grey
            #expect(try board.view(in: picture, name: "x") == nil)
            #expect(try charuco.view(in: picture, name: "x") == nil)
        }
        #expect(try board.view(in: GreyImage(width: 40, height: 30), name: "x") == nil)
        #expect(try charuco.view(in: GreyImage(width: 1, height: 1), name: "x") == nil)
    }

    @Test func `of many views those that differ are kept`() throws {
        let views = try Self.chessboardViews.get()
        var kept = ViewCollection(limit: 5, leastDistance: 10)
        for _ in 0..<4 { for view in views { kept.add(view) } }
        #expect(kept.views.count == 5)
        var still = ViewCollection(limit: 5, leastDistance: 10)
        for _ in 0..<7 { still.add(views[2]) }
        #expect(still.views == [views[2]])
    }
}

@Suite struct BoardTests {
    private func sentence(_ pattern: Board.Pattern, _ columns: Int, _ rows: Int) -> String? {
        do { _ = try Board(pattern, columns: columns, rows: rows, squareMetres: 0.04) } catch { return "\(error)" }
        return nil
    }

    @Test func `boards that cannot be are refused with what to do`() throws {
        #expect(sentence(.chessboard, 9, 6) == nil)
        #expect(try #require(sentence(.chessboard, 2, 6)).contains("3 to 50 inner corners"))
        #expect(try #require(sentence(.chessboard, 9, 600)).contains("3 to 50 inner corners"))
        let tooLarge = Board.Pattern.charuco(markerMetres: 0.05, dictionary: .fourBy50)
        #expect(try #require(sentence(tooLarge, 5, 7)).contains("smaller than its square"))
        let tooMany = Board.Pattern.charuco(markerMetres: 0.03, dictionary: .fourBy50)
        #expect(sentence(tooMany, 10, 10) == nil)
        #expect(try #require(sentence(tooMany, 11, 10)).contains("55 markers, and DICT_4X4_50 has only 50"))
    }

    @Test func `dictionaries are as large as their names say`() {
        for dictionary in MarkerDictionary.allCases {
            guard let number = dictionary.rawValue.split(separator: "_").last.flatMap({ Int($0) }) else { continue }
            #expect(dictionary.count == number, "\(dictionary)")
        }
        #expect(MarkerDictionary.aprilTag36h11.count == 587)
    }
}
