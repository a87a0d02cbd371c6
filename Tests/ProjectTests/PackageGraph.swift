import Foundation

/// The root of the repository.
let projectRoot = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

/// Reads a text file of the repository.
func projectFile(_ path: String) throws -> String {
    try String(contentsOf: projectRoot.appendingPathComponent(path), encoding: .utf8)
}

/// Which target imports which.
struct PackageGraph: Equatable {
    /// The targets that each target names.
    var imports: [String: Set<String>] = [:]

    /// Reads the targets, those of tests left out, from the text of a `Package.swift`.
    init(package text: String) {
        for match in text.matches(of: /(func )?\b(target|executableTarget)\(\s*(?:name:\s*)?"([^"]+)"/)
        where match.output.1 == nil {
            let body = text[match.range.upperBound...].prefix(while: Self.untilClosed())
            let list =
                body.firstMatch(of: /^\s*,\s*\[([^\]]*)\]/) ?? body.firstMatch(of: /dependencies:\s*\[([^\]]*)\]/)
            let names = list?.output.1.matches(of: /"([^"]+)"/).map { String($0.output.1) } ?? []
            imports[String(match.output.3)] = Set(names)
        }
    }

    /// Reads the rows of the table in `docs/ARCHITECTURE.md`: the first cell names the target, the last its imports.
    init(table text: String) {
        for match in text.matches(of: /(?m)^\| `([^`]+)` \|.*\|([^|]*)\|$/) {
            imports[String(match.output.1)] = Set(match.output.2.matches(of: /`([^`]+)`/).map { String($0.output.1) })
        }
    }

    /// Reads the arrows of a Mermaid picture: `A["label"] --> B & C`.
    init(picture text: String) {
        for match in text.matches(of: /(?m)^\s*([\w-]+)(?:\[.*\])? --> (.*)$/) {
            let targets = match.output.2.split(separator: "&").map { $0.trimmingCharacters(in: .whitespaces) }
            imports[String(match.output.1), default: []].formUnion(targets)
            for target in targets { imports[target, default: []].formUnion([]) }
        }
    }

    /// Every target that is reached over any number of arrows.
    var closure: PackageGraph {
        var closure = self
        for _ in imports {
            closure.imports = closure.imports.mapValues { targets in
                targets.reduce(into: targets) { $0.formUnion(closure.imports[$1] ?? []) }
            }
        }
        return closure
    }

    /// A predicate that holds until the parenthesis that is open at the start is closed.
    private static func untilClosed() -> (Character) -> Bool {
        var depth = 1
        return { character in
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            return depth > 0
        }
    }
}
