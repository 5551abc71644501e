import IntentKit
import JSONText

/// Checks a file that a person wrote, without using it.
struct CheckCommand: Command {
  let name = "check"
  let usage = "check FILE|-... [--as KIND]"
  let summary = "Check a file before you use it"
  let group = "Automation"
  let examples = ["check calls.jsonl", "check keymap.json --as keymap"]
  var flags: [Flag] {
    [
      Flag(
        "--as KIND",
        "The kind of file: \(FileKind.allCases.map(\.rawValue).joined(separator: ", "))"
      )
    ]
  }
  var details: String {
    """
    The kind of the file is recognized by its keys. Each mistake is shown with its line; the exit \
    code is 2 if there is one.
    """
  }

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
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
    let finding = await checker.finding(as: kind)
    let console = Console(program.environment, color: global.color)
    if let outcome = Outcome.failed(finding.mistakes) {
      return try OutcomePrinter(console: console, wantsJSON: global.wantsJSON).print(outcome)
    }
    if global.wantsJSON {
      var result: JSONObject = [
        "file": .string(file), "kind": .string(finding.kind.rawValue), "problems": [],
      ]
      if !finding.notes.isEmpty { result["notes"] = .array(finding.notes.map { .string($0) }) }
      try console.print(JSONValue.object(result).text())
    } else {
      let sentences = ["'\(file)' is \(finding.kind.phrase)."] + finding.notes
      try console.print(sentences: sentences.map(\.escapedForTerminal))
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
        failure.data.merging(["code": .string(failure.code)]).merging(failure.notice.json)
      )
    }
    return .failed(
      Failure(
        .badInput,
        code: first.code,
        message: first.notice,
        data: first.data.merging(["problems": .array(problems)])
      )
    )
  }
}
