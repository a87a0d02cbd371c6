internal import CPixelKernels
internal import Imaging

extension Frame {
    /// Reads means of blocks of `columns` × `rows` samples of a component: `count` of them side by side, the first with its
    /// first sample at (`x`, `y`). Blocks lie inside the component's grid.
    func readMeans(
        of component: Int, x: Int, y: Int, columns: Int, rows: Int, count: Int, into row: UnsafeMutablePointer<Float>
    ) {
        let place = format.components[component]
        let (step, shift) = (Int32(place.step), Int32(format.shift))
        unsafe withPlane(place.plane) { plane, stride in
            let line = unsafe plane + y * stride
            let offset = place.offset + x * place.step
            if format.bytesPerSample == 2 {
                unsafe pixel_mean_row_u16(
                    line.assumingMemoryBound(to: UInt16.self) + offset, stride, step, shift, Int32(columns),
                    Int32(rows), Int32(count), row)
            } else {
                unsafe pixel_mean_row_u8(
                    line.assumingMemoryBound(to: UInt8.self) + offset, stride, step, Int32(columns), Int32(rows),
                    Int32(count), row)
            }
        }
    }
}
