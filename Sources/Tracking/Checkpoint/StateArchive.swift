internal import Geometry

/// Passes a state's numbers to bytes, or from bytes back into a state of the same making, exactly: by their bits.
///
/// A type says once what it consists of (`Stored.pass`), and that serves both ways. What never changes after a value was made
/// (a limit, how many sides a page has) is not passed: it is in the value that is read into.
package struct StateArchive: Sendable {
    /// The bytes hold no such state.
    package struct Malformed: Error, Hashable, Sendable { package init() {} }

    /// Whether states are read, else they are written.
    package let isReading: Bool
    /// What was written, or what is read.
    package private(set) var bytes: [UInt8]
    private var next = 0

    /// Writes.
    package init() { (isReading, bytes) = (false, []) }

    /// Reads `bytes`.
    package init(reading bytes: [UInt8]) { (isReading, self.bytes) = (true, bytes) }

    /// Bytes that were not read yet.
    private var rest: Int { bytes.count - next }

    /// Checks that all was read.
    package func finish() throws(Malformed) { if isReading, rest != 0 { throw Malformed() } }

    /// Passes a value; one that is read is read into what is there.
    package mutating func pass<Value: Stored>(_ value: inout Value) throws(Malformed) { try value.pass(&self) }

    /// Passes a value that may be missing; one that is read is read into `blank`.
    package mutating func pass<Value: Stored>(_ value: inout Value?, blank: Value) throws(Malformed) {
        var isThere = value != nil
        try pass(&isThere)
        var passed = value ?? blank
        if isThere { try pass(&passed) }
        value = isThere ? passed : nil
    }

    /// Passes a number of a fixed size, least byte first.
    fileprivate mutating func passBytes<Number: FixedWidthInteger>(of number: inout Number) throws(Malformed) {
        let size = Number.bitWidth / 8
        if isReading {
            guard rest >= size else { throw Malformed() }
            var value: Number = 0
            for index in 0..<size { value |= Number(truncatingIfNeeded: bytes[next + index]) << (8 * index) }
            number = value
            next += size
        } else {
            for index in 0..<size { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
        }
    }

    // MARK: Lists

    /// Passes the elements of a list whose length never changes.
    package mutating func passEach<Value: Stored>(_ list: inout [Value]) throws(Malformed) {
        for index in list.indices { try list[index].pass(&self) }
    }

    /// Passes a list of any length; elements that are read are read into `blank`.
    package mutating func pass<Value: Stored>(_ list: inout [Value], of blank: Value) throws(Malformed) {
        var count = UInt64(list.count)
        try pass(&count)
        if isReading {
            // An element takes at least a byte: a length that the rest cannot hold takes no memory.
            guard count <= UInt64(rest) else { throw Malformed() }
            list = []
            for _ in 0..<count {
                var value = blank
                try value.pass(&self)
                list.append(value)
            }
        } else {
            try passEach(&list)
        }
    }
}

/// What can be kept as bytes and found again exactly.
package protocol Stored {
    /// Passes everything in it that changes, in one order for both ways.
    mutating func pass(_ archive: inout StateArchive) throws(StateArchive.Malformed)
}

extension Stored where Self: FixedWidthInteger {
    package mutating func pass(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        try archive.passBytes(of: &self)
    }
}

extension UInt8: Stored {}
extension UInt64: Stored {}
extension Int16: Stored {}
extension Int64: Stored {}
extension Int: Stored {}

extension Bool: Stored {
    package mutating func pass(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        var byte: UInt8 = self ? 1 : 0
        try archive.pass(&byte)
        guard byte <= 1 else { throw StateArchive.Malformed() }
        self = byte == 1
    }
}

extension Double: Stored {
    package mutating func pass(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        var pattern = bitPattern
        try archive.passBytes(of: &pattern)
        self = Double(bitPattern: pattern)
    }
}

extension Float: Stored {
    package mutating func pass(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        var pattern = bitPattern
        try archive.passBytes(of: &pattern)
        self = Float(bitPattern: pattern)
    }
}

extension String: Stored {
    package mutating func pass(_ archive: inout StateArchive) throws(StateArchive.Malformed) {
        var units = Array(utf8)
        try archive.pass(&units, of: 0)
        self = String(decoding: units, as: UTF8.self)
    }
}
