import IntentRPC
import JSONText

/// The differences between the approved and the current description of a tool.
struct ToolDiff {
  let old: PluginTool
  let new: PluginTool?

  /// The removed lines, marked with `-`, and the added lines, marked with `+`.
  var lines: [String] {
    guard let new else { return ["\(old.name): removed."] }
    let (before, after) = (Self.lines(of: old), Self.lines(of: new))
    let changes = after.difference(from: before).map { change in
      switch change {
      case .remove(let place, let line, _): (place, 0, "  - \(line)")
      case .insert(let place, let line, _): (place, 1, "  + \(line)")
      }
    }
    return ["\(old.name):"] + changes.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  private static func lines(of tool: PluginTool) -> [String] {
    tool.json.normalized.text(.indented).split(separator: "\n").map(String.init)
  }
}
