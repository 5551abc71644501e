import SystemCalls

/// Shows the folder of the records, chooses another, or lets one begin anew.
struct StorageCommand: Command {
  let name = "storage"
  let usage = "storage [PATH|--reset|--fresh]"
  let summary = "Show the data folder and what is in it, or choose another"
  let flags = [Flag(name: "fresh", kind: .boolean), Flag(name: "reset", kind: .boolean)]
  var details: String {
    """
    The first of these counts: --store, the variable MINUTA_STORE, the folder chosen with PATH, \
    ~/Documents/Minuta. The choice is kept in the settings. Nothing is moved, and no folder is created.
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

  private enum Action {
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
    let answer =
      switch request {
      case .show: try actions.show()
      case .choose(let path): try actions.choose(path)
      case .reset: try actions.reset()
      case .begin: try actions.begin()
      }
    try answer.print(on: Console(program.environment), asJSON: words.global.wantsJSON)
    return 0
  }

  private func request(
    _ words: CommandLineArguments,
    _ environment: Environment
  ) throws(UsageError) -> Action {
    try words.requireNoPositionals(after: 1)
    var asked: [(word: String, request: Action)] = []
    if let path = words.positionals.first {
      if path.isEmpty { throw .missingArgument("folder") }
      asked.append((path, .choose(try environment.absolute(path).withoutParents)))
    }
    if words.booleans["reset"] == true { asked.append(("--reset", .reset)) }
    if words.booleans["fresh"] == true { asked.append(("--fresh", .begin)) }
    if asked.count > 1 { throw .conflictingFlags(asked[0].word, asked[1].word) }
    switch asked.first {
    case ("--fresh", _)?, nil: break
    // What a flag names for one call is not what lasts.
    case (let word, _)?: if words.global.store != nil { throw .conflictingFlags("--store", word) }
    }
    return asked.first?.request ?? .show
  }
}

extension String {
  /// The path with what `..` leads to in its place, where that is there.
  fileprivate var withoutParents: String {
    let parts = split(separator: "/")
    guard let last = parts.lastIndex(of: ".."),
      let base = FileOwnershipChecker.resolvingLinks("/" + parts[...last].joined(separator: "/"))
    else { return self }
    let names = base.split(separator: "/") + parts[(last + 1)...]
    return "/" + names.joined(separator: "/")
  }
}
