/// What is learnt of the camera while a clip is tracked.
struct CameraEstimate: Sendable {
    var exposure = ExposureEstimate()
    var focal: FocalEstimate

    init(focal: Focal = .phone) { self.focal = FocalEstimate(focal) }
}

extension CameraEstimate: Stored {
    mutating func pass(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        try archive.pass(&exposure)
        try archive.pass(&focal)
    }
}
