package import Geometry
package import Imaging

/// Something flat on or over the table: a page, the table itself, a shadow, a slice of a cup, a hand.
package struct Sheet: Sendable {
    /// Given to a page whose truth is wanted.
    package var name: String?
    package var texture: Texture
    package var widthMetres, heightMetres: Double
    /// From the sheet's own anchor space (DESIGN §1) to the stage.
    package var stageFromSheet: Motion
    /// 0…1, times the texture's own alpha.
    package var opacity = 1.0
    /// Whether a page behind it counts as hidden: not behind shadows.
    package var hidesPages = true

    /// A sheet as wide as `widthMetres`; its height follows from the picture's shape.
    package init(
        name: String? = nil, texture: Texture, widthMetres: Double, stageFromSheet: Motion = .still(),
        opacity: Double = 1
    ) {
        (self.name, self.texture, self.widthMetres) = (name, texture, widthMetres)
        heightMetres = widthMetres * Double(texture.height) / Double(texture.width)
        (self.stageFromSheet, self.opacity) = (stageFromSheet, opacity)
    }

    /// A page that lies in the middle of the stage.
    package static func page(_ image: RGBAImage, name: String, widthMetres: Double) -> Sheet {
        Sheet(name: name, texture: Texture(image), widthMetres: widthMetres)
    }

    /// A picture far below everything: what is behind a page that is held in the air. It moves more slowly than the page.
    package static func backdrop(_ image: RGBAImage, widthMetres: Double, depthMetres: Double) -> Sheet {
        Sheet(texture: Texture(image), widthMetres: widthMetres, stageFromSheet: .still(.shift(y: -depthMetres)))
    }

    /// The table, `thicknessMetres` below the pages.
    package static func table(_ image: RGBAImage, widthMetres: Double, thicknessMetres: Double = 0.0005) -> Sheet {
        backdrop(image, widthMetres: widthMetres, depthMetres: thicknessMetres)
    }

    /// The corners in the sheet's anchor space, TL, TR, BR, BL.
    package var cornersInSheet: [Point3] {
        let (right, bottom) = (widthMetres / 2, heightMetres / 2)
        return [
            Point3(-right, 0, -bottom), Point3(right, 0, -bottom), Point3(right, 0, bottom), Point3(-right, 0, bottom),
        ]
    }
}
