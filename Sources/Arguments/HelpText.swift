/// The help of one command: what it does, how it is called, and a row for each argument, option and subcommand.
struct HelpText {
    private let path: CommandPath
    private let columns: Int
    private let definitions: [Definition]

    init(path: CommandPath, columns: Int) {
        (self.path, self.columns) = (path, max(columns, 40))
        let own = Arguments.definitions(of: path.command.init())
        let shown = path.command.configuration.defaultSubcommand.map { Arguments.definitions(of: $0.init()) } ?? []
        definitions = own + shown
    }

    /// The whole text, without a newline at its end.
    var text: String {
        let configuration = path.command.configuration
        var parts: [String] = []
        if !configuration.abstract.isEmpty { parts.append(wrapped(configuration.abstract, width: columns)) }
        parts.append(synopsis)
        if !configuration.discussion.isEmpty { parts.append(wrapped(configuration.discussion, width: columns)) }
        for section in sections { parts.append(table(section.title, section.rows)) }
        if !configuration.subcommands.isEmpty {
            let example = "\(path.name) \(configuration.subcommands[0].commandName) --help"
            parts.append(wrapped("Run '\(example)' for the help of a command.", width: columns))
        }
        return parts.joined(separator: "\n\n")
    }

    /// "Usage: …": everything when that fits in three lines, else what must be given.
    private var synopsis: String {
        if !path.command.configuration.subcommands.isEmpty {
            let optional = path.command.configuration.defaultSubcommand != nil
            return "Usage: \(path.name) " + (optional ? "[<command>] [<options>]" : "<command> [<options>]")
        }
        let ordered = definitions.filter { $0.kind == .argument } + definitions.filter { $0.kind != .argument }
        let full = synopsis(ordered.map(usage))
        if full.split(separator: "\n").count <= 3 { return full }
        let required = ordered.filter { $0.isRequired || $0.kind == .argument }
        return synopsis(required.map(usage) + ["[<options>]"])
    }

    private func synopsis(_ parts: [String]) -> String {
        let start = "Usage: \(path.name)" + (parts.isEmpty ? "" : " ")
        let lines = filled(parts, width: max(columns - start.count, 20))
        return start + lines.joined(separator: "\n" + String(repeating: " ", count: start.count))
    }

    private func usage(_ definition: Definition) -> String {
        let repeated = definition.isRepeating ? " ..." : ""
        switch definition.kind {
        case .argument: return bracketed("<\(definition.valueName)>\(repeated)", definition)
        case .option: return bracketed("\(definition.displayName) <\(definition.valueName)>\(repeated)", definition)
        case .flag: return "[\(definition.displayName)]"
        }
    }

    private func bracketed(_ text: String, _ definition: Definition) -> String {
        definition.isRequired ? text : "[\(text)]"
    }

    private var sections: [(title: String, rows: [Row])] {
        var sections: [(title: String, rows: [Row])] = []
        func add(_ row: Row, _ title: String) {
            if let index = sections.firstIndex(where: { $0.title == title }) {
                sections[index].rows.append(row)
            } else {
                sections.append((title, [row]))
            }
        }
        for definition in definitions where definition.kind == .argument { add(Row(definition), "Arguments") }
        for subcommand in path.command.configuration.subcommands {
            let isDefault = path.command.configuration.defaultSubcommand.map { $0 == subcommand } ?? false
            let abstract = subcommand.configuration.abstract + (isDefault ? " (default)" : "")
            add(Row(label: subcommand.commandName, text: abstract), "Commands")
        }
        for definition in definitions where definition.kind != .argument {
            add(Row(definition), definition.section ?? "Options")
        }
        if !path.version.isEmpty, path.commands.count == 1 {
            add(Row(label: "    --version", text: "Show the version."), "Options")
        }
        add(Row(label: "-h, --help", text: "Show this help."), "Options")
        return sections
    }

    private func table(_ title: String, _ rows: [Row]) -> String {
        let indent = 2
        let column = min(30, (sections.flatMap(\.rows).map(\.label.count).max() ?? 0) + indent + 2)
        var lines = ["\(title):"]
        for row in rows {
            let texts = filled(row.text.split(separator: " ").map(String.init), width: columns - column)
            var label = String(repeating: " ", count: indent) + row.label
            var rest = texts[...]
            if label.count + 2 <= column || texts.isEmpty {
                let padding = String(repeating: " ", count: max(0, column - label.count))
                if let first = rest.popFirst() { label += padding + first }
            }
            lines.append(label)
            lines += rest.map { String(repeating: " ", count: column) + $0 }
        }
        return lines.joined(separator: "\n")
    }
}

/// A row of a table in the help.
private struct Row {
    let label: String
    let text: String

    init(label: String, text: String) { (self.label, self.text) = (label, text) }

    init(_ definition: Definition) {
        var remarks: [String] = []
        if !definition.choices.isEmpty { remarks.append(definition.choices.joined(separator: ", ")) }
        if let text = definition.defaultText { remarks.append("default: \(text)") }
        if definition.isRepeating, definition.kind == .option { remarks.append("may be repeated") }
        let remark = remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))"
        self.init(label: Self.label(definition), text: definition.abstract + remark)
    }

    /// Long names line up, whether or not there is a short one before them.
    private static func label(_ definition: Definition) -> String {
        if definition.kind == .argument { return "<\(definition.valueName)>" }
        let names = definition.names.map(\.description).joined(separator: ", ")
        let indent = definition.names.first?.isLong == true ? "    " : ""
        return indent + names + (definition.kind == .option ? " <\(definition.valueName)>" : "")
    }
}

/// Breaks paragraphs at `width`; a line that begins with a space is kept as it is.
private func wrapped(_ text: String, width: Int) -> String {
    var lines: [String] = []
    var words: [String] = []
    func flush() {
        lines += filled(words, width: width)
        words = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.isEmpty || line.hasPrefix(" ") {
            flush()
            lines.append(String(line))
        } else {
            words += line.split(separator: " ").map(String.init)
        }
    }
    flush()
    return lines.joined(separator: "\n")
}

/// Fills lines with `words` up to `width`; a longer word has a line of its own.
private func filled(_ words: [String], width: Int) -> [String] {
    var lines: [String] = []
    for word in words {
        if let last = lines.last, last.count + 1 + word.count <= width {
            lines[lines.count - 1] = last + " " + word
        } else {
            lines.append(word)
        }
    }
    return lines
}
