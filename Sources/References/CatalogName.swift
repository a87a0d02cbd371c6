internal import Foundation

/// A reference's or a group's name: Unicode in NFC that is also a file's name on any system.
struct CatalogName: Hashable {
    let text: String

    /// The longest name in UTF-8, so that the names of partial files beside it still fit into 255 bytes.
    private static let longest = 180

    /// Takes a name that somebody asks for; `what` ("name", "group") is for the error.
    init(asked text: String, what: String) throws(CatalogError) {
        let name = text.precomposedStringWithCanonicalMapping
        let complaint: String? =
            if name.allSatisfy(\.isWhitespace) {
                "is empty; give one with at least one letter"
            } else if name.contains("/") || name.contains("\\") {
                "contains a slash; leave it out"
            } else if name.hasPrefix(".") {
                "begins with a dot; leave it out"
            } else if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
                "contains a control character; leave it out"
            } else if name.utf8.count > Self.longest {
                "is too long; give at most \(Self.longest) bytes"
            } else {
                nil
            }
        if let complaint { throw CatalogError("the \(what) '\(name)' \(complaint)") }
        self.text = name
    }

    /// The name that the file name `file` gives under the extension `ending`, or `nil` when it has another one.
    init?(file: String, ending: String) {
        guard file.hasSuffix(ending), file.count > ending.count else { return nil }
        text = String(file.dropLast(ending.count)).precomposedStringWithCanonicalMapping
    }
}

/// The extension of a group's folder.
let groupEnding = ".arresourcegroup"
/// The extension of an entry's folder.
let entryEnding = ".arreferenceimage"
/// The file in each folder that says what is in it.
let contentsFile = "Contents.json"
