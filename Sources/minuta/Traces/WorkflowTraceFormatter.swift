import IntentKit
import JSONText

/// Formats the trace of a workflow run as a tree of its steps.
struct WorkflowTraceFormatter: TraceFormatter {
  let lines: [JSONValue]
  /// Whether the run is still in progress.
  let isRunning: Bool

  func text(_ console: Console) -> [String] {
    let head = lines.first
    let event = head?["event"]?.string.map { " at \($0)" } ?? ""
    let title =
      "Run \(head?["trace"]?.string ?? "?") of \(head?["workflow"]?.string ?? "?")\(event)"
    return ["\(title.escapedForTerminal): \(outcomeText)"]
      + WorkflowStepTree(steps: steps).lines(console)
      + omission
  }

  /// The steps to show: those that ended with their result, and those that began but didn't end.
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

  private var outcomeText: String {
    guard let end = lines.last, let status = end["status"]?.string, end["ended"] != nil else {
      return isRunning ? "it is still running." : "it was interrupted."
    }
    let milliseconds = end["milliseconds"]?.integer ?? 0
    let error = end["error"]?["message"]?.string.map { " \($0.escapedForTerminal)" } ?? ""
    return "\(status) after \(milliseconds) ms.\(error)"
  }

  private var omission: [String] {
    let count = lines.lazy.compactMap { $0["omitted"]?.integer }.first ?? 0
    return count == 0 ? [] : ["\(count) more lines are not in the trace."]
  }
}
