import JSONText
import MinutaCore
import SystemCalls

/// A status format: a JSON object for any program that reads JSON, such as eww or Quickshell.
package struct LineStatusFormat: StatusFormat {
  package let name = "line"
  package let summary = "Neutral JSON for eww, Quickshell, i3status-rust and others"

  package func line(for content: StatusBarContent) -> String {
    let timer = content.running.first
    let object: JSONValue = [
      "text": .string(content.text.singleLine),
      "alt": .string(content.state.rawValue),
      "class": .string(content.classes.joined(separator: " ")),
      "tooltip": .string(content.tooltip.map(\.singleLine).joined(separator: "\n")),
      "seconds": timer.map { .number(JSONNumber($0.seconds)) } ?? .null,
      "since": timer?.start.map { .string(Timestamp.text($0)) } ?? .null,
      "percentage": content.percentage.map { .number(JSONNumber($0)) } ?? .null,
      "tag": timer.map { .string($0.name.singleLine) } ?? .null,
      "color": content.color.map { .string($0) } ?? .null,
    ]
    return object.text(.compact)
  }
}
