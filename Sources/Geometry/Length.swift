/// A length with the unit in which it was stated: printed sizes of drawings.
package struct Length: Hashable, Sendable, CustomStringConvertible {
    /// The units that people print in. The raw value is the usual sign.
    package enum Unit: String, CaseIterable, Hashable, Sendable {
        case metres = "m"
        case centimetres = "cm"
        case millimetres = "mm"
        case feet = "ft"
        case inches = "in"
        case yards = "yd"

        /// Metres in one of them; exact by the definition of the international yard (1959).
        package var inMetres: Double {
            switch self {
            case .metres: 1
            case .centimetres: 0.01
            case .millimetres: 0.001
            case .feet: 0.3048
            case .inches: 0.0254
            case .yards: 0.9144
            }
        }

        /// `value` of them in metres, to the nanometre: 18.9 cm is 0.189 m and prints like that.
        package func metres(_ value: Double) -> Double { (value * inMetres * 1e9).rounded() / 1e9 }
    }

    /// How many of the unit: positive and finite.
    package let value: Double
    /// The unit as stated.
    package let unit: Unit

    /// The length in metres.
    package var metres: Double { unit.metres(value) }
    /// As it is typed: "21cm".
    package var description: String { (Int64(exactly: value).map(String.init) ?? "\(value)") + unit.rawValue }

    /// Creates a length, or returns `nil` unless it lies between 0.1 mm and 1 km.
    package init?(_ value: Double, _ unit: Unit) {
        guard value.isFinite, (1e-4...1e3).contains(unit.metres(value)) else { return nil }
        (self.value, self.unit) = (value, unit)
    }

    /// Reads "21cm", "210 mm", "0.21m", "8.27in", "1ft" or "1yd"; a length without a unit is refused.
    package init(parsing text: String) throws(LengthError) {
        let trimmed = text.drop(while: \.isWhitespace)
        let number = trimmed.prefix { $0.isASCII && ($0.isNumber || "+-.,".contains($0)) }
        let sign = trimmed.dropFirst(number.count).drop(while: \.isWhitespace).lowercased()
        guard !number.isEmpty else {
            throw LengthError("'\(text)' is no length; \(LengthError.remedy)")
        }
        if number.contains(",") {
            throw LengthError("'\(text)' has a comma; write a decimal point: \(text.replacing(",", with: "."))")
        }
        guard let value = Double(number) else { throw LengthError("'\(text)' is no length; \(LengthError.remedy)") }
        guard !sign.isEmpty else {
            throw LengthError("'\(text)' has no unit; write \(number)cm or \(number)mm, whichever is meant")
        }
        guard let unit = Unit(rawValue: sign) ?? Unit(word: sign) else {
            throw LengthError("'\(text)' has the unknown unit '\(sign)'; use m, cm, mm, in, ft or yd")
        }
        guard let length = Length(value, unit) else {
            throw LengthError("'\(text)' is no size that a drawing can have; give 0.1mm to 1000m")
        }
        self = length
    }
}

extension Length.Unit {
    /// Reads a unit's English name, in either spelling, singular or plural.
    package init?(word: String) {
        let word = word.lowercased()
        guard let unit = Self.allCases.first(where: { $0.words.contains(word) }) else { return nil }
        self = unit
    }

    private var words: [String] {
        switch self {
        case .metres: ["meter", "meters", "metre", "metres"]
        case .centimetres: ["centimeter", "centimeters", "centimetre", "centimetres"]
        case .millimetres: ["millimeter", "millimeters", "millimetre", "millimetres"]
        case .feet: ["foot", "feet"]
        case .inches: ["inch", "inches"]
        case .yards: ["yard", "yards"]
        }
    }
}

/// Why a text is no length: one sentence with the remedy.
package struct LengthError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence, without a full stop.
    package let description: String
    fileprivate static let remedy = "write a number with its unit, such as 21cm, 210mm, 0.21m or 8.27in"
    fileprivate init(_ description: String) { self.description = description }
}
