/// A command that is not an intent.
protocol Command: Sendable {
  /// The name on the command line, the word after `minuta`.
  var name: String { get }
  /// The command's synopsis, as shown in the help.
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
  /// The command's own flags.
  var flags: [Flag] { get }
  /// Returns the choices for a flag's value; empty if any value is allowed.
  func choices(of flag: String, _ program: Program) async -> [String]
  /// Returns the candidates for the next argument, for completion.
  ///
  /// - Parameter words: the arguments before it.
  /// - Returns: Nil if it is a path, which the shell completes.
  func candidates(after words: [String], _ program: Program) async -> [String]?
  /// The sections of the command's help, such as its flags or its actions.
  var sections: [HelpSection] { get }
  /// A paragraph that explains the command in its help; empty if the summary is enough.
  var details: String { get }

  /// Throws if the words can't be parsed, as far as `Program` hasn't parsed them; runs nothing.
  func check(_ words: CommandLineArguments, _ program: Program) async throws

  /// Runs the command.
  ///
  /// - Parameter words: the arguments after the command's name.
  /// - Returns: The exit code.
  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32
}

extension Command {
  // The definition of an intent with the same command has these.
  var group: String { "" }
  var examples: [String] { [] }

  var synonyms: [String] { [] }
  var takesRawArguments: Bool { false }
  var flags: [Flag] { [] }
  var sections: [HelpSection] { flags.isEmpty ? [] : [HelpSection(flags)] }
  var details: String { "" }
  func check(_ words: CommandLineArguments, _ program: Program) async throws {}
  func choices(of flag: String, _ program: Program) async -> [String] { [] }
  func candidates(after words: [String], _ program: Program) async -> [String]? { [] }
}

/// A section of a command's help: a title and its rows.
struct HelpSection {
  let title: String
  let rows: [[String]]
}

extension HelpSection {
  /// Creates the section of a command's flags.
  init(_ flags: [Flag], title: String = "Flags") {
    self.init(title: title, rows: flags.map { [$0.usage, $0.help] })
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
