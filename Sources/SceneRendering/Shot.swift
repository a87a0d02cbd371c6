internal import Geometry
package import Imaging

/// A frame of a scene, with the truth about its pages.
package struct RenderedFrame: Hashable, Sendable {
    /// Upright, sRGB, opaque.
    package let picture: RGBAImage
    /// Of every named sheet, in the scene's order.
    package let truths: [PageTruth]

    /// The truth of the page with that name; `nil` when the scene has none.
    package func truth(of name: String) -> PageTruth? { truths.first { $0.name == name } }
}

/// A scene that is filmed: its frames can be rendered in any order, each the same whenever it is.
package struct Shot: Sendable {
    package let scene: Scene
    package let timeBase: TimeBase
    package let ticksPerFrame: Int64
    package let frameCount: Int

    /// Films `frameCount` frames; the time base is 1 / 600 s and a frame takes 20 ticks (30 a second) unless told.
    package init(_ scene: Scene, frameCount: Int, ticksPerFrame: Int64 = 20, timeBase: TimeBase? = TimeBase(1, 600)) {
        guard let timeBase, ticksPerFrame > 0 else { preconditionFailure("a shot needs a time base and a frame time") }
        (self.scene, self.frameCount, self.ticksPerFrame, self.timeBase) = (scene, frameCount, ticksPerFrame, timeBase)
    }

    package var frameRate: Double { 1 / timeBase.seconds(ticksPerFrame) }

    /// When a frame is taken: the middle of its exposure, seconds.
    package func seconds(ofFrame index: Int) -> Double { timeBase.seconds(Int64(index) * ticksPerFrame) }

    /// What is true in a frame, without rendering it.
    package func truth(ofFrame index: Int) -> [PageTruth] { scene.truth(at: seconds(ofFrame: index)) }

    /// Renders a frame. Costs about 30 ns a sample (see `Scene.Sampling`), on the caller's thread.
    package func frame(_ index: Int) -> RenderedFrame {
        let seconds = seconds(ofFrame: index)
        let open = min(max(scene.sensor.shutter, 0), 1) * timeBase.seconds(ticksPerFrame)
        var noise = SplitMix(seed: scene.seed &+ UInt64(bitPattern: Int64(index)) &* 0x9E37_79B9)
        return RenderedFrame(
            picture: Exposure(scene, seconds: seconds, openSeconds: open).developed(noiseSeed: noise.next()),
            truths: scene.truth(at: seconds))
    }
}
