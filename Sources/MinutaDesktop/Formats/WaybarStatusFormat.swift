package import JSONText
import MinutaCore

/// A status format: the JSON object for a custom module of the status bar Waybar.
///
/// The module's `return-type` must be `json`. Waybar parses the texts as Pango markup. They are
/// already escaped here, so Waybar's option `escape` must not be set.
package struct WaybarStatusFormat: StatusFormat {
  package let name = "waybar"

  package func line(for status: JSONObject) throws -> String {
    let summary = try StatusBarContent(status)
    let state = summary.running.isEmpty ? "idle" : "running"
    let object: JSONValue = [
      "text": .string(text(for: summary)),
      "alt": .string(state),
      "tooltip": .string(tooltip(for: summary)),
      "class": .string(state),
    ]
    return object.text(.compact)
  }

  private func text(for summary: StatusBarContent) -> String {
    guard let timer = summary.running.first else {
      return DurationFormat.text(seconds: summary.todaySeconds)
    }
    let name = PangoMarkup.escaped(timer.name.shortened(to: 40))
    let others = summary.running.count - 1
    return "\(name) \(DurationFormat.text(seconds: timer.seconds))"
      + (others > 0 ? " +\(others)" : "")
  }

  private func tooltip(for summary: StatusBarContent) -> String {
    let lines = summary.running.map { timer in
      let name = PangoMarkup.escaped(timer.name)
      let start = timer.localStart(in: summary.timeZone).map { " since \($0)" } ?? ""
      return "\(name) \(DurationFormat.text(seconds: timer.seconds))\(start)"
    }
    let today = "Today \(DurationFormat.text(seconds: summary.todaySeconds))"
    let unused =
      switch summary.skippedFileCount {
      case 0: [String]()
      case 1: ["1 file can't be used"]
      case let count: ["\(count) files can't be used"]
      }
    return (lines + [today] + unused).joined(separator: "\n")
  }
}
