internal import Files
internal import Foundation
internal import Geometry
internal import OrderedJSON

/// What the `Contents.json` of an entry says: the picture and its printed size.
struct EntryContents {
    private var file: ContentsFile

    /// Reads the file in `folder`.
    init(in folder: String) throws(Complaint) {
        file = try ContentsFile(in: folder)
        if file.isMissing { throw Complaint("it has no \(contentsFile)") }
    }

    /// A file for `folder` that says nothing yet.
    init(newIn folder: String) { file = ContentsFile(newIn: folder) }

    /// The names of the pictures that the file says lie beside it; what else it names is none of ours.
    var imageNames: [String] {
        images.compactMap { $0["filename"]?.string }.filter { Self.isBeside($0) && $0 != contentsFile }
    }

    /// Whether `name` is that of a file in the folder itself.
    private static func isBeside(_ name: String) -> Bool {
        !name.isEmpty && !name.contains("/") && !name.hasPrefix(".") && !name.contains("\0")
    }

    private var images: [JSON] { file.contents["images"]?.array ?? [] }

    /// The picture's file name: that of the `universal` image, else of the first that has one.
    func imageName() throws(Complaint) -> String {
        let named = images.filter { $0["filename"]?.string.map { !$0.isEmpty } ?? false }
        let chosen = named.first { $0["idiom"]?.string == "universal" } ?? named.first
        guard let name = chosen?["filename"]?.string else {
            throw Complaint("its \(contentsFile) names no picture; register the drawing again with --force")
        }
        guard Self.isBeside(name) else {
            throw Complaint("its picture '\(name)' does not lie in its own folder; move it there")
        }
        return name
    }

    /// The stated width or height; `nil` when none is stated, or 0.
    func size(_ key: String) throws(Complaint) -> Length? {
        let properties = file.contents["properties"]
        guard let stated = properties?[key], stated != .null else { return nil }
        guard let value = stated.double else { throw Complaint("its \(key) is not a number") }
        if value == 0 { return nil }
        guard let length = Length(value, try unit(of: properties)) else {
            throw Complaint("its \(key) of \(stated.text(.compact)) is no size that a drawing can have")
        }
        return length
    }

    private func unit(of properties: JSON?) throws(Complaint) -> Length.Unit {
        guard let stated = properties?["unit"] ?? properties?["units"] else { return .metres }
        guard let unit = stated.string.flatMap(Length.Unit.init(word:)) else {
            throw Complaint("its unit \(stated.text(.compact)) is unknown; write meters, centimeters or inches")
        }
        return unit
    }

    /// Names `image` as the only picture and `width` as its size; what else the file says is kept.
    mutating func set(image: String, width: Length) {
        let kept = images.first { $0["idiom"]?.string == "universal" } ?? images.first
        var picture = kept?.object ?? JSON.Object()
        picture["filename"] = .string(image)
        if picture["idiom"] == nil { picture["idiom"] = "universal" }
        file.contents["images"] = .array([.object(picture)])
        file.addInfo()
        var properties = file.contents["properties"]?.object ?? JSON.Object()
        properties["height"] = nil
        properties["units"] = nil
        properties["unit"] = .string(width.unit.xcodeName)
        properties["width"] = .real(width.value)
        file.contents["properties"] = .object(properties)
    }

    /// Writes the file whole.
    func write() throws(OutputError) { try file.write() }
}

extension Length.Unit {
    /// The word that Xcode writes.
    fileprivate var xcodeName: String {
        switch self {
        case .metres: "meters"
        case .centimetres: "centimeters"
        case .millimetres: "millimeters"
        case .feet: "feet"
        case .inches: "inches"
        case .yards: "yards"
        }
    }
}
