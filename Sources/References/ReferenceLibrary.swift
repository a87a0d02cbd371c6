internal import Files
internal import Foundation
internal import Geometry
internal import Imaging
internal import Vision

/// A reference ready to be tracked, and what identifies its picture.
package struct LoadedReference: Sendable {
    package let model: ReferenceModel
    /// SHA-256 of the image file.
    package let sha256: String
    /// Printed height in metres; `nil` where the size is not known.
    package var heightMetres: Double? { model.widthMetres.map { $0 * model.aspect } }
}

/// The references of a catalog, opened without reading their pictures: what a run needs of each is read when it needs it, and
/// dropped when it has not been used for long.
package struct ReferenceLibrary: Sendable {
    /// Those that can be used, in the catalog's order.
    package let references: [LoadedReference]
    /// Finds the few of them that a picture may show; `nil` without references.
    package let index: CatalogIndex?
    /// Why the others cannot be used.
    package let problems: [ReferenceError]

    /// Memory that pictures and searchable features may take: about 30 pictures, and 10 sets of features. The features of few
    /// references are all needed in every look.
    private static let pictureBytes = 32 << 20, featureBytes = 40 << 20
    private static let fewReferences = 12, featureBytesOfFew = 128 << 20

    /// Opens `catalog`. Pictures that are new, or were changed since the index of the catalog was kept in `cache`, are read.
    ///
    /// - Parameter checkpoint: called before each picture that is read; what it throws ends the work.
    package init(
        _ catalog: Catalog, cache: ReferenceCache, checkpoint: () throws -> Void = {}
    ) throws {
        let known = cache.index(ofCatalog: catalog.path)
        let stamped = catalog.entries.map { Stamped($0, in: catalog) }
        var problems: [ReferenceError] = []
        let file: CatalogIndexFile?
        if let known, known.records.map(\.identity) == stamped.map(\.identity) {
            file = known
        } else {
            file = Self.file(
                of: try Self.pictures(of: stamped, known, &problems, checkpoint), known, cache, catalog.path)
        }
        file?.letGo()
        let records = Dictionary(uniqueKeysWithValues: (file?.records ?? []).map { ($0.file, $0) })
        let used = stamped.compactMap { entry in records[entry.file].map { (entry.entry, $0) } }
        references = Self.references(used, cache.features)
        index = file.map { CatalogIndex($0) }
        self.problems = problems
    }

    /// An entry, and what its picture's file is now.
    private struct Stamped {
        let entry: CatalogEntry
        let file: String
        let stamp: FileStamp?

        init(_ entry: CatalogEntry, in catalog: Catalog) {
            self.entry = entry
            file = String(entry.imagePath.dropFirst(catalog.path.count))
            stamp = FileSystem.stamp(of: entry.imagePath)
        }

        var identity: PictureRecord.Identity? { stamp.map { PictureRecord.Identity(file: file, stamp: $0) } }
    }

    /// What the index keeps of each picture: as it is `known`, or derived anew.
    private static func pictures(
        of entries: [Stamped], _ known: CatalogIndexFile?, _ problems: inout [ReferenceError],
        _ checkpoint: () throws -> Void
    ) throws -> IndexedPictures {
        let kept = known?.pictures() ?? IndexedPictures(expecting: 0)
        let numbers = Dictionary(uniqueKeysWithValues: kept.records.enumerated().map { ($1.identity, $0) })
        var pictures = IndexedPictures(expecting: entries.count)
        for entry in entries {
            if let number = entry.identity.flatMap({ numbers[$0] }) {
                pictures.append(kept.records[number], kept.features(of: number))
                continue
            }
            try checkpoint()
            do throws(ReferenceError) {
                let stamp = entry.stamp ?? FileStamp(size: 0, inode: 0, modified: 0, changed: 0)
                let (record, features) = try RegisteredPicture(path: entry.entry.imagePath)
                    .indexed(as: entry.file, stamp: stamp)
                pictures.append(record, features)
            } catch { problems.append(error) }
        }
        return pictures
    }

    /// The index of `pictures`: the `known` one where they are the same, else a new one, in the cache if that can be written.
    private static func file(
        of pictures: consuming IndexedPictures, _ known: CatalogIndexFile?, _ cache: ReferenceCache, _ catalog: String
    ) -> CatalogIndexFile? {
        let records = pictures.records
        guard !records.isEmpty else { return nil }
        if let known, known.records == records { return known }
        let contents = CatalogIndexFile.contents(of: pictures)
        cache.keep(contents, ofCatalog: catalog)
        if let kept = cache.index(ofCatalog: catalog), kept.records == records { return kept }
        return CatalogIndexFile(FixedBytes(copying: contents))
    }

    private static func references(
        _ used: [(entry: CatalogEntry, record: PictureRecord)], _ cache: FeatureCache
    ) -> [LoadedReference] {
        let pictures = Shelf<[GreyImage]>(limit: pictureBytes) { $0.reduce(0) { $0 + $1.pixels.count } }
        let features = Shelf<FeatureIndex>(limit: used.count > fewReferences ? featureBytes : featureBytesOfFew) {
            $0.byteCount
        }
        return used.enumerated().map { number, used in
            let content = CatalogContent(
                number: number, picture: RegisteredPicture(path: used.entry.imagePath), record: used.record,
                cache: cache, pictures: pictures, features: features)
            let model = ReferenceModel(
                name: used.entry.name, pixelWidth: used.record.pixelWidth, pixelHeight: used.record.pixelHeight,
                widthMetres: used.entry.width?.metres, content: content)
            return LoadedReference(model: model, sha256: used.record.sha256)
        }
    }
}

/// A picture of a catalog, read when it is needed and kept while it is used.
private struct CatalogContent: ReferenceContent {
    let number: Int
    let picture: RegisteredPicture
    let record: PictureRecord
    let cache: FeatureCache
    let pictures: Shelf<[GreyImage]>
    let features: Shelf<FeatureIndex>

    func levels() throws(ReferenceError) -> [GreyImage] {
        try pictures.item(number) { () throws(ReferenceError) in try picture.levels(record) }
    }

    func index() throws(ReferenceError) -> FeatureIndex {
        try features.item(number) { () throws(ReferenceError) in
            try picture.index(record, cache) { () throws(ReferenceError) in try levels() }
        }
    }
}
