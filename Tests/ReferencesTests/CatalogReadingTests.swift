import Foundation
import Geometry
import References
import TestSupport
import Testing

/// An entry's `Contents.json` with these properties.
func contents(image: String = "a.png", _ properties: String = #""width" : 0.21"#) -> String {
    #"{ "images" : [ { "filename" : "\#(image)", "idiom" : "universal" } ], "properties" : { \#(properties) } }"#
}

@Suite struct CatalogReadingTests {
    let folder = try! TemporaryFolder()  // a test without its folder means nothing

    private func addEntry(_ group: String, _ name: String, _ contents: String, image: String? = "a.png") throws {
        let home = "\(group).arresourcegroup/\(name).arreferenceimage"
        try folder.write(contents, "\(home)/Contents.json")
        if let image { try folder.write("picture", "\(home)/\(image)") }
    }

    @Test func `a catalog as Xcode writes it is read`() throws {
        try folder.write(
            """
            {
              "info" : {
                "author" : "xcode",
                "version" : 1
              },
              "resources" : [
                {
                  "filename" : "Cat.arreferenceimage"
                }
              ]
            }
            """, "AR.arresourcegroup/Contents.json")
        try addEntry(
            "AR", "Cat", contents(image: "cat 1.jpg", #""unit" : "centimeters", "width" : 21"#), image: "cat 1.jpg")
        let catalog = try Catalog(path: folder.path)
        #expect(catalog.problems == [])
        let entry = try #require(catalog.entry(named: "Cat"))
        #expect(catalog.entries == [entry])
        #expect(entry.group == "AR")
        #expect(entry.imagePath == folder.path + "/AR.arresourcegroup/Cat.arreferenceimage/cat 1.jpg")
        #expect(entry.width == Length(21, .centimetres) && entry.width?.metres == 0.21)
        #expect(entry.height == nil)
    }

    @Test(arguments: [
        (#""width" : 0.21"#, 0.21), (#""width" : 2, "unit" : "meter""#, 2), (#""width" : 2, "units" : "meters""#, 2),
        (#""width" : 21, "unit" : "centimeters""#, 0.21), (#""width" : 21.5, "unit" : "Centimeter""#, 0.215),
        (#""width" : 210, "unit" : "millimeters""#, 0.21), (#""width" : 1, "unit" : "millimeter""#, 0.001),
        (#""width" : 2, "units" : "feet""#, 0.6096), (#""width" : 1, "unit" : "foot""#, 0.3048),
        (#""width" : 10, "units" : "inches""#, 0.254), (#""width" : 1, "unit" : "inch""#, 0.0254),
        (#""width" : 1, "unit" : "yards""#, 0.9144), (#""width" : 1, "unit" : "yard""#, 0.9144),
        (#""width" : 1, "unit" : "inches", "units" : "feet""#, 0.0254),
    ])
    func `widths in every unit are read`(properties: String, metres: Double) throws {
        try addEntry("G", "Cat", contents(properties))
        #expect(try Catalog(path: folder.path).entry(named: "Cat")?.width?.metres == metres)
    }

    @Test(arguments: ["", #""width" : 0"#, #""unit" : "inches""#, #""width" : null"#])
    func `a drawing without a size is of unknown size`(properties: String) throws {
        try addEntry("G", "Cat", contents(properties))
        let catalog = try Catalog(path: folder.path)
        #expect(catalog.entries.map(\.width) == [nil] && catalog.problems == [])
    }

    @Test(arguments: [
        (
            "",
            "its Contents.json is broken at line 1, column 1: the text ends where a value should be; mend or delete that file"
        ),
        ("[1]", "its Contents.json holds no JSON object; mend or delete that file"),
        ("{}", "its Contents.json names no picture; register the drawing again with --force"),
        (
            #"{"images":[{"idiom":"universal"}]}"#,
            "its Contents.json names no picture; register the drawing again with --force"
        ),
        (contents(image: "../a.png"), "its picture '../a.png' does not lie in its own folder; move it there"),
        (contents(image: "/etc/passwd"), "its picture '/etc/passwd' does not lie in its own folder; move it there"),
        (contents(image: ".."), "its picture '..' does not lie in its own folder; move it there"),
        (contents(image: "b.png"), "its picture 'b.png' is not there; register the drawing again with --force"),
        (contents(#""width" : "21""#), "its width is not a number"),
        (contents(#""width" : -1"#), "its width of -1 is no size that a drawing can have"),
        (contents(#""width" : 1e999"#), "its width is not a number"),
        (contents(#""width" : 1e9"#), "its width of 1e9 is no size that a drawing can have"),
        (
            contents(#""width" : 1, "unit" : "furlongs""#),
            "its unit \"furlongs\" is unknown; write meters, centimeters or inches"
        ),
        (contents(#""width" : 1, "unit" : 7"#), "its unit 7 is unknown; write meters, centimeters or inches"),
    ])
    func `a broken entry is named and skipped, the others are read`(contents broken: String, reason: String) throws {
        try addEntry("G", "Broken", broken)
        try addEntry("G", "Whole", contents())
        let catalog = try Catalog(path: folder.path)
        #expect(catalog.entries.map(\.name) == ["Whole"])
        let path = folder.path + "/G.arresourcegroup/Broken.arreferenceimage"
        #expect(catalog.problems.map(\.description) == ["\(path): skipped, because \(reason)"])
    }

    @Test func `what is no entry at all is named or ignored, and never waited for`() throws {
        let group = folder.path + "/G.arresourcegroup"
        try addEntry("G", "Whole", contents())
        try folder.write("x", "G.arresourcegroup/File.arreferenceimage")
        try folder.write("x", "G.arresourcegroup/readme.txt")
        try folder.write("x", "G.arresourcegroup/.Half.arreferenceimage.partial/Contents.json")
        try folder.write("x", "G.arresourcegroup/Object.arobject/Contents.json")
        try folder.write("x", "File.arresourcegroup")
        try folder.write("x", "AppIcon.appiconset/Contents.json")
        try FileManager.default.createDirectory(
            atPath: group + "/None.arreferenceimage", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            atPath: group + "/Pipe.arreferenceimage", withIntermediateDirectories: true)
        #expect(mkfifo(group + "/Pipe.arreferenceimage/Contents.json", 0o600) == 0)
        let catalog = try Catalog(path: folder.path)
        #expect(catalog.entries.map(\.name) == ["Whole"])
        #expect(
            catalog.problems.map(\.description) == [
                "\(folder.path)/File.arresourcegroup: skipped, because it is no folder",
                "\(group)/File.arreferenceimage: skipped, because it is no folder",
                "\(group)/None.arreferenceimage: skipped, because it has no Contents.json",
                "\(group)/Pipe.arreferenceimage: skipped, because its Contents.json cannot be read: it is not a regular file",
            ])
    }

    @Test func `a group's list is checked, and entries that it does not name are read all the same`() throws {
        try addEntry("A", "Unlisted", contents())
        try folder.write(
            #"{"resources":[{"filename":"Gone.arreferenceimage"},{"filename":"Thing.arobject"},7]}"#,
            "A.arresourcegroup/Contents.json")
        try addEntry("B", "Other", contents())
        try folder.write("nonsense", "B.arresourcegroup/Contents.json")
        let catalog = try Catalog(path: folder.path)
        #expect(catalog.entries.map(\.name) == ["Unlisted", "Other"])
        #expect(
            catalog.problems.map(\.path) == [
                folder.path + "/A.arresourcegroup/Gone.arreferenceimage",
                folder.path + "/B.arresourcegroup/Contents.json",
            ])
    }

    @Test func `names are unique across groups, in any normal form`() throws {
        try addEntry("A", "Ka\u{308}tzchen", contents())
        try addEntry("B", "K\u{E4}tzchen", contents())
        let catalog = try Catalog(path: folder.path)
        #expect(catalog.entries.map(\.group) == ["A"])
        #expect(catalog.entries.map { Array($0.name.utf8) } == [Array("K\u{E4}tzchen".utf8)])
        #expect(
            catalog.problems.map(\.reason) == [
                "the name is taken by the one in group 'A'; rename one of the two folders"
            ])
        #expect(catalog.entry(named: "Ka\u{308}tzchen") != nil)
    }

    @Test func `a picture whose name is spelt in another normal form is found`() throws {
        try addEntry("G", "Cat", contents(image: "K\u{E4}tzchen.png"), image: "Ka\u{308}tzchen.png")
        let entry = try #require(try Catalog(path: folder.path).entry(named: "Cat"))
        #expect(FileManager.default.fileExists(atPath: entry.imagePath))
    }

    @Test func `a link out of the entry's folder is refused, one within it is not`() throws {
        let entry = folder.path + "/G.arresourcegroup/Cat.arreferenceimage"
        try addEntry("G", "Cat", contents(image: "link.png"))
        try FileManager.default.createSymbolicLink(atPath: entry + "/link.png", withDestinationPath: "a.png")
        #expect(try Catalog(path: folder.path).problems == [])
        try FileManager.default.removeItem(atPath: entry + "/link.png")
        try FileManager.default.createSymbolicLink(atPath: entry + "/link.png", withDestinationPath: "/etc/hostname")
        #expect(
            try Catalog(path: folder.path).problems.map(\.reason) == [
                "its picture 'link.png' is a link that leaves its folder; put the file itself there"
            ])
    }

    @Test func `the universal picture is preferred, the order is the same on every machine`() throws {
        let two = #"{"images":[{"filename":"b.png","idiom":"ipad"},{"filename":"a.png","idiom":"universal"}]}"#
        for name in ["b", "a", "B", "Ä", "Z", "10", "9"] { try addEntry("G", name, two) }
        try addEntry("F", "zzz", contents())
        let catalog = try Catalog(path: folder.path)
        #expect(catalog.entries.map(\.name) == ["zzz", "10", "9", "B", "Z", "a", "b", "Ä"])
        #expect(catalog.entries.allSatisfy { $0.imagePath.hasSuffix("/a.png") })
    }

    @Test func `two hundred drawings are read quickly`() throws {
        for index in 0..<200 { try addEntry("G\(index % 3)", "Drawing \(index)", contents()) }
        let start = ContinuousClock.now
        let catalog = try Catalog(path: folder.path)
        #expect(catalog.entries.count == 200 && catalog.problems == [])
        #expect(ContinuousClock.now - start < .seconds(2))  // 30 ms in a debug build; the margin is for busy machines
    }

    @Test func `a catalog that is not there says how to make one`() throws {
        let missing = folder.path + "/None"
        let error = #expect(throws: CatalogError.self) { try Catalog(path: missing) }
        #expect(
            error?.description == "\(missing): there is no such catalog; register a drawing first "
                + "(sketchreel register IMAGE --width 21cm), or name another with --references")
        #expect(try Catalog(path: missing, mayBeMissing: true).entries == [])
        try folder.write("x", "file")
        #expect(throws: CatalogError.self) { try Catalog(path: folder.path + "/file", mayBeMissing: true) }
        try addEntry("G", "Cat", contents())
        #expect(throws: CatalogError.self) { try Catalog(path: folder.path + "/G.arresourcegroup") }
    }
}
