import Foundation
import IntentKit
import MinutaCore
import SystemCalls

/// The program's inputs from the system: arguments, variables, streams and clock.
struct Environment: Sendable {
  /// The arguments after the program name; nil if they are not valid UTF-8.
  let arguments: [String]?
  let variables: [String: String]
  let home: String
  let currentFolder: String
  /// The absolute path of the program as it was started; symbolic links aren't resolved.
  let program: String
  let streams: StandardStreams
  let timeZone: TimeZone
  /// The value of `TZ` if it is not a known time zone.
  let unknownTimeZone: String?
  let now: @Sendable () -> Date
  let makeID: @Sendable () -> UUID
  let isOutputTerminal: Bool
  let isErrorTerminal: Bool
  /// Whether input is a terminal from which this process may read.
  let isInputTerminal: Bool
  /// The system's id of this machine; nil if it has none.
  let systemID: Result<[UInt8]?, SystemError>

  static func ofCurrentProcess() -> Environment {
    let variables = ProcessEnvironment.variables()
    let currentFolder = FileManager.default.currentDirectoryPath
    return Environment(
      arguments: arguments(),
      variables: variables,
      currentFolder: currentFolder,
      program: programPath(CommandLine.arguments[0], variables, currentFolder)
    )
  }

  /// Derives the home directory, the time zone and the terminals from the variables and streams.
  init(
    arguments: [String]?,
    variables: [String: String],
    currentFolder: String,
    program: String,
    streams: StandardStreams = StandardStreams(),
    now: @escaping @Sendable () -> Date = { Date() },
    makeID: @escaping @Sendable () -> UUID = { UUID() },
    systemID: Result<[UInt8]?, SystemError> = Self.systemID()
  ) {
    let zone = Self.timeZone(variables)
    self.arguments = arguments
    self.variables = variables
    home = Self.home(variables)
    self.currentFolder = currentFolder
    self.program = program
    self.streams = streams
    timeZone = zone ?? TimeZone(named: TimeZone.current.identifier) ?? .current
    unknownTimeZone = zone == nil ? variables["TZ"]?.nonEmpty : nil
    self.now = now
    self.makeID = makeID
    isOutputTerminal = isTerminal(streams.output)
    isErrorTerminal = isTerminal(streams.errors)
    isInputTerminal = isReadableTerminal(streams.input)
    self.systemID = systemID
  }

  static func systemID() -> Result<[UInt8]?, SystemError> {
    do throws(SystemError) {
      let file = try FileDescriptor(opening: "/etc/machine-id", for: .readingNonBlocking)
      return .success(try file.readAll(limit: 4096))
    } catch {
      // Only a missing file means that there is no id. Report any other error, since it may be
      // temporary: without an id, this machine would get a new one.
      return error.isMissing ? .success(nil) : .failure(error)
    }
  }

  /// Returns the arguments from `argv` itself, because the standard library replaces invalid UTF-8.
  private static func arguments() -> [String]? {
    let given = (1..<max(1, Int(CommandLine.argc))).compactMap { CommandLine.unsafeArgv[$0] }
    let arguments = given.compactMap { String(validatingCString: $0) }
    return arguments.count == given.count ? arguments : nil
  }

  /// Returns the user's home directory; `HOME` takes precedence over the user database.
  private static func home(_ variables: [String: String]) -> String {
    let chosen = variables["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return chosen ?? User.home(of: User.current) ?? "/"
  }

  /// Returns the time zone named by `TZ`; nil if it isn't set or not known.
  ///
  /// POSIX allows a colon before the name, but Foundation doesn't accept it, so it is dropped.
  private static func timeZone(_ variables: [String: String]) -> TimeZone? {
    let name = variables["TZ"].map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }
    return name.flatMap(TimeZone.init(named:))
  }

  private static func programPath(
    _ word: String,
    _ variables: [String: String],
    _ currentFolder: String
  ) -> String {
    if word.contains("/") { return absolute(word, in: currentFolder) }
    return program(named: word, variables, currentFolder) ?? Bundle.main.executablePath ?? word
  }

  private static func program(
    named word: String,
    _ variables: [String: String],
    _ currentFolder: String
  ) -> String? {
    let folders = (variables["PATH"] ?? "").split(separator: ":")
    let candidates = folders.map { absolute("\($0)/\(word)", in: currentFolder) }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Returns the path of the program that a shell would find in `PATH`; nil if there is none.
  func program(named word: String) -> String? {
    Self.program(named: word, variables, currentFolder)
  }

  private static func absolute(_ path: String, in folder: String) -> String {
    let whole = path.hasPrefix("/") ? path : "\(folder)/\(path)"
    let path = whole.split(separator: "/").reduce(into: "") { path, part in
      if part != "." { path += "/\(part)" }
    }
    return path.nonEmpty ?? "/"
  }

  /// Returns the absolute form of a path from the user, with a leading `~` expanded.
  func absolute(_ path: String) throws(Failure) -> String {
    Self.absolute(try expandingHome(path), in: currentFolder)
  }

  /// Returns a path with a leading `~` expanded, which a shell doesn't do in `--store=~/x`.
  func expandingHome(_ path: String) throws(Failure) -> String {
    if path != "~", !path.hasPrefix("~/") {
      if path.hasPrefix("~") { throw .homeOfAnotherUser(path) }
      return path
    }
    return home + path.dropFirst()
  }

  /// The user's configuration directory by the XDG rules.
  var configurationFolder: String { baseFolder("XDG_CONFIG_HOME", ".config") + "/minuta" }

  /// The directory of the files about key presses.
  var keysFolder: String { "\(stateFolder)/keys" }

  /// The user's state directory by the XDG rules.
  var stateFolder: String { baseFolder("XDG_STATE_HOME", ".local/state") + "/minuta" }

  /// The user's cache directory by the XDG rules.
  var cacheFolder: String { baseFolder("XDG_CACHE_HOME", ".cache") + "/minuta" }

  /// Whether a person can answer prompts: input, output and errors all use a terminal.
  var isInteractive: Bool { isInputTerminal && isOutputTerminal && isErrorTerminal }

  /// The size of the terminal on standard output; nil if it isn't a terminal.
  var outputSize: TerminalSize? {
    isOutputTerminal ? TerminalSize(of: streams.output) ?? TerminalSize(columns: 80, rows: 24) : nil
  }

  /// The width of the output in columns: `COLUMNS`, else that of the terminal, else nil.
  var outputColumns: Int? { columnsVariable ?? outputSize?.columns }

  /// The width of standard error in columns: `COLUMNS`, else that of the terminal, else nil.
  var errorColumns: Int? {
    columnsVariable ?? (isErrorTerminal ? TerminalSize(of: streams.errors)?.columns ?? 80 : nil)
  }

  private var columnsVariable: Int? {
    variables["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The directory for temporary files.
  var temporaryFolder: String {
    variables["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
  }

  /// Returns a base directory of the XDG rules, which ignore a relative path.
  ///
  /// - Parameter standard: the default, relative to the home directory.
  func baseFolder(_ variable: String, _ standard: String) -> String {
    variables[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/\(standard)"
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
