import Foundation
import JSONText
import MinutaCore

/// A time without a date, such as `09:30` or `-15m`.
struct UndatedTime {
  /// The time as the user typed it.
  let text: String
  let kind: DateTimeParser.InputForm
  /// The instant that the time means if its date is today's.
  let today: Date

  init(text: String, kind: DateTimeParser.InputForm, today: Date) {
    self.text = text
    self.kind = kind
    self.today = today
  }

  /// Decodes JSON that the property `json` created; nil for any other JSON.
  init?(json: JSONValue) {
    guard
      let text = json["text"]?.string,
      let kind = json["kind"]?.string.flatMap(DateTimeParser.InputForm.init),
      let today = json["today"]?.string.flatMap(Timestamp.date)
    else { return nil }
    self.init(text: text, kind: kind, today: today)
  }

  /// The time as JSON, so that it can be stored among the resolved arguments.
  var json: JSONValue {
    [
      "text": .string(text), "kind": .string(kind.rawValue),
      "today": .string(Timestamp.text(today)),
    ]
  }
}
