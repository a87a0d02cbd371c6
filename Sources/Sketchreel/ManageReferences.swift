internal import Geometry
package import OrderedJSON
package import References

/// What a catalog holds.
package struct ReferencesSummary: Hashable, Sendable {
    /// The drawings, by group and name.
    package let entries: [CatalogEntry]
    /// What was skipped, a sentence each.
    package let warnings: [String]

    fileprivate init(_ catalog: Catalog) {
        (entries, warnings) = (catalog.entries, catalog.problems.map(\.description))
    }

    /// The `references` of the summary (docs/formats.md).
    package var json: JSON { .array(entries.map(Self.json)) }

    private static func json(_ entry: CatalogEntry) -> JSON {
        [
            "name": .string(entry.name), "group": .string(entry.group), "image": .string(entry.imagePath),
            "widthMetres": entry.width.map { .decimal($0.metres, places: 9) } ?? .null,
            "heightMetres": entry.height.map { .decimal($0.metres, places: 9) } ?? .null,
        ]
    }
}

/// *List the drawings of a catalog.*
package func listReferences(in catalog: String) throws -> ReferencesSummary {
    ReferencesSummary(try Catalog(path: catalog))
}

/// *Remove a drawing from a catalog.* Returns what is left.
package func removeReference(_ name: String, from path: String) throws -> ReferencesSummary {
    var catalog = try Catalog(path: path)
    try catalog.remove(name)
    return ReferencesSummary(catalog)
}

/// *Give a drawing of a catalog another name.* Returns what the catalog holds then.
package func renameReference(_ name: String, to newName: String, in path: String) throws -> ReferencesSummary {
    var catalog = try Catalog(path: path)
    try catalog.rename(name, to: newName)
    return ReferencesSummary(catalog)
}
