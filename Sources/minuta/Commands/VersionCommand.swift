/// Prints the version.
struct VersionCommand: Command {
  let name = "version"
  let usage = "version"
  let summary = "Print the version"

  func run(_ words: CommandLineWords, _ program: Program) async throws -> Int32 {
    try words.noWords(after: 0)
    try Console(program.surroundings).print("minuta \(Program.version)")
    return 0
  }
}
