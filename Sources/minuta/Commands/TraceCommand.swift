/// Shows the trace of a workflow run.
struct TraceCommand: Command {
  let name = "trace"
  let usage = "trace [last|ID|WORKFLOW]"
  let summary = "Show how a workflow run went"
  let group = "Automation"
  let examples = ["trace", "trace end_of_day"]

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    let folder = TraceDirectory(stateFolder: program.environment.stateFolder)
    let trace = try folder.trace(words.positionals.first ?? "last")
    let console = Console(program.environment, color: words.global.color)
    if words.global.wantsJSON {
      try console.print(lines: trace.lines.map { String(decoding: $0, as: UTF8.self) })
      return 0
    }
    try console.print(lines: TraceFormatter(trace).text(console))
    return 0
  }
}
