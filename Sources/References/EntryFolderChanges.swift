internal import Files
internal import Foundation

/// Each change has one moment at which it happens; before it the old state holds, after it the new one, even if the
/// process is killed. Entries are read by their folders, so the group's list may follow later.
extension EntryFolder {
    private var partialPath: String { groupPath + "/." + folderName + ".partial" }

    /// Makes the folder beside its place and renames it when it is whole.
    func create(_ new: NewReference) throws(Complaint) {
        try Complaint.wrapping {
            var group = try readableGroup()
            try FileSystem.makeFolder(groupPath)
            try FileSystem.remove(partialPath)
            do {
                try FileSystem.makeFolder(partialPath)
                var contents = EntryContents(newIn: partialPath)
                let image = imageName(for: new, taken: [])
                try OutputFile(path: partialPath + "/" + image, overwrite: true).write(new.image)
                contents.set(image: image, width: new.width)
                try contents.write()
                try FileSystem.rename(partialPath, to: path)
            } catch {
                try? FileSystem.remove(partialPath)
                throw error
            }
            group.add(folderName)
            try group.write()
        }
    }

    /// Puts the new picture beside the old one; it counts from the moment in which `Contents.json` names it.
    func replace(with new: NewReference) throws(Complaint) {
        try Complaint.wrapping {
            var group = try readableGroup()
            var contents = (try? EntryContents(in: path)) ?? EntryContents(newIn: path)
            let old = contents.imageNames
            let image = imageName(for: new, taken: old)
            let imagePath = path + "/" + image
            if try !holds(new.image, imagePath) {
                try OutputFile(path: imagePath, overwrite: true).write(new.image)
            }
            contents.set(image: image, width: new.width)
            try contents.write()
            for name in old where name != image {
                try FileSystem.remove(path + "/" + name)
            }
            group.add(folderName)
            try group.write()
        }
    }

    /// Takes the folder out of the group's list, hides it under its partial name, and deletes it.
    func delete() throws(Complaint) {
        try Complaint.wrapping {
            var group = try readableGroup()
            group.remove(folderName)
            try group.write()
            try FileSystem.remove(partialPath)
            try FileSystem.rename(path, to: partialPath)
            try FileSystem.remove(partialPath)
        }
    }

    /// Gives the folder another name in its group.
    func move(to renamed: EntryFolder) throws(Complaint) {
        try Complaint.wrapping {
            var group = try readableGroup()
            try FileSystem.rename(path, to: renamed.path)
            group.rename(folderName, to: renamed.folderName)
            try group.write()
        }
    }

    /// The group's list; one that is broken stops a change before it begins.
    private func readableGroup() throws(Complaint) -> GroupContents {
        do { return try GroupContents(in: groupPath) } catch {
            throw Complaint("the group \(groupPath) cannot be changed, because \(error.reason)")
        }
    }

    /// "Cat.png"; "Cat-2.png" when a picture of that name, with other contents, has to stay until the new one counts.
    private func imageName(for new: NewReference, taken: [String]) -> String {
        let ending = new.imageExtension.isEmpty ? "" : "." + new.imageExtension
        let candidates = ["", "-2"].map { name + $0 + ending }
        return candidates.first { !taken.contains($0) || ((try? holds(new.image, path + "/" + $0)) ?? false) }
            ?? candidates[0]
    }

    private func holds(_ contents: Data, _ path: String) throws -> Bool {
        guard FileSystem.kind(of: path) == .file else { return false }
        return try FileSystem.read(path, limit: 1 << 30) == contents
    }
}
