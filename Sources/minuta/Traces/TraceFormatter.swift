import JSONText

/// Formats the trace of a workflow run as a tree of its steps.
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
    ["\(title.escapedForTerminal): \(outcomeText)"] + WorkflowStepTree(steps: steps).lines(console)
      + omission
  }

  private var title: String {
    let (id, workflow) = (head?["trace"]?.string ?? "?", head?["workflow"]?.string ?? "?")
    return "Run \(id) of \(workflow)\(head?["event"]?.string.map { " at \($0)" } ?? "")"
  }

  private var outcomeText: String {
    guard let end = lines.last, end["ended"] != nil else {
      return isRunning ? "it is still running." : "it was interrupted."
    }
    let milliseconds = end["milliseconds"]?.integer ?? 0
    let error = end["error"]?["message"]?.string.map { " \($0.escapedForTerminal)" } ?? ""
    return "\(end["status"]?.string ?? "?") after \(milliseconds) ms.\(error)"
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
    return count == 0 ? [] : ["\(count) more lines are not in the trace."]
  }
}
