package import JSONText
import MinutaCore

/// The object that a custom module of Waybar reads where its `return-type` is `json`.
///
/// Waybar takes the texts as Pango markup, unless the user sets `escape`, which must stay unset.
package struct WaybarStatusFormat: StatusFormat {
  package let name = "waybar"

  package func line(for status: JSONObject) -> String {
    let summary = StatusSummary(status)
    let state = summary.running.isEmpty ? "idle" : "running"
    let object: JSONValue = [
      "text": .string(text(for: summary)),
      "alt": .string(state),
      "tooltip": .string(tooltip(for: summary)),
      "class": .string(state),
    ]
    return object.text(.compact)
  }

  private func text(for summary: StatusSummary) -> String {
    guard let timer = summary.running.first else {
      return DurationText.text(seconds: summary.todaySeconds)
    }
    let name = PangoText.escaped(timer.name.shortened(to: 40))
    let others = summary.running.count - 1
    return "\(name) \(DurationText.text(seconds: timer.seconds))"
      + (others > 0 ? " +\(others)" : "")
  }

  private func tooltip(for summary: StatusSummary) -> String {
    let lines = summary.running.map { timer in
      let name = PangoText.escaped(timer.name)
      let start = timer.localStart(in: summary.timeZone).map { " since \($0)" } ?? ""
      return "\(name) \(DurationText.text(seconds: timer.seconds))\(start)"
    }
    let today = "Today \(DurationText.text(seconds: summary.todaySeconds))"
    let unused =
      switch summary.unusedFiles {
      case 0: [String]()
      case 1: ["1 file could not be used"]
      case let count: ["\(count) files could not be used"]
      }
    return (lines + [today] + unused).joined(separator: "\n")
  }
}
