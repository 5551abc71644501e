import IntentKit
import MinutaCore

extension TargetBalance {
  /// The time done and due, as `2h 30m of 8h 00m on 'Work'`.
  private func progress(_ formatter: SentenceFormatter) -> String {
    let (done, due) = (formatter.duration(doneSeconds), formatter.duration(dueSeconds))
    return "\(done) of \(due)\(tag.map { " on \($0.quoted)" } ?? "")"
  }

  /// Returns a sentence about the target in the current period, such as today.
  ///
  /// The sentence begins with a space; it is empty if no time is due.
  func currentSentence(_ formatter: SentenceFormatter) -> String {
    if dueSeconds == 0 { return "" }
    let period = period == .day ? "today" : "this \(period.rawValue)"
    let over = balanceSeconds > 0 ? ", \(formatter.duration(balanceSeconds)) over" : ""
    let rest = doneAt.map { ", done at \(formatter.moment($0))" } ?? over
    return " Target \(period): \(progress(formatter))\(rest)."
  }

  /// Returns a sentence about the target and its balance.
  ///
  /// The sentence begins with a space; it is empty if no time is due.
  func sentence(_ formatter: SentenceFormatter) -> String {
    if dueSeconds == 0 { return "" }
    let balance = formatter.duration(balanceSeconds)
    let sign = balanceSeconds < 0 ? "" : "+"
    return " Target per \(period.rawValue): \(progress(formatter)), balance \(sign)\(balance)."
  }
}

extension [TargetBalance] {
  /// The balances for a result; nil if there are none.
  var results: [TargetResult]? { isEmpty ? nil : map(TargetResult.init) }

  /// Returns the sentences about the targets in their current periods, each with a space before it.
  func currentSentences(_ formatter: SentenceFormatter) -> String {
    reduce("") { $0 + $1.currentSentence(formatter) }
  }
}
