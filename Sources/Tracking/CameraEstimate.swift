/// What is learnt of the camera while a clip is tracked.
struct CameraEstimate: Sendable {
    var exposure = ExposureEstimate()
    var focal: FocalEstimate

    init(focal: Focal = .phone) { self.focal = FocalEstimate(focal) }
}
