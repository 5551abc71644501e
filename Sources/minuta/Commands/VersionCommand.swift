import JSONText

/// Prints the version.
struct VersionCommand: Command {
  let name = "version"
  let usage = "version"
  let summary = "Print the version"
  let group = "Setup"
  let examples = ["version"]

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    let json = JSONValue.object(["version": .string(Program.version)])
    let text = words.global.wantsJSON ? json.text() : "minuta \(Program.version)"
    try Console(program.environment).print(text)
    return 0
  }
}
