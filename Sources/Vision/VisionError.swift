internal import COpenCVShim

/// OpenCV refused a call: a bug of ours or a lack of memory, never bad input.
package struct VisionError: Error, Hashable, Sendable, CustomStringConvertible {
    package let step: String
    /// OpenCV's own words.
    package let detail: String

    package var description: String { "cannot \(step): \(detail)" }

    /// Throws when `status` says that OpenCV failed; returns whether there is an answer.
    @discardableResult
    static func check(_ status: ocv_status, _ step: String) throws(VisionError) -> Bool {
        if status < 0 { throw VisionError(step: step, detail: unsafe String(cString: ocv_last_error())) }
        return status == 0
    }
}

/// Sets how many threads OpenCV may use in each call. Stages run at once already, so one is right for all but single looks.
package func setVisionThreads(_ count: Int) { ocv_set_threads(Int32(count)) }
