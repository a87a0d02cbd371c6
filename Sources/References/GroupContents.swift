internal import Files
internal import OrderedJSON

/// What the `Contents.json` of a group says: which entries it has.
struct GroupContents {
    private var file: ContentsFile

    /// Reads the file in `folder`; a group without one lists nothing.
    init(in folder: String) throws(Complaint) { file = try ContentsFile(in: folder) }

    private var resources: [JSON] { file.contents["resources"]?.array ?? [] }

    /// The folder names of the pictures that are listed; other kinds of resources are none of ours.
    var entryFolders: [String] {
        resources.compactMap { $0["filename"]?.string }.filter { $0.hasSuffix(entryEnding) && !$0.contains("/") }
    }

    /// Lists `folderName` last, unless it is there.
    mutating func add(_ folderName: String) {
        guard !entryFolders.contains(folderName) else { return }
        file.addInfo()
        file.contents["resources"] = .array(resources + [["filename": .string(folderName)]])
    }

    /// Takes `folderName` out.
    mutating func remove(_ folderName: String) {
        guard entryFolders.contains(folderName) else { return }
        file.contents["resources"] = .array(resources.filter { $0["filename"]?.string != folderName })
    }

    /// Lists `newName` where `folderName` was.
    mutating func rename(_ folderName: String, to newName: String) {
        guard entryFolders.contains(folderName) else { return add(newName) }
        let renamed = resources.map { resource in
            guard resource["filename"]?.string == folderName, var object = resource.object else { return resource }
            object["filename"] = .string(newName)
            return .object(object)
        }
        file.contents["resources"] = .array(renamed)
    }

    /// Writes the file whole, if it has changed.
    func write() throws(OutputError) { try file.write() }
}
