/// Hands the words of a command line to the definitions they belong to.
struct ValueParser {
    private let definitions: [Definition]
    private let byName: [OptionName: Int]
    /// The definitions that were given, by their index.
    private var given: Set<Int> = []
    private var positional: [String] = []

    init(definitions: [Definition]) {
        self.definitions = definitions
        var byName: [OptionName: Int] = [:]
        for (index, definition) in definitions.enumerated() {
            for name in definition.names {
                precondition(byName.updateValue(index, forKey: name) == nil, "\(name) is declared twice")
            }
        }
        self.byName = byName
    }

    /// Parses all `words`; afterwards every required value is there.
    consuming func parse(_ words: ArraySlice<String>) throws(UsageError) {
        var rest = words
        while let word = rest.popFirst() {
            if word == "--" {
                positional += rest
                break
            } else if word.hasPrefix("--") {
                try takeLong(word, &rest)
            } else if isOption(word) {
                try takeShort(word, &rest)
            } else {
                positional.append(word)
            }
        }
        try takePositional()
        try requireOptions()
    }

    /// `--name`, `--name value` or `--name=value`.
    private mutating func takeLong(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = OptionName.long(String(parts[0]))
        guard let index = byName[name] else {
            throw .unknownOption("\(name)", suggestion: suggestion(for: String(parts[0])))
        }
        try take(index, name, inline: parts.count > 1 ? String(parts[1]) : nil, &rest)
    }

    /// `-o value`, `-ovalue`, `-o=value`, or several flags in one word: `-qv`.
    private mutating func takeShort(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            let name = OptionName.short(letter)
            guard let index = byName[name] else {
                throw .unknownOption("\(name)", suggestion: suggestion(for: String(word.dropFirst())))
            }
            if definitions[index].kind == .flag, letters.first != "=" {
                try take(index, name, inline: nil, &rest)
            } else {
                let inline = letters.first == "=" ? letters.dropFirst() : letters
                return try take(
                    index, name, inline: letters.isEmpty ? nil : String(inline), &rest)
            }
        }
    }

    private mutating func take(
        _ index: Int, _ name: OptionName, inline: String?, _ rest: inout ArraySlice<String>
    ) throws(UsageError) {
        let definition = definitions[index]
        given.insert(index)
        if definition.kind == .flag {
            if let inline { throw .needlessValue(inline, of: "\(name)") }
            return try definition.take("")
        }
        if let inline { return try definition.take(inline) }
        guard let next = rest.first, !isOption(next) else {
            throw .missingValue(of: "\(name)", valueName: definition.valueName, found: rest.first)
        }
        rest.removeFirst()
        try definition.take(next)
    }

    /// Whether `word` is read as an option: it begins with a dash, but is neither a dash alone nor a negative number
    /// (unless a digit is declared as an option).
    private func isOption(_ word: String) -> Bool {
        guard word.hasPrefix("-"), word != "-" else { return false }
        let second = word[word.index(after: word.startIndex)]
        let isNumber = Double(word) != nil && (second.isNumber || second == ".")
        return !isNumber || byName[.short(second)] != nil
    }

    private mutating func takePositional() throws(UsageError) {
        var words = positional[...]
        for (index, definition) in definitions.enumerated() where definition.kind == .argument {
            while let word = words.first {
                words.removeFirst()
                given.insert(index)
                try definition.take(word)
                if !definition.isRepeating { break }
            }
            if definition.isRequired, !given.contains(index) {
                throw .missingArgument(definition.displayName, about: definition.abstract)
            }
        }
        if let word = words.first { throw .unexpectedArgument(word) }
    }

    private func requireOptions() throws(UsageError) {
        for (index, definition) in definitions.enumerated()
        where definition.kind == .option && definition.isRequired && !given.contains(index) {
            throw .missingOption(definition.displayName, valueName: definition.valueName)
        }
    }

    /// The long option that was probably meant by `name`; also for a long name that was typed with one dash.
    private func suggestion(for name: String) -> String? {
        let known = definitions.flatMap(\.names).compactMap { name in
            if case .long(let long) = name { long } else { nil }
        }
        return nearest(to: name, in: known + ["help"]).map { "--\($0)" }
    }
}
