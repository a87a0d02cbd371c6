/// Why a text is no JSON.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where it is found; `nil` for what is wrong with the text as a whole.
    package let place: JSON.Place?
    /// What is wrong there: a clause without a full stop.
    package let reason: String

    init(_ reason: String, at place: JSON.Place? = nil) { (self.place, self.reason) = (place, reason) }

    /// "line 3, column 14: …", to be put behind the file's name.
    package var description: String {
        place.map { "line \($0.line), column \($0.column): \(reason)" } ?? reason
    }
}

extension JSON {
    /// How much a parser takes from a file that it does not know.
    package struct Limits: Hashable, Sendable {
        /// Bytes of the whole text.
        package var bytes = 64 << 20
        /// Arrays and objects within each other.
        package var depth = 64

        /// The usual limits.
        package init() {}
    }

    /// Reads one value as RFC 8259 has it, in UTF-8; nothing but white space may follow.
    ///
    /// Stricter than that in one point: a key must not come twice in an object. A byte order mark is skipped.
    package init(parsing text: some Collection<UInt8>, limits: Limits = Limits()) throws(JSONError) {
        var parser = try Parser(text, limits)
        self = try parser.document()
    }

    /// Reads one value as `init(parsing:)` does, and where each value in it lies in the text.
    package static func located(
        parsing text: some Collection<UInt8>, limits: Limits = Limits()
    ) throws(JSONError) -> (value: JSON, places: Places) {
        var parser = try Parser(text, limits)
        parser.offsets = Offsets()
        let value = try parser.document()
        return (value, Places(bytes: parser.bytes, offsets: parser.offsets ?? Offsets()))
    }
}

/// A recursive descent over the bytes of one text.
private struct Parser {
    let bytes: [UInt8]
    var depthLeft: Int
    var position = 0
    /// Where values lie; `nil` when nobody asks.
    var offsets: JSON.Offsets?

    init(_ text: some Collection<UInt8>, _ limits: JSON.Limits) throws(JSONError) {
        guard text.count <= limits.bytes else {
            throw JSONError("\(text.count) bytes are more than the \(limits.bytes) that are read")
        }
        (bytes, depthLeft) = (Array(text), limits.depth)
    }

    mutating func document() throws(JSONError) -> JSON {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        skipSpace()
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw error("something follows the value") }
        return value
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func error(_ what: String) -> JSONError {
        JSONError(what, at: JSON.Place(position, in: bytes))
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value() throws(JSONError) -> JSON {
        if let path = offsets?.path { offsets?.values[path] = position }
        switch next {
        case UInt8(ascii: "{"): return try nested { parser throws(JSONError) in try parser.object() }
        case UInt8(ascii: "["): return try nested { parser throws(JSONError) in try parser.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case let byte? where byte == UInt8(ascii: "-") || isDigit(byte): return try number()
        case nil: throw error("the text ends where a value should be")
        default: throw error("a value should be here")
        }
    }

    private mutating func nested(
        _ parse: (inout Parser) throws(JSONError) -> JSON
    ) throws(JSONError) -> JSON {
        guard depthLeft > 0 else { throw error("too many arrays and objects within each other") }
        depthLeft -= 1
        position += 1
        let value = try parse(&self)
        depthLeft += 1
        return value
    }

    private mutating func object() throws(JSONError) -> JSON {
        var members: [JSON.Object.Member] = []
        var keys: Set<String> = []
        skipSpace()
        if skip("}") { return .object(JSON.Object()) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw error("a key in double quotes should be here") }
            let start = position
            let key = try string()
            guard keys.insert(key).inserted else {
                position = start
                throw error("the key \"\(key)\" comes twice")
            }
            skipSpace()
            guard skip(":") else { throw error("a colon should be here") }
            skipSpace()
            offsets?.path.append(.member(key))
            if let path = offsets?.path { offsets?.keys[path] = start }
            members.append(JSON.Object.Member(key: key, value: try value()))
            offsets?.path.removeLast()
            skipSpace()
            if skip("}") { return .object(JSON.Object(unique: members)) }
            guard skip(",") else { throw error("a comma or '}' should be here") }
        }
    }

    private mutating func array() throws(JSONError) -> JSON {
        var elements: [JSON] = []
        skipSpace()
        if skip("]") { return .array([]) }
        while true {
            skipSpace()
            offsets?.path.append(.element(elements.count))
            elements.append(try value())
            offsets?.path.removeLast()
            skipSpace()
            if skip("]") { return .array(elements) }
            guard skip(",") else { throw error("a comma or ']' should be here") }
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
        guard bytes[position...].starts(with: "\(word)".utf8) else { throw error("a value should be here") }
        position += word.utf8CodeUnitCount
        return value
    }

    private mutating func number() throws(JSONError) -> JSON {
        let start = position
        _ = skip("-")
        if !skip("0") { try digits() }
        if skip(".") { try digits() }
        if skip("e") || skip("E") {
            if !skip("+") { _ = skip("-") }
            try digits()
        }
        return .number(JSON.Number(validated: String(decoding: bytes[start..<position], as: UTF8.self)))
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while let byte = next, isDigit(byte) { position += 1 }
        if position == start { throw error("a digit should be here") }
    }

    private mutating func string() throws(JSONError) -> String {
        position += 1
        var text = ""
        var start = position
        while let byte = next {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                guard let piece = String(validating: bytes[start..<position], as: UTF8.self) else {
                    position = start
                    throw error("this string is not in UTF-8")
                }
                text += piece
                position += 1
                if byte == UInt8(ascii: "\"") { return text }
                text.unicodeScalars.append(try escaped())
                start = position
            } else if byte < 0x20 {
                throw error("a string must not hold a control character or end with the line")
            } else {
                position += 1
            }
        }
        throw error("the text ends within a string")
    }

    private mutating func escaped() throws(JSONError) -> Unicode.Scalar {
        let letter = next
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(bytes[position - 1])
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try escapedScalar()
        default:
            position -= 1
            throw error("no such escape")
        }
    }

    private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(first), skip("\\"), skip("u") else { throw error("half of a surrogate pair") }
        let second = try hexadecimal()
        guard UTF16.isTrailSurrogate(second) else { throw error("half of a surrogate pair") }
        let value = 0x10000 + (UInt32(first) & 0x3FF) << 10 + UInt32(second) & 0x3FF
        guard let scalar = Unicode.Scalar(value) else { throw error("half of a surrogate pair") }
        return scalar
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt16 {
        let digits = bytes[position...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let value = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw error("four hexadecimal digits should be here") }
        position += 4
        return value
    }
}

private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
