import MinutaDesktop

/// Prints the key map as the configuration of a hotkey program.
struct KeysCommand: Command {
  let name = "keys"
  let usage = "keys HOST"

  var summary: String {
    "Print the key bindings for \(KeyBindingGenerators.all.map(\.name).joined(separator: ", "))"
  }

  func candidates(after words: [String], _ program: Program) async -> [String]? {
    words.isEmpty ? KeyBindingGenerators.all.map { $0.name } : []
  }

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    let host = try KeyBindingGenerators.named(
      try words.singlePositional("window manager: i3, sway or sxhkd")
    )
    let environment = program.environment
    let map = try KeyMap.load(environment.keyMap, home: environment.home)
    let check = KeyMapValidator(map: map, engine: try await program.engine(words.global))
    if let outcome = await check.problems().outcome(in: map.file) {
      return try OutcomePrinter(console: Console(environment), wantsJSON: words.global.wantsJSON)
        .print(outcome)
    }
    let path = try ProgramPath(environment.program)
    let configuration = host.configuration(of: map, program: path)
    try Console(environment).print(configuration.trimmingSuffix("\n"))
    return 0
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
