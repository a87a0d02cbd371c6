package import Geometry

/// A drawing of the catalog, as its folder states it.
package struct CatalogEntry: Hashable, Sendable {
    /// The group it lies in, in NFC.
    package let group: String
    /// Its name in NFC: unique in the catalog.
    package let name: String
    /// The folder it lies in.
    package let folder: String
    /// The picture; a regular file within `folder`.
    package let imagePath: String
    /// The printed width as stated, or `nil` when it is unknown.
    package let width: Length?
    /// The printed height, where one is stated; readers that know the picture derive it from the width.
    package let height: Length?
}

/// A part of the catalog that was skipped.
package struct CatalogProblem: Hashable, Sendable, CustomStringConvertible {
    /// The group or entry, as a path.
    package let path: String
    /// What is wrong and how to mend it: a clause.
    package let reason: String

    /// One sentence, without a full stop.
    package var description: String { "\(path): skipped, because \(reason)" }
}

/// Why the catalog could not be read or changed: one sentence that names the file, the step and what to do.
package struct CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence, without a full stop.
    package let description: String
    init(_ description: String) { self.description = description }
}
