internal import Foundation
internal import Imaging

/// What went wrong with the samples' files.
struct SampleError: Error, CustomStringConvertible, Sendable {
    let description: String
}

/// PAM, the picture format that scripts and programs can write without a library: a text header, then RGBA bytes.
enum Netpbm {
    /// Reads a PAM file of 8-bit RGB_ALPHA or RGB.
    static func read(_ path: String) throws -> RGBAImage {
        guard let file = FileManager.default.contents(atPath: path) else {
            throw SampleError(description: "\(path): cannot read the picture; Samples/scripts/make-samples.sh makes it")
        }
        let end = Data("ENDHDR\n".utf8)
        guard let header = file.range(of: end), let text = String(data: file[..<header.lowerBound], encoding: .ascii)
        else {
            throw SampleError(description: "\(path): is not a PAM picture")
        }
        var fields: [String: Int] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 2 { fields[String(words[0])] = Int(words[1]) }
        }
        let body = [UInt8](file[header.upperBound...])
        guard text.hasPrefix("P7"), let width = fields["WIDTH"], let height = fields["HEIGHT"],
            let depth = fields["DEPTH"],
            width > 0, height > 0, depth == 3 || depth == 4, fields["MAXVAL"] == 255,
            body.count == width * height * depth
        else { throw SampleError(description: "\(path): is not a PAM picture of 8-bit RGB or RGBA, or is cut short") }
        guard depth == 3 else { return RGBAImage(width: width, height: height, pixels: body) }
        var pixels = [UInt8](repeating: 255, count: width * height * 4)
        for index in 0..<width * height {
            for channel in 0..<3 { pixels[4 * index + channel] = body[3 * index + channel] }
        }
        return RGBAImage(width: width, height: height, pixels: pixels)
    }

    static func encoded(_ image: RGBAImage) -> Data {
        let header =
            "P7\nWIDTH \(image.width)\nHEIGHT \(image.height)\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
        return Data(header.utf8) + Data(image.pixels)
    }
}
