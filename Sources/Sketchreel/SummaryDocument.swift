package import OrderedJSON

/// What `--json` prints: the frame that all commands share (docs/formats.md).
///
/// - Parameter members: what the command did, after the shared members.
package func summaryDocument(command: String, status: Int32, members: JSON.Object) -> JSON {
    var document = JSON.Object()
    document["schema"] = "sketchreel.summary"
    document["version"] = 1
    document["program"] = .string(programName)
    document["command"] = .string(command)
    document["status"] = .integer(status)
    for member in members.members { document[member.key] = member.value }
    return .object(document)
}
