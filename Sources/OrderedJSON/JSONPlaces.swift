extension JSON {
    /// A place in a text: line and column, in bytes, count from 1.
    package struct Place: Hashable, Sendable, CustomStringConvertible {
        /// The line and the column.
        package let line, column: Int
        /// "7:15".
        package var description: String { "\(line):\(column)" }

        /// The place of the byte at `offset`.
        init(_ offset: Int, in bytes: [UInt8]) {
            let before = bytes[..<min(offset, bytes.count)]
            line = before.count { $0 == UInt8(ascii: "\n") } + 1
            column = before.count - (before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0) + 1
        }
    }

    /// One step on the way from a value to one that lies in it.
    package enum Step: Hashable, Sendable {
        /// To the member of that key, and to the element of that index.
        case member(String), element(Int)
    }

    /// Where the values of a text begin, so that what is wrong with one can be said with its place.
    package struct Places: Hashable, Sendable {
        private let bytes: [UInt8]
        private let offsets: Offsets

        init(bytes: [UInt8], offsets: Offsets) { (self.bytes, self.offsets) = (bytes, offsets) }

        /// Where the value at `path` begins; `nil` when there is none.
        package func value(_ path: [Step]) -> Place? { offsets.values[path].map { Place($0, in: bytes) } }

        /// Where the key of the member at `path` begins; `nil` when there is none.
        package func key(_ path: [Step]) -> Place? { offsets.keys[path].map { Place($0, in: bytes) } }
    }

    /// What a parser writes down of places, in bytes from the beginning of the text.
    struct Offsets: Hashable, Sendable {
        var path: [Step] = []
        var values: [[Step]: Int] = [:]
        var keys: [[Step]: Int] = [:]
    }
}
