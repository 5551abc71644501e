import JSONText

/// Formats a trace as text.
protocol TraceFormatter {
  func text(_ console: Console) -> [String]
}

/// Formats the trace of a batch as text.
struct BatchTraceFormatter: TraceFormatter {
  let lines: [JSONValue]
  /// Whether the batch is still running.
  let isRunning: Bool

  func text(_ console: Console) -> [String] {
    let head = lines.first
    let title = "Batch \(head?["trace"]?.string ?? "?"), \(head?["file"]?.string ?? "?")"
    let table = Table(rows: failures.map(row)).lines(console)
    return ["\(title.escapedForTerminal): \(outcomeText)"] + table + omission
  }

  private var results: [JSONValue] { lines.filter { $0["index"] != nil } }

  private var failures: [JSONValue] { results.filter { $0["error"] != nil } }

  private var outcomeText: String {
    guard let end = lines.last, let summary = end["summary"] else {
      let state = isRunning ? "it is still running" : "it was interrupted"
      return "\(state), with \(results.count) results."
    }
    let counts = ["ok", "failed", "notRun", "skipped"].compactMap { key -> String? in
      let count = summary[key]?.integer ?? 0
      return count == 0 ? nil : "\(count) \(Self.words[key] ?? key)"
    }
    let tenths = ((end["milliseconds"]?.integer ?? 0) + 50) / 100
    let calls = summary["calls"]?.integer ?? 0
    let ending = summary["cancelled"] == true ? " Stopped by a signal." : ""
    return "\(calls) calls in \(tenths / 10).\(tenths % 10) s"
      + (counts.isEmpty ? "." : ": \(counts.joined(separator: ", ")).") + ending
  }

  private static let words = [
    "ok": "done", "failed": "failed", "notRun": "not run", "skipped": "skipped as already done",
  ]

  private func row(_ failure: JSONValue) -> [Table.Cell] {
    [
      Table.Cell(text: "\((failure["index"]?.integer ?? 0) + 1).", isNumber: true),
      Table.Cell(text: failure["intent"]?.string ?? ""),
      Table.Cell(text: failure["error"]?["message"]?.string ?? ""),
    ]
  }

  private var omission: [String] {
    let count = lines.lazy.compactMap { $0["omitted"]?.integer }.first ?? 0
    return count == 0 ? [] : ["\(count) more results are not in the trace."]
  }
}
