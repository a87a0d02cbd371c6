extension JSON {
    /// How a value is laid out.
    package enum Layout: Hashable, Sendable {
        /// On one line, without spaces: for the lines of a track file.
        case compact
        /// As Xcode writes it: two spaces a level, `"key" : value`.
        case xcode
    }

    /// The value as text, without a newline at its end.
    package func text(_ layout: Layout) -> String {
        var text = ""
        write(to: &text, layout, level: 0)
        return text
    }

    private func write(to text: inout String, _ layout: Layout, level: Int) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let number): text += number.text
        case .string(let string): quote(string, to: &text)
        case .array(let elements):
            enclose("[", elements, "]", to: &text, layout, level) { element, text in
                element.write(to: &text, layout, level: level + 1)
            }
        case .object(let object):
            enclose("{", object.members, "}", to: &text, layout, level) { member, text in
                quote(member.key, to: &text)
                text += layout == .compact ? ":" : " : "
                member.value.write(to: &text, layout, level: level + 1)
            }
        }
    }
}

private func enclose<Element>(
    _ open: String, _ elements: [Element], _ close: String, to text: inout String, _ layout: JSON.Layout, _ level: Int,
    _ write: (Element, inout String) -> Void
) {
    text += open
    for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        if layout == .xcode { text += "\n" + String(repeating: "  ", count: level + 1) }
        write(element, &text)
    }
    if layout == .xcode {
        text += (elements.isEmpty ? "\n\n" : "\n") + String(repeating: "  ", count: level)
    }
    text += close
}

/// What must be escaped is, and the control codes beyond ASCII, which some terminals obey.
private func quote(_ string: String, to text: inout String) {
    text += "\""
    if string.utf8.contains(where: {
        $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") || $0 == 0x7F || $0 == 0xC2
    }) {
        for scalar in string.unicodeScalars { text += escape(scalar) }
    } else {
        text += string
    }
    text += "\""
}

private func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case "\u{0}"..<"\u{20}", "\u{7F}"..."\u{9F}":
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: return String(scalar)
    }
}
