import Foundation
import Geometry
import References
import TestSupport
import Testing

@Suite struct CatalogChangesTests {
    let folder = try! TemporaryFolder()  // a test without its folder means nothing

    private func new(
        _ name: String = "Cat", group: String? = nil, image: String = "picture", ending: String = "png",
        width: String = "21cm"
    ) throws -> NewReference {
        NewReference(
            group: group, name: name, image: Data(image.utf8), imageExtension: ending,
            width: try Length(parsing: width))
    }

    @Test func `a registered drawing lies there in Xcode's own layout`() throws {
        var catalog = try Catalog(path: folder.path + "/deep/References", mayBeMissing: true)
        let entry = try catalog.add(new(), replacing: false)
        #expect(entry.width == Length(21, .centimetres))
        #expect(catalog.entries == [entry])
        #expect(
            try folder.snapshot() == [
                "deep/References/Sketchbook.arresourcegroup/Contents.json": """
                {
                  "info" : {
                    "author" : "sketchreel",
                    "version" : 1
                  },
                  "resources" : [
                    {
                      "filename" : "Cat.arreferenceimage"
                    }
                  ]
                }

                """,
                "deep/References/Sketchbook.arresourcegroup/Cat.arreferenceimage/Contents.json": """
                {
                  "images" : [
                    {
                      "filename" : "Cat.png",
                      "idiom" : "universal"
                    }
                  ],
                  "info" : {
                    "author" : "sketchreel",
                    "version" : 1
                  },
                  "properties" : {
                    "unit" : "centimeters",
                    "width" : 21
                  }
                }

                """,
                "deep/References/Sketchbook.arresourcegroup/Cat.arreferenceimage/Cat.png": "picture",
            ])
    }

    @Test(arguments: [
        ("0.21m", "meters", "0.21"), ("210mm", "millimeters", "210"), ("8.27in", "inches", "8.27"),
        ("1ft", "feet", "1"),
        ("1yd", "yards", "1"), ("18.9cm", "centimeters", "18.9"),
    ])
    func `the width is written in the unit in which it was given`(width: String, unit: String, value: String) throws {
        var catalog = try Catalog(path: folder.path)
        try catalog.add(new(width: width), replacing: false)
        let text = try folder.read("Sketchbook.arresourcegroup/Cat.arreferenceimage/Contents.json")
        #expect(text.contains("\"unit\" : \"\(unit)\",\n    \"width\" : \(value)\n"))
        #expect(try Catalog(path: folder.path).entries == catalog.entries)
    }

    @Test func `what other programs wrote survives, and files that need no change keep every byte`() throws {
        let group = #"{"resources":[{"note":7,"filename":"Cat.arreferenceimage"}],"properties":{"x":1.50}}"#
        let dog = #"{"images":[{"filename":"dog.png"}],  "properties":{"width":1.0}}"#
        try folder.write(group, "G.arresourcegroup/Contents.json")
        try folder.write(dog, "G.arresourcegroup/Dog.arreferenceimage/Contents.json")
        try folder.write("dog", "G.arresourcegroup/Dog.arreferenceimage/dog.png")
        try folder.write(
            """
            {
              "zoo" : 1.50,
              "images" : [
                {
                  "scale" : "1x",
                  "filename" : "old.jpg"
                }
              ],
              "properties" : {
                "localizable" : true,
                "units" : "inches",
                "height" : 3,
                "width" : 8
              }
            }
            """, "G.arresourcegroup/Cat.arreferenceimage/Contents.json")
        try folder.write("old", "G.arresourcegroup/Cat.arreferenceimage/old.jpg")
        try folder.write("mine", "G.arresourcegroup/Cat.arreferenceimage/notes.txt")
        var catalog = try Catalog(path: folder.path)
        try catalog.add(new(), replacing: true)
        #expect(
            try folder.snapshot() == [
                "G.arresourcegroup/Contents.json": group,
                "G.arresourcegroup/Dog.arreferenceimage/Contents.json": dog,
                "G.arresourcegroup/Dog.arreferenceimage/dog.png": "dog",
                "G.arresourcegroup/Cat.arreferenceimage/notes.txt": "mine",
                "G.arresourcegroup/Cat.arreferenceimage/Cat.png": "picture",
                "G.arresourcegroup/Cat.arreferenceimage/Contents.json": """
                {
                  "zoo" : 1.50,
                  "images" : [
                    {
                      "scale" : "1x",
                      "filename" : "Cat.png",
                      "idiom" : "universal"
                    }
                  ],
                  "properties" : {
                    "localizable" : true,
                    "width" : 21,
                    "unit" : "centimeters"
                  },
                  "info" : {
                    "author" : "sketchreel",
                    "version" : 1
                  }
                }
                """,
            ])
    }

    @Test func `a name that is taken asks for force, in any normal form`() throws {
        var catalog = try Catalog(path: folder.path)
        try catalog.add(new("K\u{E4}tzchen"), replacing: false)
        let before = try folder.snapshot()
        let error = #expect(throws: CatalogError.self) { try catalog.add(new("Ka\u{308}tzchen"), replacing: false) }
        #expect(error?.description.hasSuffix("give --force to replace it, or another --name") ?? false)
        #expect(throws: CatalogError.self) { try catalog.add(new("K\u{E4}tzchen", group: "Other"), replacing: true) }
        #expect(try folder.snapshot() == before)
    }

    @Test func `replacing puts the new picture in the old one's place, again and again`() throws {
        var catalog = try Catalog(path: folder.path)
        try catalog.add(new(image: "0"), replacing: false)
        for round in 1...3 {
            let entry = try catalog.add(new(image: "\(round)", width: "\(20 + round)cm"), replacing: true)
            #expect(try String(contentsOfFile: entry.imagePath, encoding: .utf8) == "\(round)")
            #expect(entry.width == Length(Double(20 + round), .centimetres))
            #expect(catalog.entries == [entry])
            #expect(try folder.snapshot().count == 3)
        }
        let same = try catalog.add(new(image: "3", width: "30cm"), replacing: true)
        #expect(same.width?.metres == 0.3)
        #expect(try folder.snapshot().count == 3)
    }

    @Test func `a broken entry can be registered again or removed`() throws {
        try folder.write("nonsense", "G.arresourcegroup/Cat.arreferenceimage/Contents.json")
        try folder.write("nonsense", "G.arresourcegroup/Dog.arreferenceimage/Contents.json")
        var catalog = try Catalog(path: folder.path)
        #expect(catalog.entries == [] && catalog.problems.count == 2)
        try catalog.add(new(), replacing: true)
        try catalog.remove("Dog")
        #expect(catalog.entries.map(\.name) == ["Cat"] && catalog.problems == [])
        #expect(try Catalog(path: folder.path).entries == catalog.entries)
    }

    @Test func `removing leaves nothing but the others`() throws {
        var catalog = try Catalog(path: folder.path)
        for name in ["A", "B", "C"] { try catalog.add(new(name), replacing: false) }
        try catalog.remove("B")
        #expect(catalog.entries.map(\.name) == ["A", "C"])
        #expect(try Catalog(path: folder.path).entries == catalog.entries)
        #expect(try Catalog(path: folder.path).problems == [])
        #expect(try folder.snapshot().keys.allSatisfy { !$0.contains("B.arreferenceimage") })
        let error = #expect(throws: CatalogError.self) { try catalog.remove("B") }
        #expect(error?.description == "\(folder.path): there is no drawing 'B' in the catalog; it has 'A', 'C'")
    }

    @Test func `renaming keeps the drawing's place in its group, and its picture`() throws {
        var catalog = try Catalog(path: folder.path)
        for name in ["A", "B", "C"] { try catalog.add(new(name, image: name), replacing: false) }
        let entry = try catalog.rename("A", to: "Ze\u{301}bre 🦓")
        #expect(entry.name == "Z\u{E9}bre 🦓")
        #expect(Array(entry.name.utf8) == Array("Z\u{E9}bre 🦓".utf8))
        #expect(catalog.entries.map(\.name) == ["B", "C", "Z\u{E9}bre 🦓"])
        #expect(try String(contentsOfFile: entry.imagePath, encoding: .utf8) == "A")
        let read = try Catalog(path: folder.path)
        #expect(read.entries == catalog.entries && read.problems == [])
        let list = try folder.read("Sketchbook.arresourcegroup/Contents.json")
        #expect(list.range(of: "Zébre")!.lowerBound < list.range(of: "B.arreferenceimage")!.lowerBound)
        #expect(throws: CatalogError.self) { try catalog.rename("B", to: "C") }
        #expect(throws: CatalogError.self) { try catalog.rename("B", to: "B") }
    }

    @Test(arguments: [
        ("a/b", "the name 'a/b' contains a slash; leave it out"),
        ("..", "the name '..' begins with a dot; leave it out"),
        (".hidden", "the name '.hidden' begins with a dot; leave it out"),
        ("", "the name '' is empty; give one with at least one letter"),
        ("  ", "the name '  ' is empty; give one with at least one letter"),
        ("a\u{0}b", "the name 'a\u{0}b' contains a control character; leave it out"),
        ("a\nb", "the name 'a\nb' contains a control character; leave it out"),
        ("a\\b", "the name 'a\\b' contains a slash; leave it out"),
    ])
    func `names that are no file names are refused`(name: String, sentence: String) throws {
        var catalog = try Catalog(path: folder.path)
        let error = #expect(throws: CatalogError.self) { try catalog.add(new(name), replacing: false) }
        #expect(error?.description == sentence)
        try catalog.add(new("Cat"), replacing: false)
        #expect(throws: CatalogError.self) { try catalog.rename("Cat", to: name) }
        #expect(throws: CatalogError.self) { try catalog.add(new("Dog", group: name), replacing: false) }
    }

    @Test func `the longest name works and a longer one is refused`() throws {
        var catalog = try Catalog(path: folder.path)
        try catalog.add(new(String(repeating: "é", count: 90)), replacing: false)
        #expect(try Catalog(path: folder.path).entries.count == 1)
        #expect(throws: CatalogError.self) { try catalog.add(new(String(repeating: "é", count: 91)), replacing: false) }
    }

    @Test func `a group whose list is broken is not touched`() throws {
        try folder.write("nonsense", "Sketchbook.arresourcegroup/Contents.json")
        var catalog = try Catalog(path: folder.path)
        let before = try folder.snapshot()
        let error = #expect(throws: CatalogError.self) { try catalog.add(new(), replacing: false) }
        #expect(error?.description.contains("mend or delete that file") ?? false)
        #expect(try folder.snapshot() == before)
    }

    @Test func `what a killed run left behind is cleared away by the next one`() throws {
        try folder.write("half", "Sketchbook.arresourcegroup/.Cat.arreferenceimage.partial/Cat.png")
        var catalog = try Catalog(path: folder.path)
        try catalog.add(new(), replacing: false)
        #expect(try folder.snapshot().keys.allSatisfy { !$0.contains("partial") })
    }

    @Test func `a folder in the way leaves no half-made entry`() throws {
        try folder.write("a file", "Sketchbook.arresourcegroup")
        var catalog = try Catalog(path: folder.path)
        let before = try folder.snapshot()
        let error = #expect(throws: CatalogError.self) { try catalog.add(new(), replacing: false) }
        #expect(
            error?.description.hasPrefix(
                "\(folder.path)/Sketchbook.arresourcegroup/Cat.arreferenceimage: cannot register: ") ?? false)
        #expect(try folder.snapshot() == before)
        #expect(catalog.entries == [])
    }

    @Test func `fifty drawings are registered and listed in order`() throws {
        var catalog = try Catalog(path: folder.path)
        for index in (0..<50).reversed() { try catalog.add(new("D\(1000 + index)"), replacing: false) }
        #expect(catalog.entries.map(\.name) == (0..<50).map { "D\(1000 + $0)" })
        #expect(try Catalog(path: folder.path).entries == catalog.entries)
    }

    @Test(arguments: [
        "", "Contents.json", "\\u0000", "\\u0000x", ".", "..", "../Other.png", "../../keep.txt", "/etc/hostname",
    ])
    func `replacing a drawing removes nothing but its own picture, whatever its file names`(name: String) throws {
        let entry = "R/G.arresourcegroup/Cat.arreferenceimage/"
        try folder.write("picture", entry + "Old.png")
        try folder.write("note", entry + "note.txt")
        try folder.write("keep", "R/keep.txt")
        try folder.write("other", "R/G.arresourcegroup/Other.png")
        try folder.write(
            #"{"images":[{"filename":"Old.png","idiom":"universal"},{"filename":"\#(name)"}]}"#, entry + "Contents.json"
        )
        let before = try folder.snapshot()
        var catalog = try Catalog(path: folder.path + "/R")
        let replaced = try catalog.add(new(image: "new picture"), replacing: true)
        #expect(replaced.imagePath.hasSuffix(entry + "Cat.png"))
        let after = try folder.snapshot()
        #expect(Set(before.keys).subtracting(after.keys) == [entry + "Old.png"])
        #expect(after[entry + "note.txt"] == "note")
        #expect(try Catalog(path: folder.path + "/R").entries == [replaced])
    }
}
