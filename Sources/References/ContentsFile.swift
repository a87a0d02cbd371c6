internal import Files
internal import Foundation
internal import OrderedJSON

/// A `Contents.json` of an Xcode asset folder; what we do not know in it survives a rewrite.
struct ContentsFile {
    let path: String
    /// The members, in the file's order.
    var contents: JSON.Object
    private let endsWithNewline: Bool
    private let original: JSON.Object?

    /// Reads the file in `folder`; one that is not there gives no members.
    ///
    /// - Throws: a clause that says what is wrong with the file.
    init(in folder: String) throws(Complaint) {
        path = folder + "/" + contentsFile
        let data: Data
        do { data = try FileSystem.read(path, limit: 4 << 20) } catch {
            guard error.isMissing else { throw Complaint("its \(contentsFile) cannot be read: \(error)") }
            (contents, original, endsWithNewline) = (JSON.Object(), nil, true)
            return
        }
        let value: JSON
        do { value = try JSON(parsing: data) } catch {
            throw Complaint("its \(contentsFile) is broken at \(error); mend or delete that file")
        }
        guard let object = value.object else {
            throw Complaint("its \(contentsFile) holds no JSON object; mend or delete that file")
        }
        (contents, original, endsWithNewline) = (object, object, data.last == UInt8(ascii: "\n"))
    }

    /// A file for `folder` that holds nothing yet, whatever lies there.
    init(newIn folder: String) {
        path = folder + "/" + contentsFile
        (contents, original, endsWithNewline) = (JSON.Object(), nil, true)
    }

    /// Whether there is such a file.
    var isMissing: Bool { original == nil }

    /// Says who wrote the file, where nobody has; Xcode expects this.
    mutating func addInfo() {
        if contents["info"] == nil { contents["info"] = ["author": "sketchreel", "version": 1] }
    }

    /// Writes the file whole; one that would not change is left alone.
    func write() throws(OutputError) {
        if contents == original { return }
        let text = JSON.object(contents).text(.xcode) + (endsWithNewline ? "\n" : "")
        try OutputFile(path: path, overwrite: true).write(Data(text.utf8))
    }
}

/// What is wrong with a part of the catalog: a clause, to be put behind its path.
struct Complaint: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }

    /// Runs `step`, and makes a clause of whatever it throws.
    static func wrapping(_ step: () throws -> Void) throws(Complaint) {
        do { try step() } catch let complaint as Complaint { throw complaint } catch { throw Complaint("\(error)") }
    }
}
