/// A type that an option or an argument can have: it is made from one word of the command line.
package protocol ExpressibleByArgument {
    /// Makes a value from a word of the command line, or returns `nil` when the word does not say one.
    init?(argument: String)
    /// The value as the help shows a default.
    var defaultValueDescription: String { get }
    /// Every word that is accepted, for the help and for errors; empty when there are too many to list.
    static var allValueStrings: [String] { get }
    /// What an error asks for instead of a bad word: "a whole number".
    static var expectedValueDescription: String? { get }
}

extension ExpressibleByArgument {
    /// The value's own description.
    package var defaultValueDescription: String { "\(self)" }
    /// Nothing to list.
    package static var allValueStrings: [String] { [] }
    /// Nothing better to say.
    package static var expectedValueDescription: String? { nil }
}

extension ExpressibleByArgument where Self: RawRepresentable, RawValue: ExpressibleByArgument {
    /// Makes the value whose raw value the word says.
    package init?(argument: String) {
        guard let rawValue = RawValue(argument: argument) else { return nil }
        self.init(rawValue: rawValue)
    }
    /// The raw value, as it is typed.
    package var defaultValueDescription: String { rawValue.defaultValueDescription }
}

extension ExpressibleByArgument where Self: CaseIterable, Self: RawRepresentable, RawValue: ExpressibleByArgument {
    /// The raw values of all cases, in the order of their declaration.
    package static var allValueStrings: [String] { allCases.map(\.rawValue.defaultValueDescription) }
}

extension String: ExpressibleByArgument {
    /// Any word is a string.
    package init?(argument: String) { self = argument }
    /// The string itself.
    package var defaultValueDescription: String { self }
}

extension ExpressibleByArgument where Self: FixedWidthInteger {
    /// Reads a decimal number that fits the type.
    package init?(argument: String) { self.init(argument, radix: 10) }
    /// Says which numbers fit.
    package static var expectedValueDescription: String? {
        Self.isSigned ? "a whole number" : "a whole number from 0 to \(Self.max)"
    }
}

extension Int: ExpressibleByArgument {}
extension Int32: ExpressibleByArgument {}
extension Int64: ExpressibleByArgument {}
extension UInt64: ExpressibleByArgument {}

extension Double: ExpressibleByArgument {
    /// Reads a finite number with a decimal point; "nan" and "inf" are none.
    package init?(argument: String) {
        guard let value = Double(argument), value.isFinite else { return nil }
        self = value
    }
    /// The number without a needless ".0".
    package var defaultValueDescription: String { Int64(exactly: self).map(String.init) ?? "\(self)" }
    /// Says what is missing when somebody types "3s" or "1,5".
    package static var expectedValueDescription: String? { "a number, such as 3 or 1.5" }
}
