import IntentKit

/// A command that is not an intent, with several `actions`, or with a `usage` that it runs.
protocol Command: Sendable {
  /// The name on the command line, the word after `minuta`.
  var name: String { get }
  /// The command's synopsis, as shown in the help; by default that of its actions.
  var usage: String { get }
  /// The imperative line that describes the command, of at most 60 characters.
  var summary: String { get }
  /// The title of the group in which help lists the command.
  var group: String { get }
  /// Example command lines without the program's name.
  var examples: [String] { get }
  /// Other words for the command.
  var synonyms: [String] { get }

  /// Whether the words after the first positional argument stay unparsed.
  var takesRawArguments: Bool { get }
  /// The actions; by default only `run`, with the arguments of `usage`.
  var actions: [CommandAction] { get }
  /// The command's own flags.
  var flags: [Flag] { get }
  /// The title of the flags in the command's help.
  var flagsTitle: String { get }
  /// Returns the candidates for an argument or the value of a flag, for completion.
  ///
  /// - Parameters:
  ///   - noun: the word in capitals that stands for it in help.
  ///   - words: the arguments before it.
  func values(of noun: String, after words: [String], _ program: Program) async -> [String]
  /// A list at the end of the command's help, such as that of the hosts.
  var list: (title: String, rows: [[String]])? { get }
  /// A paragraph that explains the command in its help; empty if the summary is enough.
  var details: String { get }

  /// Throws if the words can't be parsed, as far as `Program` hasn't parsed them; runs nothing.
  func check(_ words: CommandLineArguments, _ program: Program) async throws

  /// Runs the command with the arguments after its name, as many as `usage` has, or its actions.
  ///
  /// - Returns: The exit code.
  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32
}

extension Command {
  // The definition of an intent with the same command has these.
  var group: String { "" }
  var examples: [String] { [] }

  var synonyms: [String] { [] }
  var takesRawArguments: Bool { false }
  var actions: [CommandAction] {
    [CommandAction(String(usage.dropFirst(name.count)), run: run)]
  }
  var flags: [Flag] { [] }
  var flagsTitle: String { "Flags" }
  var list: (title: String, rows: [[String]])? { nil }
  var details: String { "" }
  func check(_ words: CommandLineArguments, _ program: Program) async throws {}
  func values(of noun: String, after words: [String], _ program: Program) async -> [String] { [] }
}

/// An action of a command that is not an intent, such as `set KEY VALUE` of `minuta config`.
struct CommandAction {
  /// Runs an action with the words after its name.
  typealias Run = (CommandLineArguments, Program) async throws -> Int32

  /// The name; empty for what the command does without the name of an action.
  let name: String
  /// The name and the arguments, as help shows them.
  ///
  /// A word in capitals stands for an argument, one in brackets can be left out, and one with dots
  /// stands for several arguments.
  let usage: String
  /// The line about the action in help; empty if help doesn't list it.
  let help: String
  let run: Run
  /// The arguments in `usage`, without flags.
  private let arguments: [Substring]

  init(_ usage: String, _ help: String = "", run: @escaping Run) {
    let first = usage.prefix { $0 != " " }
    name = first.contains(where: \.isUppercase) ? "" : String(first)
    (self.usage, self.help, self.run) = (usage, help, run)
    let words = usage.dropFirst(name.count).split(separator: " ").prefix { !$0.hasPrefix("[--") }
    arguments = Array(words.last == "[FLAGS]" ? words.dropLast() : words)
  }

  /// Creates an action that prints the sentence about what it did.
  init(
    _ usage: String,
    _ help: String,
    sentence: @escaping (CommandLineArguments, Program) async throws -> some NoticeConvertible
  ) {
    self.init(usage, help) { words, program in
      let console = Console(program.environment, color: words.global.color)
      try console.print(lines: console.fitted(try await sentence(words, program).notice))
      return 0
    }
  }

  /// The maximum number of arguments.
  private var maximum: Int {
    // Searching texts would take a tenth of the time of `minuta status`.
    if arguments.contains(where: { $0.hasSuffix("...") || $0.hasSuffix("...]") }) { return .max }
    // A command such as `tag create` has two words.
    return arguments.reduce(0) { $0 + ($1.hasPrefix("[COMMAND") ? 2 : 1) }
  }

  /// Whether any word can be its first argument, as it has no name.
  fileprivate var takesAnyWord: Bool { name.isEmpty && maximum > 0 }

  /// Returns what stands in `usage` for an argument.
  fileprivate func argument(at index: Int) -> Substring {
    (index < arguments.count ? arguments[index] : maximum == .max ? arguments.last : nil) ?? ""
  }

  /// Throws if there are fewer words or more.
  fileprivate func check(_ words: CommandLineArguments) throws(Failure) {
    let required = arguments.prefix { !$0.hasPrefix("[") }
    if let missing = required.dropFirst(words.positionals.count).first {
      throw .missingArgument(String(missing.prefix { $0 != "." }))
    }
    try words.requireNoPositionals(after: maximum)
  }
}

extension Command {
  private var listedActions: [CommandAction] { actions.filter { !$0.help.isEmpty } }

  /// The names of the actions that help lists.
  var actionNames: [String] { listedActions.map(\.name).filter { !$0.isEmpty } }

  var usage: String {
    let listed = listedActions.map(\.usage).joined(separator: "|")
    let isOptional = actions.contains { $0.usage.isEmpty } && !listed.isEmpty
    let words = [name, isOptional ? "[\(listed)]" : listed, flags.isEmpty ? "" : "[FLAGS]"]
    return words.filter { !$0.isEmpty }.text
  }

  /// The sections of the command's help: its actions, its flags and its list.
  var sections: [(title: String, rows: [[String]])] {
    let all = [
      ("Actions", listedActions.map { [$0.usage, $0.help] }),
      (flagsTitle, flags.map { [$0.usage, $0.help] }),
    ]
    return (all + [list].compactMap(\.self)).filter { !$0.rows.isEmpty }
  }

  /// Returns the candidates for the next argument, for completion.
  ///
  /// - Parameter words: the arguments before it.
  /// - Returns: Nil if it is a path, which the shell completes.
  func candidates(after words: [String], _ program: Program) async -> [String]? {
    let action = words.isEmpty ? actions.first(where: \.takesAnyWord) : action(named: words[0])
    let index = words.count - (action?.name.isEmpty == false ? 1 : 0)
    let found = await candidates(for: action?.argument(at: index) ?? "", after: words, program)
    return found.map { (words.isEmpty ? actionNames : []) + $0 }
  }

  /// Returns the candidates for an argument or the value of a flag; nil if it is a path.
  ///
  /// - Parameter argument: what stands for it in help.
  func candidates(
    for argument: Substring,
    after words: [String],
    _ program: Program
  ) async -> [String]? {
    var found: [String] = []
    var isPath = false
    for choice in argument.split(whereSeparator: { "|[].".contains($0) }) {
      switch choice {
      case "BASE", "FILE", "OURS", "PATH", "THEIRS", "URL": isPath = true
      case "KIND": found += FileKind.allCases.map(\.rawValue)
      case "WORKFLOW": found += program.workflows.ids()
      case let word where word.first?.isLowercase == true: found.append(String(word))
      default: found += await values(of: String(choice), after: words, program)
      }
    }
    return isPath && found.isEmpty ? nil : found.uniqued
  }

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    try await perform(words, program)
  }

  /// Runs the action that the words name, if they are as many as it takes.
  func perform(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    var words = words
    let word = words.positionals.first
    guard let action = action(named: word) else {
      throw word.map(unknownAction) ?? Failure.missingArgument("ACTION")
    }
    if !action.name.isEmpty { _ = words.removeFirstPositional() }
    try action.check(words)
    return try await action.run(words, program)
  }

  /// Returns the failure of a word that names no action, with one that has a similar name.
  func unknownAction(_ word: String) -> Failure {
    guard let near = TypoSuggester.closest(to: word, in: actionNames) else {
      return .invalidChoice(flag: name, word, among: actionNames)
    }
    return .unknownCommand("\(name) \(word)", near: "\(name) \(near)")
  }

  /// Returns the action that a word names or is the first argument of; nil if there is none.
  private func action(named word: String?) -> CommandAction? {
    let all = actions
    let others = all.filter(\.name.isEmpty)
    guard let word else { return others.first }
    return all.first { $0.name == word } ?? others.first(where: \.takesAnyWord)
      ?? (actionNames.isEmpty ? others.first : nil)
  }
}

/// The commands that are not intents; they take precedence over intent ids.
enum Commands {
  /// The commands in alphabetical order.
  static let all: [any Command] = [
    CheckCommand(),
    CompletionsCommand(),
    ConfigCommand(),
    HelpCommand(),
    HooksCommand(),
    IdleCommand(),
    InstallCommand(),
    IntentsCommand(),
    KeyCommand(),
    KeysCommand(),
    MenuCommand(),
    MergeFileCommand(),
    PluginCommand(),
    RPCCommand(),
    RunCommand(),
    ScheduleCommand(),
    SchemaCommand(),
    StatusCommand(),
    StorageCommand(),
    SyncCommand(),
    TraceCommand(),
    VersionCommand(),
  ]

  /// Returns the command with a name; nil if there is none.
  static func named(_ name: String) -> (any Command)? { all.first { $0.name == name } }
}
