package import Foundation

/// Filters as people type them: `tag:Work and not text:"call"`.
///
/// Conditions are `tag:NAME`, `text:TEXT`, `in:RANGE`, `duration>1h` (also `<`, `<=`, `=`, `>=`),
/// `untagged`, `running` and `image`. They are joined by `and`, which may be left out, and `or`, which
/// binds less; `not` stands before one, and brackets hold some together. A value with a blank, a
/// bracket or a quote in it stands in double quotes, in which `\` takes the next character as it is.
package struct FilterText {
  private let ranges: RangeText
  /// What a name of a tag means.
  private let tag: (String) throws(TrackingError) -> TagReference

  /// Takes what values are read by.
  package init(
    now: Date,
    days: DayReckoning,
    tag: @escaping (String) throws(TrackingError) -> TagReference
  ) {
    ranges = RangeText(now: now, days: days)
    self.tag = tag
  }

  /// The most conditions, `not`s and brackets that a filter may have.
  static let limit = 200

  /// Reads a filter.
  ///
  /// - Throws: `FilterProblem` for one that cannot be read, `TrackingError` for a tag.
  package func filter(_ text: String) throws -> RecordFilter {
    var words = FilterWords(text)
    var count = 0
    let filter = try either(&words, &count)
    if let left = words.next { throw FilterProblem(.unexpected(left.text), at: left.place) }
    return filter
  }

  private func either(_ words: inout FilterWords, _ count: inout Int) throws -> RecordFilter {
    var filter = try both(&words, &count)
    while words.take("or") { filter = .either(filter, try both(&words, &count)) }
    return filter
  }

  private func both(_ words: inout FilterWords, _ count: inout Int) throws -> RecordFilter {
    var filter = try single(&words, &count)
    while let next = words.next, !next.is("or"), !next.is(")") {
      _ = words.take("and")
      filter = .both(filter, try single(&words, &count))
    }
    return filter
  }

  private func single(_ words: inout FilterWords, _ count: inout Int) throws -> RecordFilter {
    count += 1
    guard let word = words.next else { throw FilterProblem(.missingCondition, at: words.length) }
    if count > Self.limit { throw FilterProblem(.tooLong, at: word.place) }
    if let error = word.error { throw FilterProblem(error, at: word.place) }
    words.step()
    if word.is("not") { return .not(try single(&words, &count)) }
    if word.is("(") {
      let filter = try either(&words, &count)
      guard words.take(")") else { throw FilterProblem(.openBracket, at: word.place) }
      return filter
    }
    return try condition(word)
  }

  private func condition(_ word: FilterWords.Word) throws -> RecordFilter {
    guard let mark = word.mark else {
      switch word.text {
      case "untagged": return .untagged
      case "running": return .running
      case "image": return .image
      case "and", "or", ")": throw FilterProblem(.missingCondition, at: word.place)
      default: throw FilterProblem(.unknown(word.text), at: word.place)
      }
    }
    switch (word.name, mark) {
    case ("tag", ":"): return .tag(try tag(word.value))
    case ("text", ":") where !word.value.isEmpty: return .text(word.value)
    case ("in", ":"):
      if let range = ranges.range(word.value) { return .range(range) }
      throw FilterProblem(.notARange(word.value), at: word.place)
    case ("duration", _):
      guard let comparison = RecordFilter.Comparison(rawValue: mark) else { break }
      if let seconds = DurationText.seconds(word.value) { return .duration(comparison, seconds) }
      throw FilterProblem(.notADuration(word.value), at: word.place)
    default: break
    }
    throw FilterProblem(.unknown(word.text), at: word.place)
  }
}

/// Why a text is no filter.
package struct FilterProblem: Error, Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case missingCondition
    case unexpected(String)
    case unknown(String)
    case notARange(String)
    case notADuration(String)
    case openBracket
    case openQuote
    case tooLong
  }

  package let kind: Kind
  /// Where it shows, in characters from 0.
  package let place: Int

  init(_ kind: Kind, at place: Int) {
    self.kind = kind
    self.place = place
  }
}
