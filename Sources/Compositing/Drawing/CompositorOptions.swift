/// How the compositor imitates the camera.
package struct CompositorOptions: Hashable, Sendable {
    /// Standard deviation in pixels of the blur that the camera's lens and sensor add to what is as sharp as pixels can be:
    /// 0 … 4. With 0 a picture that is seen at its own size keeps its samples.
    package var softnessPixels: Double = 0.5

    /// Whether samples that the page does not cover in the middle of the exposure keep their bits, even where blur or
    /// motion would carry the picture beyond its outline.
    package var staysInsideOutline: Bool = true

    /// Keeps vector instructions out. The result is the same; only tests ask for it.
    package var isPortable: Bool = false

    package init() {}

    /// - Throws: when the softness is out of its range: one sentence that names it.
    package func validate() throws(CompositingError) {
        guard (0...4).contains(softnessPixels) else {
            throw CompositingError(description: "softness is \(softnessPixels) px; give it from 0 to 4 px")
        }
    }
}

/// Why nothing can be composed: one sentence.
package struct CompositingError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    package init(description: String) { self.description = description }
}
