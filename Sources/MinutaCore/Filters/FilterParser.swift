package import Foundation

/// Parses the filters that users type, such as `tag:Work and not text:"call"`.
///
/// Conditions are `tag:NAME` (also `tag:=NAME`, `tag:NAME/`), `text:TEXT`, `+LABEL`, `in:RANGE`,
/// `duration>1h` (also `<`, `<=`, `=`, `>=`), `untagged`, `running` and `image`. `and` (optional) and
/// `or` combine conditions; `and` binds more tightly. `not` negates a condition, and parentheses group.
/// A value that contains a space, a parenthesis or a quote needs double quotes; inside them, `\`
/// escapes the next character.
package struct FilterParser {
  private let ranges: RangeParser
  /// Looks up the tag with the given name.
  private let tag: (String) throws(TrackingError) -> TagReference

  /// Creates a parser.
  ///
  /// - Parameter tag: looks up the tag with the given name.
  package init(
    now: Date,
    days: LocalCalendar,
    tag: @escaping (String) throws(TrackingError) -> TagReference
  ) {
    ranges = RangeParser(now: now, days: days)
    self.tag = tag
  }

  /// The beginnings of conditions that have a value.
  package static let beginnings = [
    "tag:", "text:", "in:", "duration>", "duration<", "duration=",
  ]

  /// The conditions that are a single word.
  package static let words = ["untagged", "running", "image"]

  /// Whether a text is a filter rather than a name: it begins with a condition that has a value, is a
  /// condition of one word, or joins or negates one, as in `untagged or image`.
  package static func isFilter(_ text: String) -> Bool {
    let words = text.lowercased().split(separator: " ").map { $0.drop { $0 == "(" } }
    guard let first = words.first(where: { $0 != "not" }) else { return false }
    if beginnings.contains(where: first.hasPrefix) { return true }
    guard Self.words.contains(String(first)) else { return false }
    let joins = words.count > 1 && ["and", "or"].contains(words[1])
    return joins || words[0] == "not" || words.count == 1
  }

  /// The maximum total number of conditions, `not`s and opening parentheses in a filter.
  static let limit = 200

  /// Parses a filter.
  ///
  /// - Throws: `FilterSyntaxError` if the syntax is wrong, `TrackingError` if a tag can't be
  ///   resolved.
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
    if let label = word.label { return .label(label) }
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
    case ("tag", ":"): return .tagged(try tag(word.value), readsSign: false)
    case ("tag", ":="): return .tag(try tag(word.value), .exact)
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

/// A syntax error in a filter.
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
  /// The position of the error: the number of characters before it.
  package let place: Int

  init(_ kind: Kind, at place: Int) {
    self.kind = kind
    self.place = place
  }
}
