import Foundation
import IntentKit
import JSONText
import MinutaLog

/// The format of a log line.
enum LogFormat: String, CaseIterable {
  /// Plain text as `TIME LEVEL CATEGORY: MESSAGE (FIELD=VALUE, …)`.
  case text
  /// A JSON object with `time`, `category`, `level`, `message` and `fields`.
  case json

  /// Renders a message as one line, without a line break.
  func line(_ message: LogMessage, at time: Date) -> String {
    let time = time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    switch self {
    case .text:
      let fields = message.fields.map { "\($0.key)=\($0.value.text)" }.joined(separator: ", ")
      // The raw values, because printing an enumeration's case needs slow reflection.
      let source = "\(message.level.rawValue) \(message.category.rawValue)"
      return "\(time) \(source): \(message.text)".escapedForTerminal
        + (fields.isEmpty ? "" : " (\(fields))")
    case .json:
      let fields = message.fields.reduce(into: JSONObject()) { $0[$1.key] = $1.value.json }
      let json: JSONObject = [
        "time": .string(time), "category": .string(message.category.rawValue),
        "level": .string(message.level.rawValue), "message": .string(message.text),
        "fields": .object(fields),
      ]
      return JSONValue.object(json).text()
    }
  }
}

extension LogMessage.Value {
  fileprivate var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .number(let number): .number(JSONNumber(number))
    }
  }

  /// The field's value as text, in quotes if its end would otherwise be unclear.
  fileprivate var text: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text):
      text.isEmpty || text.contains { " ,=()\"'".contains($0) }
        ? JSONValue.string(text).text().escapedForTerminal : text.escapedForTerminal
    }
  }
}
