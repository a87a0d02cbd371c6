/// What a Samsung phone notes behind a slow-motion film: which parts its own player slows down. Other players show the film as
/// fast as its timestamps say.
enum SlowMotionNote {
    private static let mostBytes = 1 << 16

    /// Whether the file's `sefd` box tells of parts that are to be slowed down.
    static func isInFile(_ path: String) -> Bool {
        guard let reader = BoxReader(path: path) else { return false }
        return reader.outermost.filter { $0.type == "sefd" }.contains { box in
            let text = String(decoding: reader.bytes(box.body, limit: mostBytes), as: UTF8.self)
            return text.contains("SlowMotion_Data")
        }
    }
}
