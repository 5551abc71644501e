import MinutaDesktop

/// Prints the key map as the configuration of a hotkey program.
struct KeysCommand: Command {
  let name = "keys"
  let usage = "keys HOST"

  let summary = "Print key bindings for your desktop"

  var sections: [HelpSection] {
    [HelpSection(title: "Hosts", rows: KeyBindingGenerators.all.map { [$0.name] })]
  }

  func candidates(after words: [String], _ program: Program) async -> [String]? {
    words.isEmpty ? KeyBindingGenerators.all.map { $0.name } : []
  }

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    let host = try KeyBindingGenerators.named(
      try words.singlePositional("host, such as 'i3'")
    )
    let environment = program.environment
    let map = try KeyMap.load(environment.keyMap, home: environment.home)
    let check = KeyMapValidator(map: map, engine: try await program.engine(words.global))
    if let outcome = await check.problems().outcome(in: map.file) {
      return try OutcomePrinter(console: Console(environment), wantsJSON: words.global.wantsJSON)
        .print(outcome)
    }
    let path = try ProgramPath(environment.program)
    let configuration = try host.configuration(of: map, program: path)
    try Console(environment).print(configuration.trimmingSuffix("\n"))
    return 0
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
