package import Imaging

/// Brings frames into another kind so that they look the same there: size, pixel format, and colours in full.
///
/// Where primaries and curves agree, `FrameScaler` does all of it, on code values. Elsewhere colours go through light, by
/// zimg: every curve is that of a display, SDR white lies at 203 cd/m² in HDR (BT.2408), and what SDR cannot show is cut off
/// for each of R, G and B, as displays do. HDR is brought into SDR by BT.2390's curve, on the largest of R, G and B, so that
/// hues stay; what lies outside of the SDR primaries then loses saturation, not luminance.
///
/// Alpha goes along where both formats have it (`yuva…`, `gbrap`, `rgba`) and is straight on both sides; through light, what is
/// reduced is weighed by it, so that nothing bleeds out of transparent parts. Where only the destination has it, it is opaque;
/// where only the source has it, it is left out and colours stay as they are. One thread at a time.
package final class ColourConverter {
    package let source, destination: FrameScaler.Kind
    private let steps: [Step]

    private enum Step {
        case scale(FrameScaler)
        case light(LightGraph, FrameScaler.Kind)
        case path(LightPath, FrameScaler.Kind)
    }

    /// Prepares a conversion; `path` names the file in errors.
    package init(from source: FrameScaler.Kind, to destination: FrameScaler.Kind, path: String) throws(MediaError) {
        (self.source, self.destination) = (source, destination)
        let (from, to) = (source.definite, destination.definite)
        guard !from.colour.showsLike(to.colour) else {
            steps = [.scale(try FrameScaler(from: source, to: destination, path: path))]
            return
        }
        // Pictures that zimg does not take are unpacked, and reduced on the way.
        let unpacked = from.isPlanarForZimg ? from : to.with(from.planarForZimg.format, from.colour).planarForZimg
        let packable = to.planarForZimg
        var steps: [Step] = []
        if unpacked != from { steps.append(.scale(try FrameScaler(from: from, to: unpacked, path: path))) }
        if LightPath.isNeeded(from: from.colour, to: to.colour) {
            steps.append(.path(try LightPath(from: unpacked, to: packable, path: path), packable))
        } else {
            let graph = try LightGraph(
                from: LightGraph.Side(unpacked, hasAlpha: unpacked.format.hasAlpha && packable.format.hasAlpha),
                to: LightGraph.Side(packable, hasAlpha: packable.format.hasAlpha), path: path)
            steps.append(.light(graph, packable))
        }
        if packable != to { steps.append(.scale(try FrameScaler(from: packable, to: to, path: path))) }
        self.steps = steps
    }

    /// A new frame of the destination's kind with the time of `frame`, which must be of the source's size and format.
    package func convert(_ frame: Frame) throws(MediaError) -> Frame {
        var result = frame
        for step in steps {
            switch step {
            case .scale(let scaler): result = try scaler.scale(result)
            case .light(let graph, let kind):
                let converted = result.blank(kind)
                try graph.run(from: result.planesForZimg, to: converted.planesForZimg)
                result = converted
            case .path(let path, let kind):
                let converted = result.blank(kind)
                try path.run(from: result, to: converted)
                result = converted
            }
        }
        return result
    }
}

extension FrameScaler.Kind {
    /// The same with nothing of its colours left unspecified.
    package var definite: FrameScaler.Kind {
        with(format, colour.resolved(width: width, height: height, format: format))
    }

    /// The same colours, made definite by this kind's size, for pictures of another size.
    package func resized(toWidth width: Int, height: Int) -> FrameScaler.Kind {
        FrameScaler.Kind(format: format, width: width, height: height, colour: definite.colour)
    }
}

extension Frame {
    /// A frame of `kind` with this one's time; its samples are undefined.
    fileprivate func blank(_ kind: FrameScaler.Kind) -> Frame {
        Frame(
            allocating: kind.format, width: kind.width, height: kind.height, colour: kind.colour,
            presentationTime: presentationTime, duration: duration)
    }
}
