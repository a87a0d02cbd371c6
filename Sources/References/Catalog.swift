internal import Files
internal import Foundation

/// The registered drawings: a folder of Xcode AR resource groups (docs/formats.md).
///
/// Reading is forgiving: a broken part is named in `problems` and skipped. Changes are made in the folder at once, each
/// of them whole or not at all.
package struct Catalog: Sendable {
    /// The catalog's folder.
    package let path: String
    /// The drawings, by group and name in the order of their Unicode scalars: the same on every machine.
    package internal(set) var entries: [CatalogEntry] = []
    /// What was skipped.
    package internal(set) var problems: [CatalogProblem] = []
    /// All entry folders, the broken ones as well.
    var folders: [EntryFolder] = []

    /// Reads the catalog in the folder `path`.
    ///
    /// - Parameter mayBeMissing: whether a folder that does not exist is an empty catalog; the first change makes it.
    /// - Throws: when there is no such folder, or when it cannot be read.
    package init(path: String, mayBeMissing: Bool = false) throws(CatalogError) {
        self.path = path
        if path.hasSuffix(groupEnding) || path.hasSuffix(groupEnding + "/") {
            throw CatalogError("\(path): this is one group of a catalog; name the folder that it lies in")
        }
        switch FileSystem.kind(of: path) {
        case .folder: break
        case nil where mayBeMissing: return
        case nil:
            throw CatalogError(
                "\(path): there is no such catalog; register a drawing first (sketchreel register IMAGE --width 21cm), "
                    + "or name another with --references")
        default:
            throw CatalogError("\(path): cannot read the catalog: this is no folder; name another with --references")
        }
        let names: [String]
        do { names = try FileSystem.names(in: path) } catch {
            throw CatalogError("\(path): cannot read the catalog: \(error)")
        }
        for name in names {
            if let group = CatalogName(file: name, ending: groupEnding) { readGroup(group.text, name) }
        }
        entries.sort { ($0.group, $0.name) < ($1.group, $1.name) }
    }

    /// The drawing called `name`, in any normal form.
    package func entry(named name: String) -> CatalogEntry? { entries.first { $0.name == name } }

    private mutating func readGroup(_ group: String, _ folderName: String) {
        let groupPath = path + "/" + folderName
        guard FileSystem.kind(of: groupPath) == .folder else {
            return problems.append(CatalogProblem(path: groupPath, reason: "it is no folder"))
        }
        let names: [String]
        do { names = try FileSystem.names(in: groupPath) } catch {
            return problems.append(CatalogProblem(path: groupPath, reason: "it cannot be read: \(error)"))
        }
        reportMissing(in: groupPath, present: names)
        for name in names {
            guard let entryName = CatalogName(file: name, ending: entryEnding) else { continue }
            let folder = EntryFolder(group: group, name: entryName.text, groupPath: groupPath, folderName: name)
            readEntry(in: folder)
            folders.append(folder)
        }
    }

    /// A group lists its entries; one that it lists and does not have is a problem, one it has and does not list is read.
    private mutating func reportMissing(in groupPath: String, present: [String]) {
        do {
            let listed = try GroupContents(in: groupPath).entryFolders
            for name in listed where !present.contains(name) {
                problems.append(
                    CatalogProblem(
                        path: groupPath + "/" + name,
                        reason: "the group lists it but it is not there; put it back or take it out of \(contentsFile)")
                )
            }
        } catch {
            problems.append(CatalogProblem(path: groupPath + "/" + contentsFile, reason: error.reason))
        }
    }

    private mutating func readEntry(in folder: EntryFolder) {
        do throws(Complaint) {
            if let first = folders.first(where: { $0.name == folder.name }) {
                throw Complaint("the name is taken by the one in group '\(first.group)'; rename one of the two folders")
            }
            entries.append(try folder.entry())
        } catch {
            problems.append(CatalogProblem(path: folder.path, reason: error.reason))
        }
    }
}

/// The folder of one entry, broken or not.
struct EntryFolder: Hashable, Sendable {
    let group: String
    let name: String
    let groupPath: String
    /// The folder's name as the file system has it, in whatever normal form.
    let folderName: String

    var path: String { groupPath + "/" + folderName }

    /// Reads the entry.
    func entry() throws(Complaint) -> CatalogEntry {
        guard FileSystem.kind(of: path) == .folder else { throw Complaint("it is no folder") }
        let contents = try EntryContents(in: path)
        return CatalogEntry(
            group: group, name: name, folder: path, imagePath: try imagePath(contents.imageName()),
            width: try contents.size("width"), height: try contents.size("height"))
    }

    /// The picture's path. A catalog that was packed on a Mac may spell the file's name in another normal form.
    private func imagePath(_ name: String) throws(Complaint) -> String {
        var imagePath = path + "/" + name
        if FileSystem.kind(of: imagePath) == nil {
            let names: [String]
            do { names = try FileSystem.names(in: path) } catch { throw Complaint("it cannot be read: \(error)") }
            guard let spelt = names.first(where: { $0 == name }) else {
                throw Complaint("its picture '\(name)' is not there; register the drawing again with --force")
            }
            imagePath = path + "/" + spelt
        }
        guard FileSystem.kind(of: imagePath) == .file else { throw Complaint("its picture '\(name)' is no file") }
        let home = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard URL(fileURLWithPath: imagePath).resolvingSymlinksInPath().path.hasPrefix(home + "/") else {
            throw Complaint("its picture '\(name)' is a link that leaves its folder; put the file itself there")
        }
        return imagePath
    }
}
