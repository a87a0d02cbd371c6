internal import Files
package import Foundation
package import Geometry

/// A drawing that is to be registered.
package struct NewReference: Sendable {
    /// The group it goes into; `nil`: where it is, or "Sketchbook".
    package let group: String?
    /// Its name in any normal form.
    package let name: String
    /// The picture's file, as it will lie in the catalog.
    package let image: Data
    /// The picture's file extension, without a dot: "png".
    package let imageExtension: String
    /// The printed width.
    package let width: Length

    /// Creates the description of a drawing; `Catalog.add` checks it.
    package init(group: String? = nil, name: String, image: Data, imageExtension: String, width: Length) {
        (self.group, self.name, self.width) = (group, name, width)
        (self.image, self.imageExtension) = (image, imageExtension)
    }
}

extension Catalog {
    /// Where drawings go that nobody has asked to put anywhere.
    package static var defaultGroup: String { "Sketchbook" }

    /// Registers a drawing and returns its entry.
    ///
    /// - Parameter replacing: whether a drawing of that name is replaced. What else its folder says is kept.
    /// - Throws: when the name is not allowed or taken, or when the folder cannot be written; then nothing has changed.
    @discardableResult
    package mutating func add(_ new: NewReference, replacing: Bool) throws(CatalogError) -> CatalogEntry {
        let name = try CatalogName(asked: new.name, what: "name").text
        let group = try new.group.map { group throws(CatalogError) in try CatalogName(asked: group, what: "group").text
        }
        let folder: EntryFolder
        if let taken = folders.first(where: { $0.name == name }) {
            guard replacing else {
                throw CatalogError(
                    "'\(name)' is registered already (\(taken.path)); give --force to replace it, or another --name")
            }
            guard group == nil || group == taken.group else {
                throw CatalogError(
                    "'\(name)' lies in the group '\(taken.group)'; leave --group out to replace it there, or remove it first"
                )
            }
            folder = taken
            try attempt("cannot replace", folder.path) { () throws(Complaint) in try folder.replace(with: new) }
        } else {
            folder = self.folder(group: group ?? Self.defaultGroup, name: name)
            try attempt("cannot register", folder.path) { () throws(Complaint) in try folder.create(new) }
            folders.append(folder)
        }
        return try take(folder)
    }

    /// Removes the drawing called `name`, or the broken entry of that name.
    package mutating func remove(_ name: String) throws(CatalogError) {
        let folder = try existing(name)
        try attempt("cannot remove", folder.path) { () throws(Complaint) in try folder.delete() }
        forget(folder)
    }

    /// Gives the drawing called `name` the name `newName` in the same group, and returns its entry.
    @discardableResult
    package mutating func rename(_ name: String, to newName: String) throws(CatalogError) -> CatalogEntry {
        let folder = try existing(name)
        let newName = try CatalogName(asked: newName, what: "name").text
        if let taken = folders.first(where: { $0.name == newName }) {
            throw CatalogError("'\(newName)' is taken already (\(taken.path)); choose another name")
        }
        let renamed = EntryFolder(
            group: folder.group, name: newName, groupPath: folder.groupPath, folderName: newName + entryEnding)
        try attempt("cannot rename", folder.path) { () throws(Complaint) in try folder.move(to: renamed) }
        forget(folder)
        folders.append(renamed)
        return try take(renamed)
    }

    private func existing(_ name: String) throws(CatalogError) -> EntryFolder {
        if let folder = folders.first(where: { $0.name == name }) { return folder }
        let known = folders.map { "'\($0.name)'" }.sorted()
        let list = known.isEmpty ? "it is empty" : "it has " + known.prefix(8).joined(separator: ", ")
        throw CatalogError(
            "\(path): there is no drawing '\(name)' in the catalog; \(list)\(known.count > 8 ? " …" : "")")
    }

    /// Where a new entry goes; a group's folder may be spelt in another normal form than its name.
    private func folder(group: String, name: String) -> EntryFolder {
        let spelt = try? FileSystem.names(in: path).first { $0 == group + groupEnding }
        return EntryFolder(
            group: group, name: name, groupPath: path + "/" + (spelt ?? group + groupEnding),
            folderName: name + entryEnding)
    }

    private mutating func forget(_ folder: EntryFolder) {
        folders.removeAll { $0 == folder }
        entries.removeAll { $0.folder == folder.path }
        problems.removeAll { $0.path == folder.path }
    }

    /// Reads `folder` again after a change.
    private mutating func take(_ folder: EntryFolder) throws(CatalogError) -> CatalogEntry {
        problems.removeAll { $0.path == folder.path }
        entries.removeAll { $0.folder == folder.path }
        do {
            let entry = try folder.entry()
            let index = entries.firstIndex { ($0.group, $0.name) > (entry.group, entry.name) }
            entries.insert(entry, at: index ?? entries.count)
            return entry
        } catch {
            let problem = CatalogProblem(path: folder.path, reason: error.reason)
            problems.append(problem)
            throw CatalogError(problem.description)
        }
    }

    private func attempt(
        _ step: String, _ path: String, _ change: () throws(Complaint) -> Void
    ) throws(CatalogError) {
        do { try change() } catch { throw CatalogError("\(path): \(step): \(error.reason)") }
    }
}
