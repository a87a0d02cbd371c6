import Foundation
import Imaging
import MediaIO
import Testing

@Suite struct ZScratch {
    @Test(.enabled(if: ProcessInfo.processInfo.environment["ZOO"] != nil))
    func zoo() throws {
        let folder = ProcessInfo.processInfo.environment["ZOO"]!
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where !name.hasPrefix(".") && name != "out" {
            let path = folder + "/" + name
            do {
                let (frame, orientation) = try StillReader.frame(path: path)
                let image = try StillReader.image(path: path)
                print("ZOO", name, frame.width, frame.height, frame.format.name, orientation, frame.colour.primaries, frame.colour.transfer, frame.colour.matrix, frame.colour.range)
                try StillWriter.writePNG(image, to: folder + "/out/" + name + ".png")
            } catch { print("ZOO", name, "ERROR", error) }
        }
    }
}
