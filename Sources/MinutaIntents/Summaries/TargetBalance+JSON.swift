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

  /// `2h 30m of 8h 00m on 'Work'`.
  private var progress: String {
    let done = DurationFormat.text(seconds: doneSeconds)
    let due = DurationFormat.text(seconds: dueSeconds)
    return "\(done) of \(due)\(tag.map { " on \($0.quoted)" } ?? "")"
  }

  /// The progress of the current period, and when it will be done, to follow another sentence; empty
  /// where nothing is due.
  func currentSentence(_ formatter: SentenceFormatter) -> String {
    if dueSeconds == 0 { return "" }
    let period = period == .day ? "today" : "this \(period.rawValue)"
    let over = balanceSeconds > 0 ? ", \(DurationFormat.text(seconds: balanceSeconds)) over" : ""
    let rest = doneAt.map { ", done at \(formatter.moment($0))" } ?? over
    return " Target \(period): \(progress)\(rest)."
  }

  /// The time worked out of the time due, to follow another sentence; empty if none was due.
  var sentence: String {
    if dueSeconds == 0 { return "" }
    let balance = DurationFormat.text(seconds: balanceSeconds)
    let sign = balanceSeconds < 0 ? "" : "+"
    return " Target per \(period.rawValue): \(progress), balance \(sign)\(balance)."
  }
}
