import IntentKit
import JSONText
import MinutaCore

extension TimeRange: ResolvedArgument {
  static let format = "range"

  init(_ text: String, at pointer: JSONPointer, by resolver: ArgumentResolver) throws {
    let parser = RangeParser(now: resolver.now, days: resolver.days)
    guard let range = parser.range(text) else {
      if let last = CivilTime.lastDay(insteadOfMissingIn: text) {
        let expected = "a day that exists, such as \(last)"
        throw Failure.invalidFormat(text, at: pointer, expected: expected)
      }
      if parser.isReversed(text) {
        let expected = "a range that ends after it starts, such as 2026-11-01..2026-11-20"
        throw Failure.invalidFormat(text, at: pointer, expected: expected)
      }
      let dates = Moment.suggestedDates(for: text)
      let phrases = RangePhrase.commonPhrases + RangeParser.words
      let suggestion = dates ?? TypoSuggester.closest(to: text, in: phrases)
      throw Failure.invalidFormat(
        text,
        at: pointer,
        expected: suggestion.map { "a range such as \($0)" }
          ?? "a range such as today, last week, 2026-11 or 2026-11-01/2026-11-20"
      )
    }
    if let covered = parser.dayRange(text) { resolver.noteAdjustedBoundaries(of: covered) }
    self = range
  }

  var json: JSONValue { RangeResult(self).json }
}

extension ArgumentResolver {
  /// Adds a note if the time zone skips the first or last day of a range, or moves the time at
  /// which the range starts or ends.
  ///
  /// - Parameter covered: the day numbers of the range.
  fileprivate func noteAdjustedBoundaries(of covered: Range<Int>) {
    for day in Set([covered.lowerBound, covered.upperBound - 1]).sorted() where days.isSkipped(day)
    {
      note("\(CivilTime(day: day).dateText) does not exist in \(days.timeZone.name).")
    }
    for day in [covered.lowerBound, covered.upperBound] where !days.isSkipped(day) {
      let instant = days.instant(ofDay: day)
      guard let adjustment = instant.adjustment else { continue }
      note(adjustment.note(resolvedTo: instant.date, timeZone: days.timeZone))
    }
  }
}
