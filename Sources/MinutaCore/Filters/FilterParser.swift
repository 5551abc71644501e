package import Foundation

/// Filters as people type them: `tag:Work and not text:"call"`.
///
/// Conditions are `tag:NAME`, `text:TEXT`, `in:RANGE`, `duration>1h` (also `<`, `<=`, `=`, `>=`),
/// `untagged`, `running` and `image`. They are joined by `and`, which may be left out, and `or`, which
/// binds less; `not` stands before one, and brackets hold some together. A value with a blank, a
/// bracket or a quote in it stands in double quotes, in which `\` takes the next character as it is.
package struct FilterParser {
  private let ranges: RangeParser
  /// What a name of a tag means.
  private let tag: (String) throws(TrackingError) -> TagReference

  /// Takes what values are read by.
  package init(
    now: Date,
    days: LocalCalendar,
    tag: @escaping (String) throws(TrackingError) -> TagReference
  ) {
    ranges = RangeParser(now: now, days: days)
    self.tag = tag
  }

  /// The most conditions, `not`s and brackets that a filter may have.
  static let limit = 200

  /// Reads a filter.
  ///
  /// - Throws: `FilterSyntaxError` for one that cannot be read, `TrackingError` for a tag.
  package func filter(_ text: String) throws -> RecordFilter {
    var words = FilterTokenizer(text)
    var count = 0
    let filter = try parseOr(&words, &count)
    if let left = words.next { throw FilterSyntaxError(.unexpected(left.text), at: left.place) }
    return filter
  }

  private func parseOr(_ words: inout FilterTokenizer, _ count: inout Int) throws -> RecordFilter {
    var filter = try parseAnd(&words, &count)
    while words.consume("or") { filter = .either(filter, try parseAnd(&words, &count)) }
    return filter
  }

  private func parseAnd(_ words: inout FilterTokenizer, _ count: inout Int) throws -> RecordFilter {
    var filter = try parseUnary(&words, &count)
    while let next = words.next, !next.is("or"), !next.is(")") {
      _ = words.consume("and")
      filter = .both(filter, try parseUnary(&words, &count))
    }
    return filter
  }

  private func parseUnary(_ words: inout FilterTokenizer, _ count: inout Int) throws -> RecordFilter
  {
    count += 1
    guard let word = words.next else {
      throw FilterSyntaxError(.missingCondition, at: words.length)
    }
    if count > Self.limit { throw FilterSyntaxError(.tooLong, at: word.place) }
    if let error = word.error { throw FilterSyntaxError(error, at: word.place) }
    words.advance()
    if word.is("not") { return .not(try parseUnary(&words, &count)) }
    if word.is("(") {
      let filter = try parseOr(&words, &count)
      guard words.consume(")") else { throw FilterSyntaxError(.openBracket, at: word.place) }
      return filter
    }
    return try parseCondition(word)
  }

  private func parseCondition(_ word: FilterTokenizer.Token) throws -> RecordFilter {
    guard let mark = word.mark else {
      switch word.text {
      case "untagged": return .untagged
      case "running": return .running
      case "image": return .image
      case "and", "or", ")": throw FilterSyntaxError(.missingCondition, at: word.place)
      default: throw FilterSyntaxError(.unknown(word.text), at: word.place)
      }
    }
    switch (word.name, mark) {
    case ("tag", ":"): return .tag(try tag(word.value))
    case ("text", ":") where !word.value.isEmpty: return .text(word.value)
    case ("in", ":"):
      if let range = ranges.range(word.value) { return .range(range) }
      throw FilterSyntaxError(.notARange(word.value), at: word.place)
    case ("duration", _):
      guard let comparison = RecordFilter.Comparison(rawValue: mark) else { break }
      if let seconds = DurationFormat.seconds(word.value) { return .duration(comparison, seconds) }
      throw FilterSyntaxError(.notADuration(word.value), at: word.place)
    default: break
    }
    throw FilterSyntaxError(.unknown(word.text), at: word.place)
  }
}

/// Why a text is no filter.
package struct FilterSyntaxError: Error, Sendable, Equatable {
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
