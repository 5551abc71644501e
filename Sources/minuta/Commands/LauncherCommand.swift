import IntentKit
import SystemCalls

/// Offers the menu to launchers: as a mode of rofi, and as a desktop entry.
struct LauncherCommand: Command {
  let name = "launcher"
  let usage = "launcher rofi|desktop"
  let summary = "List actions in rofi, or in other launchers"
  /// rofi adds the text of the chosen row, which may begin with `-`.
  let takesRawArguments = true

  var sections: [HelpSection] {
    [
      HelpSection(
        title: "Launchers",
        rows: [
          ["rofi", "Print the menu for rofi's script mode"],
          ["desktop", "Print a desktop entry with actions"],
        ]
      )
    ]
  }

  func candidates(after words: [String], _ program: Program) async -> [String]? {
    words.isEmpty ? ["rofi", "desktop"] : []
  }

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    let console = Console(program.environment, color: words.global.color)
    switch words.positionals.first {
    case "rofi":
      let script = RofiScript(program: program, global: words.global)
      try console.print(lines: try await script.lines(chosen: words.rest.first))
    case "desktop":
      let entry = await program.desktopEntry(running: program.environment.program)
      try console.print(lines: entry.lines)
    case nil: throw Failure.missingArgument("launcher, 'rofi' or 'desktop'")
    case let name?: throw Failure.unknownLauncher(name)
    }
    return 0
  }
}
