import SystemCalls

/// Shows the data folder, chooses another one, or starts a new one.
struct StorageCommand: Command {
  let name = "storage"
  let usage = "storage [PATH|--reset|--fresh]"
  let summary = "Show the data folder and what is in it, or choose another"
  let flags = [Flag(name: "fresh", kind: .boolean), Flag(name: "reset", kind: .boolean)]
  var details: String {
    """
    The data folder is the first of these that is set: --store, the variable MINUTA_STORE, the \
    folder chosen with PATH, ~/Documents/Minuta. PATH is saved in the settings; nothing is moved or \
    created.
    """
  }
  var sections: [HelpSection] {
    [
      HelpSection(
        title: "Flags",
        rows: [
          ["--reset", "Forget the folder chosen with PATH"],
          ["--fresh", "Start with an empty folder where data was before"],
        ]
      )
    ]
  }

  private enum Subcommand {
    case show
    case choose(String)
    case reset
    case begin
  }

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    let request = try request(words, program.environment)
    let actions = StorageActions(
      storage: try program.storage(words.global),
      environment: program.environment,
      isDryRun: words.global.isDryRun
    )
    let result =
      switch request {
      case .show: try actions.show()
      case .choose(let path): try actions.choose(path)
      case .reset: try actions.reset()
      case .begin: try actions.begin()
      }
    try result.print(on: Console(program.environment), asJSON: words.global.wantsJSON)
    return 0
  }

  private func request(
    _ words: CommandLineArguments,
    _ environment: Environment
  ) throws(UsageError) -> Subcommand {
    try words.requireNoPositionals(after: 1)
    var actions: [(word: String, request: Subcommand)] = []
    if let path = words.positionals.first {
      if path.isEmpty { throw .missingArgument("folder") }
      actions.append((path, .choose(try environment.absolute(path).withoutParents)))
    }
    if words.booleans["reset"] == true { actions.append(("--reset", .reset)) }
    if words.booleans["fresh"] == true { actions.append(("--fresh", .begin)) }
    if actions.count > 1 { throw .conflictingFlags(actions[0].word, actions[1].word) }
    switch actions.first {
    case ("--fresh", _)?, nil: break
    // `--store` applies to one call only, so it contradicts a lasting choice.
    case (let word, _)?: if words.global.store != nil { throw .conflictingFlags("--store", word) }
    }
    return actions.first?.request ?? .show
  }
}

extension String {
  /// The path with each `..` and the symbolic links before it resolved; unchanged if that fails.
  fileprivate var withoutParents: String {
    let parts = split(separator: "/")
    guard let last = parts.lastIndex(of: ".."),
      let base = FileOwnershipChecker.resolvingLinks("/" + parts[...last].joined(separator: "/"))
    else { return self }
    let names = base.split(separator: "/") + parts[(last + 1)...]
    return "/" + names.joined(separator: "/")
  }
}
