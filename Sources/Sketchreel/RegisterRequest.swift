package import Geometry
package import OrderedJSON

/// *Register a drawing with its printed width.*
package struct RegisterRequest: Hashable, Sendable {
    /// The picture's path.
    package let image: String
    /// The printed width.
    package let width: Length
    /// The name; `nil`: the picture's file name without its extension.
    package let name: String?
    /// The catalog's folder.
    package let catalog: String
    /// The group; `nil`: where the drawing is, or the usual one.
    package let group: String?
    /// Whether a drawing of that name is replaced.
    package let force: Bool

    /// Creates a request.
    package init(image: String, width: Length, name: String?, catalog: String, group: String?, force: Bool) {
        (self.image, self.width, self.name) = (image, width, name)
        (self.catalog, self.group, self.force) = (catalog, group, force)
    }
}

/// What was registered.
package struct RegisterSummary: Hashable, Sendable {
    /// The drawing's name and group.
    package let name, group: String
    /// The picture in the catalog.
    package let image: String
    /// The picture's size, upright.
    package let pixelWidth, pixelHeight: Int
    /// The printed size.
    package let widthMetres, heightMetres: Double
    /// How many features tracking has to work with.
    package let featureCount: Int
    /// Whether a drawing of that name was replaced.
    package let hasReplaced: Bool
    /// Sentences about what may make tracking hard, or was skipped in the catalog.
    package let warnings: [String]

    /// Creates a summary.
    package init(
        name: String, group: String, image: String, pixelWidth: Int, pixelHeight: Int, widthMetres: Double,
        heightMetres: Double, featureCount: Int, hasReplaced: Bool, warnings: [String]
    ) {
        (self.name, self.group, self.image) = (name, group, image)
        (self.pixelWidth, self.pixelHeight) = (pixelWidth, pixelHeight)
        (self.widthMetres, self.heightMetres) = (widthMetres, heightMetres)
        (self.featureCount, self.hasReplaced, self.warnings) = (featureCount, hasReplaced, warnings)
    }

    /// An element of `references` in the summary (docs/formats.md).
    package var json: JSON {
        [
            "name": .string(name), "group": .string(group), "image": .string(image),
            "pixelWidth": .integer(pixelWidth), "pixelHeight": .integer(pixelHeight),
            "widthMetres": .decimal(widthMetres, places: 9), "heightMetres": .decimal(heightMetres, places: 9),
            "features": .integer(featureCount), "replaced": .bool(hasReplaced),
        ]
    }
}
