internal import CPixelKernels
package import Imaging

extension GreyImage {
    /// 128 + 32 · (x − mean) / (deviation + `floor`) over a square of `window` (odd) pixels inside the mask; 128 outside it.
    ///
    /// Real light breaks comparisons of grey levels; both sides normalised like this agree under any smooth light.
    package func locallyNormalised(mask: GreyImage, window: Int, floor: Double) -> GreyImage {
        precondition(width == mask.width && height == mask.height, "pictures of one size")
        var result = GreyImage(width: width, height: height)
        var columns = [Int32](repeating: 0, count: 6 * width)
        unsafe px_normalise(
            pixels, mask.pixels, Int32(width), Int32(height), Int32(window), Float(floor), &columns, &result.pixels)
        return result
    }
}
