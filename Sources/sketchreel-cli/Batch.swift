internal import Arguments
internal import OrderedJSON
internal import Pipelines

/// The results of a command for several inputs, of which each may fail without stopping the others.
struct Batch<Summary> {
    /// What became of one input.
    enum Outcome {
        case done(Summary)
        case failed(String)
    }

    let results: [(input: String, outcome: Outcome)]

    /// Works on each request in turn; says a failure as it happens. `input` is the file that the request is about.
    ///
    /// - Throws: `Cancelled`; then the rest is not begun.
    init<Request>(
        _ requests: [Request], input: KeyPath<Request, String>, console: Console, work: (Request) throws -> Summary
    ) throws {
        var results: [(input: String, outcome: Outcome)] = []
        for request in requests {
            let input = request[keyPath: input]
            do { results.append((input, .done(try work(request)))) } catch let cancelled as Cancelled {
                throw cancelled
            } catch {
                try Interruption.shared.cancellation.check()
                console.fail(error)
                results.append((input, .failed("\(error)")))
            }
            console.clear()
        }
        self.results = results
        if let closing { try console.say(closing) }
    }

    /// What is said at the end of several inputs when some failed, each with its reason: between them much else may have been said.
    private var closing: String? {
        let reasons = results.compactMap { result in
            if case .failed(let reason) = result.outcome { reason } else { nil }
        }
        guard results.count > 1, !reasons.isEmpty else { return nil }
        return "\(reasons.count) of \(results.count) failed:\n"
            + reasons.map { "  " + $0.printable }.joined(separator: "\n")
    }

    /// 1 when an input failed, 2 when there was `nothing` to show for any of them, else 0.
    func status(whenNothing isNothing: (Summary) -> Bool) -> Int32 {
        var hasSomething = false
        for (_, outcome) in results {
            guard case .done(let summary) = outcome else { return ExitCode.failure.rawValue }
            if !isNothing(summary) { hasSomething = true }
        }
        return hasSomething ? ExitCode.success.rawValue : ExitCode.nothingToShow.rawValue
    }

    /// One object for each input: its name under `key`, what `members` say of it, or why it failed.
    func json(key: String, members: (Summary) -> [(String, JSON)]) -> JSON {
        .array(
            results.map { input, outcome in
                var object = JSON.Object()
                object[key] = .string(input)
                switch outcome {
                case .done(let summary):
                    for (name, value) in members(summary) { object[name] = value }
                case .failed(let reason):
                    object["error"] = .string(reason)
                }
                return .object(object)
            })
    }
}

extension ExitCode {
    /// Done, but nothing to show: no drawing was found.
    static let nothingToShow = ExitCode(2)
}

/// Ends the command with `status` unless that is 0; whoever calls this has said why.
func finish(_ status: Int32) throws {
    if status != 0 { throw ExitCode(status) }
}

extension JSON.Object {
    /// Creates an object from members in order.
    init(_ members: [(String, JSON)]) {
        self.init()
        for (key, value) in members { self[key] = value }
    }
}
