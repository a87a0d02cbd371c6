/// A JSON value that can be rewritten without harm: members keep their order and numbers their digits.
package enum JSON: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number as it is written.
    case number(Number)
    /// A string.
    case string(String)
    /// An array.
    case array([JSON])
    /// An object.
    case object(Object)

    /// A number as it is written: "1.50" stays "1.50", and is another value than "1.5".
    package struct Number: Hashable, Sendable {
        /// The digits, valid as JSON.
        package let text: String

        /// For the parser and the formatters of this target, which know that `text` is valid.
        init(validated text: String) { self.text = text }
    }
}

extension JSON {
    /// A whole number.
    package static func integer(_ value: some BinaryInteger) -> JSON { .number(Number(validated: "\(value)")) }

    /// A number in the fewest digits that read back as the same `Double`; `null` when it is not finite.
    package static func real(_ value: Double) -> JSON {
        guard value.isFinite else { return .null }
        let isWhole = value.magnitude < 9e15 && value == value.rounded()
        return .number(Number(validated: isWhole ? "\(Int64(value))" : "\(value)"))
    }

    /// A number rounded to at most `places` (0…15) decimals, without trailing zeros; `null` when it is not finite.
    package static func decimal(_ value: Double, places: Int) -> JSON {
        let power = (0..<places).reduce(1 as Int64) { power, _ in power * 10 }
        let scaled = (value * Double(power)).rounded()
        guard scaled.magnitude < 9e15 else { return real(value) }
        let (whole, fraction) = Int64(scaled.magnitude).quotientAndRemainder(dividingBy: power)
        var text = (scaled < 0 ? "-" : "") + "\(whole)"
        if fraction > 0 {
            let digits = "\(fraction)"
            let padded = String(repeating: "0", count: places - digits.count) + digits
            text += "." + padded.prefix(padded.count - padded.reversed().prefix { $0 == "0" }.count)
        }
        return .number(Number(validated: text))
    }

    /// The value of the member `key`; `nil` when this is no object or has no such member.
    package subscript(key: String) -> JSON? { object?[key] }

    /// The text, when this is a string.
    package var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The truth, when this is a boolean.
    package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The elements, when this is an array.
    package var array: [JSON]? { if case .array(let value) = self { value } else { nil } }
    /// The members, when this is an object.
    package var object: Object? { if case .object(let value) = self { value } else { nil } }
    /// The number, when this is one that a `Double` can hold.
    package var double: Double? {
        guard case .number(let number) = self, let value = Double(number.text), value.isFinite else { return nil }
        return value
    }
    /// The whole number, when this is one, written without a fraction or an exponent, that fits.
    package var integer: Int64? { if case .number(let number) = self { Int64(number.text) } else { nil } }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// A string.
    package init(stringLiteral value: String) { self = .string(value) }
    /// A boolean.
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A whole number.
    package init(integerLiteral value: Int64) { self = .integer(value) }
    /// An array.
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
    /// An object with its members in this order; no key may come twice.
    package init(dictionaryLiteral members: (String, JSON)...) {
        var object = Object()
        for (key, value) in members {
            precondition(object[key] == nil, "the key \(key) comes twice")
            object[key] = value
        }
        self = .object(object)
    }
    /// `null`.
    package init(nilLiteral: ()) { self = .null }
}
