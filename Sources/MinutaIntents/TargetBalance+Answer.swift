import IntentKit
import JSONText
import MinutaCore

extension TargetBalance {
  /// The balance as answers have it.
  var json: JSONValue {
    var json: JSONObject = [
      "tag": tag.map { .string($0) } ?? .null,
      "per": .string(period.rawValue),
      "dueSeconds": .number(JSONNumber(dueSeconds)),
      "doneSeconds": .number(JSONNumber(doneSeconds)),
      "balanceSeconds": .number(JSONNumber(balanceSeconds)),
    ]
    json["doneAt"] = doneAt.map { .string(Timestamp.text($0)) }
    return .object(json)
  }

  /// `2h 30m of 8h 00m, done at 17:30`.
  func sentence(_ words: TimeWords) -> String {
    let (done, due) = (
      DurationText.text(seconds: doneSeconds), DurationText.text(seconds: dueSeconds)
    )
    let whose = tag.map { " on \($0.quoted)" } ?? ""
    let moment = doneAt.map { ", done at \(words.moment($0))" }
    let over = DurationText.text(seconds: balanceSeconds)
    return "\(done) of \(due)\(whose)\(moment ?? (balanceSeconds > 0 ? ", \(over) over" : ""))"
  }

  /// `+1h 30m`, what was done more than was due.
  var balanceText: String {
    (balanceSeconds < 0 ? "" : "+") + DurationText.text(seconds: balanceSeconds)
  }
}
