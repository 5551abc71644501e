import Foundation
import JSONText
import MinutaTestSupport
import Testing

@testable import minuta

/// A temporary home directory with its own store, and the program to run in it.
struct MinutaFixture {
  let home: TemporaryDirectory
  let timeZone: String
  /// Whether `run` starts a process, for tests of a program's start, its children or its end.
  let startsProcesses: Bool

  init(
    timeZone: String = "Europe/Zurich",
    startsProcesses: Bool = !TestPrograms.isDebugBuild
  ) throws {
    home = try TemporaryDirectory()
    self.timeZone = timeZone
    self.startsProcesses = startsProcesses
  }

  var store: String { home.path + "/store" }

  var environment: [String: String] {
    [
      "HOME": home.path, "MINUTA_STORE": store, "TZ": timeZone, "PATH": "/usr/bin:/bin",
      "LANG": "C.UTF-8",
    ]
  }

  /// Creates a symbolic link to the program in the home directory, and returns its path.
  ///
  /// The programs that run key bindings, such as sway, don't accept every character in a path, and
  /// the build directory may contain such a character.
  func linkedProgram() throws -> String {
    let link = home.path + "/minuta"
    try FileManager.default.createSymbolicLink(
      atPath: link,
      withDestinationPath: TestPrograms.minuta
    )
    return link
  }

  /// Runs the program within this process, unless the fixture starts processes, as it does if
  /// `MINUTA_PROGRAM` names another program.
  ///
  /// Programs that it starts, such as hooks, are processes of their own.
  func run(
    _ words: [String],
    input: String = "",
    environment extra: [String: String] = [:]
  ) async throws -> ChildProcess.Result {
    if startsProcesses {
      return try await runProcess(words, input: input, environment: extra)
    }
    let variables = environment.merging(extra) { $1 }
    return try await Program.runHere(words, input: Array(input.utf8)) { streams in
      Environment(
        arguments: words,
        variables: variables,
        currentFolder: FileManager.default.currentDirectoryPath,
        program: TestPrograms.minuta,
        streams: streams
      )
    }
  }

  /// Runs the program as a process and waits for it to exit.
  ///
  /// This is for tests in which several processes run at once.
  ///
  /// - Parameter program: the path of the program, such as that of a link to it.
  func runProcess(
    _ words: [String],
    of program: String = TestPrograms.minuta,
    input: String = "",
    environment extra: [String: String] = [:]
  ) async throws -> ChildProcess.Result {
    try await TestPrograms.run(
      program,
      words,
      environment: environment.merging(extra) { $1 },
      input: input
    )
  }

  /// Runs the program as a user without root privileges, and waits for it to exit.
  func runUnprivileged(_ words: [String]) async throws -> ChildProcess.Result {
    try await UnprivilegedUser.run(TestPrograms.minuta, words, environment: environment)
  }

  /// Starts the program as a process.
  func start(_ words: [String]) throws -> ChildProcess {
    try ChildProcess(TestPrograms.minuta, words, environment: environment)
  }

  func run(_ words: String...) async throws -> ChildProcess.Result {
    try await run(words)
  }

  /// Runs a shell script in the home directory; `minuta` is the tested program.
  ///
  /// The script must succeed.
  ///
  /// - Parameter before: a command that wraps the shell, such as one that mounts a disk.
  @discardableResult
  func shell(_ script: String, under before: [String] = []) async throws -> String {
    let shell = ["/bin/sh", "-euc", "cd \"$HOME\"; minuta() { \"$0\" \"$@\"; }; \(script)"]
    let words = before + shell + [TestPrograms.minuta]
    let result = try await TestPrograms.run(
      words[0],
      Array(words.dropFirst()),
      environment: environment
    )
    try #require(result.status == 0, "\(result.errors)\(result.output)")
    return result.output
  }

  /// Returns the outcome that a command prints with `--json`.
  func outcome(_ words: [String], input: String = "") async throws -> JSONValue {
    let result = try await run(words + ["--json"], input: input)
    return try JSONValue(parsing: result.output)
  }

  /// Returns the outcome of a process, which is retried while other processes keep the store busy.
  func outcomeInCrowd(_ words: [String]) async throws -> JSONValue {
    while true {
      let outcome = try JSONValue(parsing: try await runProcess(words + ["--json"]).output)
      if outcome["status"] != "busy" { return outcome }
    }
  }

  /// Starts a process that holds the store's lock until the process ends; it needs the program
  /// `flock`.
  func lockHolder() async throws -> ChildProcess {
    let lock = store + "/.minuta.writelock.nosync"
    let flock = try #require(TestPrograms.installed("flock"))
    let holder = try ChildProcess(flock, [lock, "cat"], environment: environment)
    try await wait(for: "holder") {
      try await TestPrograms.run(flock, ["-n", lock, "true"]).status != 0
    }
    return holder
  }

  /// Returns the content of every file in the store, by path.
  func content() throws -> [String: Data?] {
    try home.content(below: "store")
  }

  /// Returns the records in the store, read from its files.
  func records() throws -> [JSONValue] {
    try content().filter { $0.key.hasPrefix("records/") && $0.key.hasSuffix(".json") }
      .sorted { $0.key < $1.key }
      .map { try JSONValue(parsing: Array($0.value ?? Data())) }
  }

  /// Returns the id of the first record in the short form that users see.
  func shortID() throws -> String {
    String(try records().first?["id"]?.string?.prefix(8) ?? "")
  }
}
