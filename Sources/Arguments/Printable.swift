extension String {
    /// The same on one line and without codes that a terminal obeys, those that turn the direction of writing among them:
    /// names of files may hold any. What is taken out is shown as an escape: "\\n", "\\u{1B}".
    package var printable: String {
        guard unicodeScalars.contains(where: \.isCommand) else { return self }
        return unicodeScalars.map { $0.isCommand ? $0.escaped(asASCII: true) : String($0) }.joined()
    }
}

extension Unicode.Scalar {
    /// Whether it says how text is laid out rather than being a part of it.
    fileprivate var isCommand: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // Embeddings, overrides and isolates (UAX #9); what joins emoji and letters is of the same category, and stays.
        case .format: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
        default: false
        }
    }
}
