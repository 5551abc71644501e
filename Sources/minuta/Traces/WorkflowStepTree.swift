import IntentKit
import JSONText

/// The steps of a workflow as a tree.
struct WorkflowStepTree {
  /// The steps as JSON, in the format of plans and traces.
  let steps: [JSONValue]

  func lines(_ console: Console) -> [String] {
    var table = Table(rows: ordered.map { row($0, console.style) })
    table.cellLimit = 100
    return table.lines(console)
  }

  /// The steps with each parent before its children.
  ///
  /// In a trace, a parent comes after its children, because it ends after them.
  private var ordered: [JSONValue] {
    var groups: [(path: [JSONValue], lines: [JSONValue])] = []
    for step in steps {
      var lines = [step]
      var inner: [[JSONValue]] = []
      let own = step["path"]?.array ?? []
      while let last = groups.last, last.path.count > own.count, last.path.starts(with: own) {
        inner.append(groups.removeLast().lines)
      }
      for group in inner.reversed() { lines += group }
      groups.append((own, lines))
    }
    return groups.flatMap(\.lines)
  }

  private func row(_ step: JSONValue, _ style: TerminalStyle) -> [Table.Cell] {
    let path = step["path"]?.array ?? []
    let isItem = path.last?.string == nil || path.last == "?"
    let name = isItem ? "#\(path.last?.text() ?? "")" : path.last?.string ?? ""
    return [
      Table.Cell(text: status(of: step)),
      Table.Cell(text: name, indentation: max(0, path.count - 1)),
      Table.Cell(text: call(in: step, style)),
    ]
  }

  private func status(of step: JSONValue) -> String {
    let status = step["status"]?.string ?? ""
    return step["conditional"] == true ? "conditional" : status == "started" ? "unfinished" : status
  }

  private func call(in step: JSONValue, _ style: TerminalStyle) -> String {
    let values = step["with"]?.object?.members.map { "\($0.key): \($0.value.text())" } ?? []
    let call = [step["intent"]?.string].compactMap(\.self) + values
    let error = step["error"]?["message"]?.string.map { ["\(style.dash) \($0)"] } ?? []
    return (call + error).joined(separator: " ")
  }
}
