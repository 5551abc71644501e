import IntentKit
import MinutaCore

extension TargetBalance {
  /// The time done and due, as `2h 30m of 8h 00m on 'Work'`.
  private var progress: String {
    let done = DurationFormat.text(seconds: doneSeconds)
    let due = DurationFormat.text(seconds: dueSeconds)
    return "\(done) of \(due)\(tag.map { " on \($0.quoted)" } ?? "")"
  }

  /// Returns a sentence about the target in the current period, such as today.
  ///
  /// The sentence begins with a space; it is empty if no time is due.
  func currentSentence(_ formatter: SentenceFormatter) -> String {
    if dueSeconds == 0 { return "" }
    let period = period == .day ? "today" : "this \(period.rawValue)"
    let over = balanceSeconds > 0 ? ", \(DurationFormat.text(seconds: balanceSeconds)) over" : ""
    let rest = doneAt.map { ", done at \(formatter.moment($0))" } ?? over
    return " Target \(period): \(progress)\(rest)."
  }

  /// A sentence about the target and its balance.
  ///
  /// The sentence begins with a space; it is empty if no time is due.
  var sentence: String {
    if dueSeconds == 0 { return "" }
    let balance = DurationFormat.text(seconds: balanceSeconds)
    let sign = balanceSeconds < 0 ? "" : "+"
    return " Target per \(period.rawValue): \(progress), balance \(sign)\(balance)."
  }
}

extension [TargetBalance] {
  /// The balances for a result; nil if there are none.
  var results: [TargetResult]? { isEmpty ? nil : map(TargetResult.init) }

  /// Returns the sentences about the targets in their current periods, each with a space before it.
  func currentSentences(_ formatter: SentenceFormatter) -> String {
    map { $0.currentSentence(formatter) }.joined()
  }
}
