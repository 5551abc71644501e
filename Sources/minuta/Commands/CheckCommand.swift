import IntentKit
import JSONText

/// Checks a file that a person wrote, without using it.
struct CheckCommand: Command {
  let name = "check"
  let usage = "check FILE|- ... [--as KIND]"
  let summary = "Check a file before you use it"
  let group = "Automation"
  let examples = ["check calls.jsonl", "check keymap.json --as keymap"]
  let flags = [Flag(name: "as", kind: .value)]
  var details: String {
    """
    The kind of the file is recognized by its keys. Each mistake is shown with its line; the exit \
    code is 2 if there is one.
    """
  }
  var sections: [HelpSection] {
    let kinds = FileKind.allCases.map(\.rawValue).joined(separator: ", ")
    return [HelpSection(title: "Flags", rows: [["--as KIND", "The kind of file: \(kinds)"]])]
  }

  func choices(of flag: String, _ program: Program) async -> [String] {
    flag == "as" ? FileKind.allCases.map(\.rawValue) : []
  }

  func candidates(after words: [String], _ program: Program) async -> [String]? {
    nil
  }

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    if words.positionals.isEmpty { throw Failure.missingArgument("file") }
    let kind = try words.values["as"]?.first.map { word throws(Failure) in
      try FileKind(named: word, by: "--as")
    }
    var code: Int32 = 0
    for path in words.positionals {
      let input = try CallFileInput(
        try program.environment.expandingHome(path),
        isStream: false,
        program.environment
      )
      let bytes = try input.content(limit: CallFileContents.limit)
      code = max(code, try await check(bytes, file: input.name, as: kind, words.global, program))
    }
    return code
  }

  /// Prints the mistakes of a file, or a sentence that there are none.
  ///
  /// - Returns: The exit code.
  func check(
    _ bytes: [UInt8],
    file: String,
    as kind: FileKind?,
    _ global: GlobalFlags,
    _ program: Program
  ) async throws -> Int32 {
    let checker = FileChecker(program: program, file: file, bytes: bytes)
    let (kind, mistakes) = await checker.mistakes(as: kind)
    let console = Console(program.environment, color: global.color)
    if let outcome = Outcome.failed(mistakes) {
      return try OutcomePrinter(console: console, wantsJSON: global.wantsJSON).print(outcome)
    }
    if global.wantsJSON {
      let result: JSONValue = [
        "file": .string(file), "kind": .string(kind.rawValue), "problems": [],
      ]
      try console.print(result.text())
    } else {
      try console.print(sentences: ["'\(file)' is \(kind.phrase).".escapedForTerminal])
    }
    return 0
  }
}

extension Outcome {
  /// Returns one outcome that reports all failures; nil if there are none.
  fileprivate static func failed(_ failures: [Failure]) -> Outcome? {
    guard let first = failures.first else { return nil }
    let problems = failures.map { failure in
      JSONValue.object(
        failure.data.merging([
          "code": .string(failure.code), "message": .string(failure.message),
        ])
      )
    }
    return .failed(
      Failure(
        .badInput,
        code: first.code,
        message: first.message,
        data: first.data.merging(["problems": .array(problems)])
      )
    )
  }
}
