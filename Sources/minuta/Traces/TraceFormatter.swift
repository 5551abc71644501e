import JSONText

/// Formats a trace as text: a batch with its failures, a workflow run as a tree of its steps.
struct TraceFormatter {
  private let head: JSONValue?
  private let lines: [JSONValue]
  private let isRunning: Bool

  init(_ trace: Trace) {
    lines = trace.values
    head = lines.first
    isRunning = trace.isRunning
  }

  func text(_ console: Console) -> [String] {
    let body =
      workflow == nil ? failures.lines(console) : WorkflowStepTree(steps: steps).lines(console)
    return ["\(title.escapedForTerminal): \(outcomeText)"] + body + omission
  }

  private var workflow: String? { head?["workflow"]?.string }

  private var title: String {
    let id = head?["trace"]?.string ?? "?"
    guard let workflow else { return "Batch \(id), \(head?["file"]?.string ?? "?")" }
    return "Run \(id) of \(workflow)\(head?["event"]?.string.map { " at \($0)" } ?? "")"
  }

  private var outcomeText: String {
    guard let end = lines.last, end["ended"] != nil else {
      let state = isRunning ? "it is still running" : "it was interrupted"
      return workflow == nil ? "\(state), with \(results.count) results." : "\(state)."
    }
    let milliseconds = end["milliseconds"]?.integer ?? 0
    if let summary = end["summary"] { return text(of: summary, milliseconds) }
    let error = end["error"]?["message"]?.string.map { " \($0.escapedForTerminal)" } ?? ""
    return "\(end["status"]?.string ?? "?") after \(milliseconds) ms.\(error)"
  }

  private func text(of summary: JSONValue, _ milliseconds: Int) -> String {
    let counts = Self.counts.compactMap { key, words -> String? in
      let count = summary[key]?.integer ?? 0
      return count == 0 ? nil : "\(count) \(words)"
    }
    let tenths = (milliseconds + 50) / 100
    let calls = summary["calls"]?.integer ?? 0
    let ending = summary["cancelled"] == true ? " Stopped by a signal." : ""
    return "\(calls) calls in \(tenths / 10).\(tenths % 10) s"
      + (counts.isEmpty ? "." : ": \(counts.joined(separator: ", ")).") + ending
  }

  private static let counts: KeyValuePairs = [
    "ok": "done", "failed": "failed", "notRun": "not run", "skipped": "skipped as already done",
  ]

  private var results: [JSONValue] { lines.filter { $0["index"] != nil } }

  private var failures: Table {
    Table(
      rows: results.filter { $0["error"] != nil }.map { failure in
        [
          Table.Cell(text: "\((failure["index"]?.integer ?? 0) + 1).", isNumber: true),
          Table.Cell(text: failure["intent"]?.string ?? ""),
          Table.Cell(text: failure["error"]?["message"]?.string ?? ""),
        ]
      }
    )
  }

  /// The steps to show: completed steps, each with its result, and steps that began but didn't end.
  private var steps: [JSONValue] {
    let events = lines.dropFirst().filter { $0["path"] != nil }
    let open = events.enumerated().filter { index, event in
      event["status"] == "started"
        && !events[(events.startIndex + index + 1)...].contains { $0["path"] == event["path"] }
    }
    let unended = Set(open.map(\.offset))
    return events.enumerated()
      .filter { $0.element["status"] != "started" || unended.contains($0.offset) }.map(\.element)
  }

  private var omission: [String] {
    let count = lines.lazy.compactMap { $0["omitted"]?.integer }.first ?? 0
    let noun = workflow == nil ? "results" : "lines"
    return count == 0 ? [] : ["\(count) more \(noun) are not in the trace."]
  }
}
