import IntentKit
import JSONText
import SystemCalls

/// Prints outcomes as text or as JSON.
struct OutcomePrinter {
  let console: Console
  let wantsJSON: Bool
  /// Whether only the table of a result is printed, without a sentence.
  var isQuiet = false
  /// Returns the lines of a result's rows; nil to print the whole result.
  var listedLines: (JSONObject) -> [String]? = { _ in nil }
  /// The pager for a table that is longer than the screen; nil to print it as it is.
  var pager: Pager?

  /// Prints an outcome.
  ///
  /// - Parameter rows: the rows of the called intent; nil if it has none.
  /// - Returns: The exit code of the outcome.
  func print(_ outcome: Outcome, _ rows: IntentDefinition.Rows? = nil) throws -> Int32 {
    let remaining = rows?.remaining.flatMap { outcome.result?.value[$0]?.integer } ?? 0
    if let result = outcome.result, let lines = listedLines(result.value) {
      try console.print(lines: lines)
      printSkippedFiles(result, namedInSentence: 0)
    } else if wantsJSON {
      try console.print(outcome.json.text())
    } else if var result = outcome.result {
      let warning = result.notice.warning
      result.notice.warning = nil
      var lines = isQuiet ? [] : sentences(of: result)
      // The content is on standard output already, so the sentence isn't part of it.
      if let rows, rows.printed != nil, result.meets(rows.printed) {
        for line in lines { console.printError(line) }
        lines = []
      }
      lines += try rows?.lines(of: result, on: console) ?? []
      lines += WorkflowStepTree(steps: result.plan?.steps ?? []).lines(console)
      printSkippedFiles(result)
      if let pager, remaining == 0 {
        try pager.print(lines)
      } else {
        try console.print(lines: lines)
      }
      if let warning { console.printError(warning.escapedForTerminal) }
    } else if case .needsInput = outcome {
      // The prompt has already named the missing input, so don't print the outcome's message too.
      console.printError("minuta: Nothing was done.")
    } else {
      // A plugin's message may have several lines, so escape each line on its own.
      let isPlugins = outcome.error?.data["plugin"] != nil
      let notice = "minuta: " + outcome.notice
      let lines = isPlugins ? notice.sentence.lines : [notice.sentence]
      for line in lines.dropLast() { console.printError(line.notice) }
      console.printError(notice.rewording { lines.last ?? $0 })
      for line in isPlugins ? [] : outcome.error?.data["list"]?.array ?? [] {
        console.printError("  \((line.string ?? "").escapedForTerminal)")
      }
      for problem in (outcome.error?.data["problems"]?.array ?? []).dropFirst() {
        let commands = (problem["commands"]?.array ?? []).compactMap(\.string)
        console.printError(
          "minuta: \(problem["message"]?.string ?? "")".suggesting(lines: commands)
        )
      }
      // Commands are never wrapped, so that they can be copied.
      for line in outcome.error?.explanation ?? [] {
        console.writeError("  \(line.escapedForTerminal)\n")
      }
    }
    return remaining == 0 ? outcome.exitCode : 1
  }

  /// Returns the text of a result as lines that fit the terminal.
  func sentences(of result: IntentResult) -> [String] {
    lines(of: result).flatMap(console.fitted)
  }

  /// Returns the text of a result.
  ///
  /// A plugin's result includes its whole value, because there is no table to show it.
  private func lines(of result: IntentResult) -> [Notice] {
    guard let content = result.content else {
      return [result.notice.rewording { $0.markingLineBreaks(console.style.lineBreak) }]
    }
    let value = JSONValue.object(result.value)
    let lines = result.dialog.lines.map(\.notice)
    if content.isWhole || result.value.isEmpty { return lines }
    // Many MCP servers repeat the value as text; don't print it twice.
    let repeatsValue = (try? JSONValue(parsing: result.dialog))?.normalized == value.normalized
    return (repeatsValue ? [] : lines) + value.text(.indented).lines.map(\.notice)
  }

  /// Lists all skipped files if there are more than those that the result's sentence names.
  private func printSkippedFiles(_ result: IntentResult, namedInSentence count: Int = 1) {
    let files = result.value["skippedFiles"]?.array ?? []
    for file in files where files.count > count {
      let (path, reason) = (file["file"]?.string ?? "", file["reason"]?.string ?? "")
      console.printError("minuta: \(path.escapedForTerminal): \(reason.escapedForTerminal)")
    }
  }
}

extension GlobalFlags {
  /// Returns the printer for outcomes in the form of the flags.
  func printer(_ environment: Environment) -> OutcomePrinter {
    OutcomePrinter(
      console: Console(environment, color: color),
      wantsJSON: wantsJSON,
      isQuiet: isQuiet
    )
  }
}

extension IntentDefinition.Rows {
  /// Returns what is printed of a result besides its sentence.
  ///
  /// - Throws: `DecodingError` if the result doesn't have the members that a drawing needs.
  func lines(of result: IntentResult, on console: Console) throws -> [String] {
    // A text ends with a line break.
    let lines = text.flatMap { result.value[$0]?.string }?.lines.dropLast() ?? []
    return try lines + listLines(of: result, on: console)
      + (tables ?? []).flatMap { ResultTable($0, of: result, on: console).lines }
  }

  private func listLines(of result: IntentResult, on console: Console) throws -> [String] {
    if let view = ResultViews.all.first(where: { $0.name == view }) {
      return try view.lines(of: result, on: console)
    }
    let table = ResultTable(self, of: result, on: console)
    if let details, console.display.showsFields {
      return table.details(details.columns)
    }
    return table.lines
  }
}

extension Outcome {
  /// The process's exit code.
  var exitCode: Int32 {
    switch self {
    case .ok, .planned: 0
    case .needsInput: 3
    case .failed(let failure):
      switch failure.kind {
      case .failed, .uncertain: 1
      case .badInput, .unknownIntent: 2
      case .missingInput, .needsInput: 3
      case .busy: 4
      case .timeout: 124
      case .cancelled: 130
      }
    }
  }
}

extension String {
  fileprivate var lines: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
