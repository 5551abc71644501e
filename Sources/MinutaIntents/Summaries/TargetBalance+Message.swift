import IntentKit
import MinutaCore

extension TargetBalance {
  private var name: String { tag.map { " on \($0.quoted)" } ?? "" }

  /// Returns a sentence about the target in the current period, such as today.
  ///
  /// The sentence begins with a space; it is empty if no time is due.
  func currentSentence(_ formatter: SentenceFormatter) -> String {
    if dueSeconds == 0 { return "" }
    let period = period == .day ? "today" : "this \(period.rawValue)"
    let over = balanceSeconds > 0 ? ", \(formatter.duration(balanceSeconds)) over" : ""
    let rest = doneAt.map { ", done at \(formatter.moment($0))" } ?? over
    let (done, due) = (formatter.duration(doneSeconds), formatter.duration(dueSeconds))
    return " Target \(period): \(done) of \(due)\(name)\(rest)."
  }

  /// Returns a sentence about the target, the time due in a range and the balance.
  ///
  /// The sentence begins with a space; it is empty if no time is due. The balance is the difference
  /// of the times as they are printed.
  func sentence(
    in range: TimeRange,
    by calendar: LocalCalendar,
    _ formatter: SentenceFormatter
  ) -> String {
    if dueSeconds == 0 { return "" }
    let amount = target.map { " \(formatter.duration($0.seconds)) a \(period.rawValue)" }
    let (done, due) = (formatter.duration(doneSeconds), formatter.duration(dueSeconds))
    let seconds = formatter.printed(doneSeconds) - formatter.printed(dueSeconds)
    let balance = (seconds < 0 ? "" : "+") + formatter.duration(seconds)
    return " Target\(amount ?? "")\(name): \(done) of \(due) due\(span(in: range, by: calendar)),"
      + " balance \(balance)."
  }

  /// Returns the part of a range in which the time is due: the days from the target's first day, or
  /// up to today; empty if that is the whole range.
  private func span(in range: TimeRange, by calendar: LocalCalendar) -> String {
    let from = range.from.map { calendar.day(at: $0.unixSeconds) }
    if from.map({ $0 < days.lowerBound }) ?? true {
      return " since \(CivilTime(day: days.lowerBound).dateText)"
    }
    let last = range.to.map { calendar.day(at: $0.unixSeconds - 1) }
    return last.map { $0 < days.upperBound } ?? false ? "" : " so far"
  }
}

extension [TargetBalance] {
  /// The balances for a result; nil if there are none.
  var results: [TargetResult]? { isEmpty ? nil : map(TargetResult.init) }

  /// Returns the sentences about the targets in their current periods, each with a space before it.
  func currentSentences(_ formatter: SentenceFormatter) -> String {
    reduce("") { $0 + $1.currentSentence(formatter) }
  }

  /// Returns the sentences about the targets in a range, each with a space before it.
  func sentences(
    in range: TimeRange,
    by calendar: LocalCalendar,
    _ formatter: SentenceFormatter
  ) -> String {
    reduce("") { $0 + $1.sentence(in: range, by: calendar, formatter) }
  }
}
