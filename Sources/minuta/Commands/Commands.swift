/// A word of the command line that is no intent.
protocol Command: Sendable {
  /// The word after `minuta`.
  var name: String { get }
  /// How it is used, in a line of the help.
  var usage: String { get }
  /// What it does, in a line of the help.
  var summary: String { get }

  /// Whether what follows its first word is not sorted into words and flags.
  var takesRawArguments: Bool { get }
  /// The flags of its own.
  var flags: [Flag] { get }
  /// The words that the value of a flag of its own can be; none where it can be anything.
  func choices(of flag: String, _ program: Program) async -> [String]
  /// Its flags and their meanings in the help, or other rows such as its actions, each with a title.
  var sections: [HelpSection] { get }
  /// A paragraph of its help; empty if the summary says enough.
  var details: String { get }

  /// Does what the words ask for.
  ///
  /// - Parameter words: those after the command; none asks for help.
  /// - Returns: The exit code.
  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32
}

extension Command {
  var takesRawArguments: Bool { false }
  var flags: [Flag] { [] }
  var sections: [HelpSection] { [] }
  var details: String { "" }
  func choices(of flag: String, _ program: Program) async -> [String] { [] }
}

/// Rows of the help under a title.
struct HelpSection {
  let title: String
  let rows: [[String]]
}

/// The words of the command line; they win over the ids of intents.
enum Commands {
  /// In alphabetical order.
  static let all: [any Command] = [
    CompletionsCommand(),
    HelpCommand(),
    HooksCommand(),
    IntentsCommand(),
    KeyCommand(),
    KeysCommand(),
    PluginCommand(),
    RPCCommand(),
    RunCommand(),
    StatusCommand(),
    StorageCommand(),
    TraceCommand(),
    VersionCommand(),
  ]
}
