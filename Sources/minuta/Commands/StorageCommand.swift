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

  private enum Request {
    case show
    case choose(String)
    case reset
    case begin
  }

  func run(_ words: CommandLineWords, _ program: Program) async throws -> Int32 {
    let request = try request(words, program.surroundings)
    let desk = StorageDesk(
      storage: try program.storage(words.global),
      surroundings: program.surroundings,
      isDryRun: words.global.isDryRun
    )
    let answer =
      switch request {
      case .show: try desk.show()
      case .choose(let path): try desk.choose(path)
      case .reset: try desk.reset()
      case .begin: try desk.begin()
      }
    try answer.print(on: Console(program.surroundings), asJSON: words.global.wantsJSON)
    return 0
  }

  private func request(
    _ words: CommandLineWords,
    _ surroundings: Surroundings
  ) throws(UsageError) -> Request {
    try words.noWords(after: 1)
    var asked: [(word: String, request: Request)] = []
    if let path = words.plain.first {
      if path.isEmpty { throw .missingWord("folder") }
      asked.append((path, .choose(try surroundings.absolute(path).withoutParents)))
    }
    if words.booleans["reset"] == true { asked.append(("--reset", .reset)) }
    if words.booleans["fresh"] == true { asked.append(("--fresh", .begin)) }
    if asked.count > 1 { throw .notTogether(asked[0].word, asked[1].word) }
    switch asked.first {
    case ("--fresh", _)?, nil: break
    // What a flag names for one call is not what lasts.
    case (let word, _)?: if words.global.store != nil { throw .notTogether("--store", word) }
    }
    return asked.first?.request ?? .show
  }
}

extension String {
  /// The path with what `..` leads to in its place, where that is there.
  fileprivate var withoutParents: String {
    let parts = split(separator: "/")
    guard let last = parts.lastIndex(of: ".."),
      let base = OwnedFile.withoutLinks("/" + parts[...last].joined(separator: "/"))
    else { return self }
    let names = base.split(separator: "/") + parts[(last + 1)...]
    return "/" + names.joined(separator: "/")
  }
}
