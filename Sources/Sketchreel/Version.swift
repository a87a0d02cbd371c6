/// The version that `--version` shows, and that the files we write name.
package let programVersion = "0.1.0"

/// How we call ourselves in files: "sketchreel 0.1.0".
package let programName = "sketchreel \(programVersion)"
