import Foundation
import JSONText
import MinutaCore

/// A moment that was given without a date, such as `09:30` or `-15m`.
struct UndatedTime {
  /// The moment as it was typed.
  let text: String
  let kind: DateTimeParser.Kind
  /// The instant if it belongs to today.
  let today: Date

  init(text: String, kind: DateTimeParser.Kind, today: Date) {
    self.text = text
    self.kind = kind
    self.today = today
  }

  /// Reads a moment as `json` writes it; nil for anything else.
  init?(json: JSONValue) {
    guard
      let text = json["text"]?.string,
      let kind = json["kind"]?.string.flatMap(DateTimeParser.Kind.init),
      let today = json["today"]?.string.flatMap(Timestamp.date)
    else { return nil }
    self.init(text: text, kind: kind, today: today)
  }

  /// The moment as a resolved value of a call.
  var json: JSONValue {
    [
      "text": .string(text), "kind": .string(kind.rawValue),
      "today": .string(Timestamp.text(today)),
    ]
  }
}
