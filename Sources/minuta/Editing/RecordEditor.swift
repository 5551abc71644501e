import IntentKit
import JSONText
import MinutaCore
import MinutaIntents

/// Opens records in the user's editor, one line a record, and saves all changes together.
///
/// It serves `minuta edit --editor`.
struct RecordEditor {
  let program: Program
  let global: GlobalFlags

  /// Opens an editor with records, and saves the changes when it ends.
  ///
  /// - Parameter words: a range or a record; today if empty.
  /// - Returns: The exit code.
  func run(_ words: [String]) async throws -> Int32 {
    let environment = program.environment
    let records = try await records(words.joined(separator: " "))
    let lines = records.map { record in
      (id: record.id, line: RecordLine(record, id: record.shortID(among: records)))
    }
    let editor = TextEditor(
      environment: environment,
      canAsk: canAsk,
      allowsStandardEditor: environment.isInteractive && global.allowsInput
    )
    let text = Self.head + lines.map { $0.line.text + "\n" }.joined()
    let outcomes = try await editor.edit(Array(text.utf8), named: "records.txt") { edited, _ in
      guard let text = String(validating: edited, as: UTF8.self) else {
        throw TextEditor.Mistake(failure: .notUTF8Text, text: edited)
      }
      // Some editors end lines with CR and LF, which are a single character in Swift.
      return try await save(text.replacing("\r\n", with: "\n").withoutMistakes, lines)
    }
    let console = Console(environment, color: global.color)
    if global.wantsJSON {
      try console.print(JSONValue.array(outcomes.map(\.json)).text())
      return 0
    }
    if outcomes.isEmpty { try console.print("Nothing was changed.") }
    let printer = OutcomePrinter(console: console, wantsJSON: false, isQuiet: global.isQuiet)
    return try outcomes.reduce(0) { max($0, try printer.print($1)) }
  }

  /// The remarks at the beginning of the text.
  private static let head = """
    # One record a line: id, start, end and tag, and the comment after '|'.
    # Change a line to change its record, delete it to delete the record, or add
    # a line without an id to log time. Everything is saved together when the
    # editor ends. In a comment, \\n is a line break.

    """

  private func records(_ text: String) async throws -> [RecordResult] {
    let engine = try await program.engine(global)
    let isRange = text.isEmpty || RangePhrase(text) != nil
    // Digits such as `2026` can be a year or the beginning of an id.
    if !isRange || !text.isEmpty && text.allSatisfy(\.isHexDigit) {
      // No intent shows a single record, but a change that changes nothing does.
      let call = IntentCall("UpdateRecord", with: ["record": .string(text), "shift": "0s"])
      let outcome = await engine.dryRunCopy().perform(call, from: .commandLine)
      if !isRange || outcome.result != nil {
        let record = try outcome.successfulResult().value["record"] ?? .null
        return [try record.decode()]
      }
    }
    let values: JSONObject = text.isEmpty ? [:] : ["range": .string(text)]
    let call = IntentCall("ListRecords", with: values)
    let result = try await engine.perform(call, from: .commandLine).successfulResult()
    return try ListRecordsTable().typed(result).records
  }

  /// Returns whether the user agrees to delete several records.
  private func isConfirmed(_ deletions: Int) -> Bool {
    if global.isConfirmed || !canAsk { return global.isConfirmed }
    let prompt = TerminalPrompt(console: Console(program.environment))
    let request = InputRequest(
      "The lines of \(deletions) records are gone. Delete these records?",
      parameter: "confirm",
      schema: ["type": "boolean"]
    )
    return prompt.answers(to: request)?["confirm"] == true
  }

  /// Whether the user can be asked.
  private var canAsk: Bool {
    program.environment.isInteractive && global.allowsInput && !global.wantsJSON
  }

  /// Saves the changes of an edited text.
  ///
  /// - Returns: The outcomes of its calls.
  /// - Throws: `TextEditor.Mistake`, with the text in which each mistake stands below its line.
  private func save(
    _ text: String,
    _ records: [(id: String, line: RecordLine)]
  ) async throws -> [Outcome] {
    // People empty the file to give up, as with git.
    if text.allSatisfy(\.isWhitespace) { return [] }
    let changes = RecordLineChanges(of: records, in: text)
    if let (line, sentence) = changes.mistakes.min(by: { $0.key < $1.key }) {
      throw TextEditor.Mistake(
        failure: .invalidRecordLine(line, sentence),
        text: Array(text.marking(changes.mistakes).utf8)
      )
    }
    if changes.deletions > 1, !global.isDryRun, !isConfirmed(changes.deletions) {
      throw TextEditor.Mistake(
        failure: .deletionOfLines(changes.deletions, wasAsked: canAsk),
        text: Array(text.utf8)
      )
    }
    let calls = changes.calls.map { global.addingConfirmation($0, among: program.definitions) }
    let outcomes = await (try await program.engine(global))
      .performGroup(calls.map { BatchCall($0) }, as: .allOrNothing, from: .commandLine)
    if calls.isEmpty || outcomes.last?.result != nil { return outcomes }
    let sentence = outcomes.last?.sentence ?? ""
    let line = changes.lines[outcomes.count - 1]
    throw TextEditor.Mistake(
      failure: .invalidRecordLine(line, sentence),
      text: Array((line.map { text.marking([$0: sentence]) } ?? text).utf8)
    )
  }
}

extension Outcome {
  /// Returns the result, or throws the failure.
  fileprivate func successfulResult() throws(Failure) -> IntentResult {
    if let result { return result }
    throw error ?? .invalidRecordLine(nil, sentence)
  }
}

extension RecordResult {
  /// Returns the beginning of the id, or the whole id if another record's begins alike.
  fileprivate func shortID(among records: [RecordResult]) -> String {
    let short = String(id.prefix(8))
    return records.count { $0.id.hasPrefix(short) } > 1 ? id : short
  }
}

extension String {
  /// The text with each mistake as a remark below its line.
  fileprivate func marking(_ mistakes: [Int: String]) -> String {
    split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
      mistakes[index + 1].map { "\(line)\n\(Self.mark)\($0)" } ?? String(line)
    }.joined(separator: "\n")
  }

  /// The text without the remarks about mistakes.
  fileprivate var withoutMistakes: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix(Self.mark) }.joined(separator: "\n")
  }

  private static let mark = "# ^ "
}
