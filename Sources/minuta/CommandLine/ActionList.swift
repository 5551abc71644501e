import IntentKit

/// The commands that begin with the same word, such as `tag create` and `tag rename`.
struct ActionList: Command {
  let name: String
  let summary = "Choose an action"
  let takesRawArguments = true
  private let commands: [CommandHelp]

  /// Finds the commands that begin with a word; nil if there are none.
  init?(_ name: String, in program: Program) {
    self.name = name
    commands = CommandHelp.all(program.definitions).filter { $0.name.hasPrefix("\(name) ") }
    if commands.isEmpty { return nil }
  }

  /// The words after the first.
  var actions: [String] { commands.map { String($0.name.dropFirst(name.count + 1)) } }

  var usage: String { "\(name) ACTION" }

  var sections: [HelpSection] {
    [HelpSection(title: "Actions", rows: zip(actions, commands).map { [$0, $1.line] })]
  }

  func candidates(after words: [String], _ program: Program) async -> [String]? {
    words.isEmpty ? actions : []
  }

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    if let word = words.positionals.first {
      let near = TypoSuggester.closest(to: word, in: actions).map { "\(name) \($0)" }
      throw Failure.unknownCommand("\(name) \(word)", near: near)
    }
    if words.global.wantsJSON { throw Failure.helpAsJSON }
    try HelpPrinter(program).show(self)
    return 0
  }
}
