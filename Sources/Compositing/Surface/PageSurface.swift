internal import Imaging

/// What a frame shows of a page beside the drawing itself: the light on it, what lies in front of it, and the camera's
/// grain. Made by `PageObserver` for one frame; a `Layer` with it is lit, hidden and grained alike.
package struct PageSurface: Sendable {
    /// The drawing in the clip's format: what the page would show in even light.
    let drawing: PagePicture
    /// Even light where it is `nil`.
    let light: LightField?
    /// Nothing is in front where it is `nil`.
    let front: FrontMatte?
    /// What is seen beside the page and in front of it; nothing is known of it where it is `nil`.
    let others: OtherLight?
    let grain: Grain?
    /// Standard deviation in pixels of the blur of the camera's lens.
    let softness: Double
}

/// Nodes of a field that runs smoothly over a part of a frame, straight from node to node.
struct FieldNodes: Hashable, Sendable {
    /// The first node's place in the frame, in pixels.
    let originX, originY: Double
    /// Pixels from one node to the next, along both axes.
    let spacing: Double
    let columns, rows: Int
}

/// The light on a page over the part of a frame in which it lies.
struct LightField: Sendable {
    let nodes: FieldNodes
    /// What multiplies the light that a page throws back.
    let gain: [Float]
    /// What comes on top, whatever is printed: in units of the square of the range from black to white.
    let glare: [Float]
    /// Chroma of what is printed white, for each code of its height above black: Cb and Cr.
    let castU, castV: Float
    /// Codes from black to white.
    let range: Float
    /// What multiplies the gain for a film, so that it does not get brighter than white where the page was registered dark.
    let filmShare: Float
}

/// How bright that is which is seen beside a page and in front of it, smoothed and carried over its edges.
struct OtherLight: Sendable {
    let nodes: FieldNodes
    /// Light in units of the square of `range`; negative far from all edges.
    let light: [Float]
    /// Codes from black to white.
    let range: Float
}
