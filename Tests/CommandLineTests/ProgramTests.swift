import Foundation
import Geometry
import OrderedJSON
import References
import Testing

@Suite struct ProgramTests {
    /// Runs the program in a fresh folder with a catalog of `names`.
    private func run(_ lines: [String]..., names: [String] = ["Cat", "Dog"]) throws -> [Program.Ending] {
        let folder = NSTemporaryDirectory() + "sketchreel-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var catalog = try Catalog(path: folder + "/ReferenceImages", mayBeMissing: true)
        for name in names {
            let width = try Length(parsing: "21cm")
            try catalog.add(
                NewReference(name: name, image: Data(name.utf8), imageExtension: "png", width: width), replacing: false)
        }
        return try lines.map { try Program.run($0, in: folder) }
    }

    @Test func `help and version go to standard output with status 0`() throws {
        let endings = try run(["--help"], ["augment", "-h"], ["--version"], [])
        #expect(endings.map(\.status) == [0, 0, 0, 0])
        #expect(endings.map(\.errors) == ["", "", "", ""])
        #expect(endings[0].output.hasPrefix("Makes a drawing play a film.\n"))
        #expect(endings[1].output.contains("Usage: sketchreel augment <clip> ... [<options>]\n"))
        #expect(endings[2].output == "sketchreel 0.1.0\n")
        #expect(endings[3].output == endings[0].output)
    }

    @Test func `wrong usage goes to standard error with status 64`() throws {
        let endings = try run(
            ["augment", "clip.mp4", "--albun", "x"], ["dance"], ["register", "a.png", "--width", "21"])
        #expect(endings.map(\.status) == [64, 64, 64])
        #expect(endings.map(\.output) == ["", "", ""])
        #expect(
            endings[0].errors == "sketchreel augment: unknown option '--albun'; did you mean '--album'?\n"
                + "See 'sketchreel augment --help'.\n")
    }

    @Test func `references are listed, renamed and removed`() throws {
        let endings = try run(
            ["references"], ["references", "rename", "Cat", "Kätzchen"], ["references", "remove", "Dog", "--quiet"],
            ["references", "list", "--json"], ["references", "remove", "Dog"])
        #expect(endings.map(\.status) == [0, 0, 0, 0, 1])
        #expect(
            endings[0].output == """
                Cat  21cm wide  ReferenceImages/Sketchbook.arresourcegroup/Cat.arreferenceimage/Cat.png
                Dog  21cm wide  ReferenceImages/Sketchbook.arresourcegroup/Dog.arreferenceimage/Dog.png

                """)
        #expect(endings[1].output == "renamed 'Cat' to 'Kätzchen'\n")
        #expect(endings[2].output == "")
        let summary = try JSON(parsing: endings[3].output.utf8)
        #expect(summary["schema"] == "sketchreel.summary" && summary["version"] == 1 && summary["status"] == 0)
        #expect(summary["command"] == "references")
        #expect(
            summary["references"] == [
                [
                    "name": "Kätzchen", "group": "Sketchbook",
                    "image": "ReferenceImages/Sketchbook.arresourcegroup/Kätzchen.arreferenceimage/Cat.png",
                    "widthMetres": .real(0.21), "heightMetres": nil,
                ]
            ])
        #expect(
            endings[4].errors
                == "sketchreel: ReferenceImages: there is no drawing 'Dog' in the catalog; it has 'Kätzchen'\n")
    }

    @Test func `an output that exists ends the run before any work, and stays as it is`() throws {
        let folder = NSTemporaryDirectory() + "sketchreel-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data("mine".utf8).write(to: URL(fileURLWithPath: folder + "/out.mp4"))
        let ending = try Program.run(["augment", "clip.mp4", "--album", "A", "-o", "out.mp4"], in: folder)
        #expect(ending.status == 1)
        #expect(ending.errors == "sketchreel: out.mp4: exists already; give --overwrite to replace it, or another -o\n")
        #expect(try String(contentsOfFile: folder + "/out.mp4", encoding: .utf8) == "mine")
    }

    @Test func `a full disk behind standard output is said, with status 1`() throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let ending = try Program.run(["--version"], in: NSTemporaryDirectory(), output: full)
        #expect(ending.status == 1)
        #expect(ending.errors == "sketchreel: cannot write to standard output: No space left on device\n")
    }
}
