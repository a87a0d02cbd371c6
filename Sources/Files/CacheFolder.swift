internal import Foundation

/// Where what can be made again is kept between runs.
package enum CacheFolder {
    /// `$XDG_CACHE_HOME/sketchreel`, by default `~/.cache/sketchreel`; `environment` as the process has it. It need not exist.
    package static func path(environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
        let base = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (base ?? (environment["HOME"] ?? "/tmp") + "/.cache") + "/sketchreel"
    }
}
