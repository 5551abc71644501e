/// Prints the version.
struct VersionCommand: Command {
  let name = "version"
  let usage = "version"
  let summary = "Print the version"

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    try words.requireNoPositionals(after: 0)
    try Console(program.environment).print("minuta \(Program.version)")
    return 0
  }
}
