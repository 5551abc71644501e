import IntentKit
import JSONText

/// Writes outcomes for a person, or as JSON for a program.
struct OutcomePrinter {
  let console: Console
  let wantsJSON: Bool

  /// Writes an outcome.
  ///
  /// - Parameter intent: the intent that answered, whose answer may have a table.
  /// - Returns: The exit code it stands for.
  func print(_ outcome: Outcome, of intent: String? = nil) throws -> Int32 {
    if wantsJSON {
      try console.print(outcome.json.text())
    } else if let answer = outcome.result {
      var lines = lines(of: answer).map(\.escapedForTerminal)
      lines += table(answer, of: intent)
      lines += StepTree(steps: answer.plan?.steps ?? []).lines(console)
      try console.print(lines: lines)
      printSkippedFiles(answer)
    } else if case .needsInput = outcome {
      // The question has been asked by now.
      console.printError("minuta: Nothing was done.")
    } else {
      // What a plugin says may have several lines.
      let isPlugins = outcome.error?.data["plugin"] != nil
      let lines = isPlugins ? outcome.sentence.lines : [outcome.sentence]
      console.printError("minuta: " + lines.map(\.escapedForTerminal).joined(separator: "\n"))
      for problem in (outcome.error?.data["problems"]?.array ?? []).dropFirst() {
        console.printError("minuta: \((problem["message"]?.string ?? "").escapedForTerminal)")
      }
    }
    guard let answer = outcome.result, let table = resultTable(of: intent) else {
      return outcome.exitCode
    }
    return table.exitCode(of: answer.value)
  }

  private func resultTable(of intent: String?) -> (any ResultTable)? {
    ResultTables.all.first { $0.intent == intent }
  }

  /// What an answer says; of a plugin's all that it has, as no table of ours shows it.
  private func lines(of answer: IntentResult) -> [String] {
    guard let content = answer.content else { return [answer.dialog] }
    let value = JSONValue.object(answer.value)
    if content.isWhole || answer.value.isEmpty { return answer.dialog.lines }
    // Many servers say the same once more in words.
    let isSaid = (try? JSONValue(parsing: answer.dialog))?.normalized == value.normalized
    return (isSaid ? [] : answer.dialog.lines) + value.text(.indented).lines
  }

  /// The lines of the table that an intent's answer has; none where it has none.
  func table(_ answer: IntentResult, of intent: String?) -> [String] {
    guard let table = resultTable(of: intent) else { return [] }
    let isPlanned = answer.plan != nil
    var shown = isPlanned ? table.table(ofPlanned: answer.value) : table.table(of: answer.value)
    shown.cellLimit = table.cellLimit
    return shown.lines(console)
  }

  /// The dialog names one file; here are all, where there are more.
  private func printSkippedFiles(_ answer: IntentResult) {
    let files = answer.value["skippedFiles"]?.array ?? []
    for file in files where files.count > 1 {
      let (path, reason) = (file["file"]?.string ?? "", file["reason"]?.string ?? "")
      console.printError("minuta: \(path.escapedForTerminal): \(reason.escapedForTerminal)")
    }
  }
}

extension Outcome {
  /// The code that a process ends with.
  var exitCode: Int32 {
    switch self {
    case .ok, .planned: 0
    case .needsInput: 3
    case .busy: 4
    case .timeout: 124
    case .cancelled: 130
    case .failed(let error): [.failure, .uncertain].contains(error.kind) ? 1 : 2
    }
  }
}

extension String {
  fileprivate var lines: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
