import IntentKit
import JSONText
import MinutaCore

extension IntentFlags {
  /// Returns the ways in which the positional arguments can be read; there is at least one.
  ///
  /// A command with times takes its words in any order. Any other pairs them with its positional
  /// parameters in order. Parameters that are set by a flag are skipped.
  func readings(ofPositionals words: CommandLineArguments) throws(Failure) -> [EntryReading] {
    let given = Set(definition.properties.members.map(\.key).filter { isGiven($0, words) })
    guard let line = EntryLine(definition, given: given) else {
      return [EntryReading(values: try pairs(words.positionals, words))]
    }
    let (parts, comment) = try partsAndComment(words)
    var readings: [EntryReading] = []
    var failure: Failure?
    for (values, texts) in try line.readings(parts) {
      let (texts, comment) = comment.isEmpty ? textsAndComment(texts, words) : (texts, comment)
      do throws(Failure) {
        let reading = EntryReading(values: try pairs(texts, words) + values + comment)
        if !readings.contains(where: { $0.flags == reading.flags }) { readings.append(reading) }
      } catch {
        failure = error
      }
    }
    if readings.isEmpty, let failure { throw failure }
    return readings
  }

  private func isGiven(_ name: String, _ words: CommandLineArguments) -> Bool {
    words.values[name.kebabCased] != nil
  }

  /// Divides the positional arguments of a command with times into parts.
  ///
  /// After a label, only the tag and a duration can still come; the words that are left are the
  /// comment, as in `minuta start Work +billable fix the login`, unless all of them are times.
  private func partsAndComment(
    _ words: CommandLineArguments
  ) throws(Failure) -> (parts: [EntryPart], comment: [EntryLine.Value]) {
    let all = words.positionals
    let literal = all.count - words.literalCount
    try checkTimes(all[..<min(literal, words.positionalsBeforeLabel ?? literal)])
    func parts(_ range: Range<Int>) -> [EntryPart] {
      EntryPart.parts(all[range.clamped(to: 0..<literal)])
        + all[range.clamped(to: literal..<all.count)].map { EntryPart(text: $0) }
    }
    guard let name = definition.command?.text, let label = words.positionalsBeforeLabel else {
      return (parts(all.indices), [])
    }
    var own = parts(0..<label)
    var next = label
    let positional = definition.command?.positional ?? []
    let hasTagFlag = positional.contains { definition.takesTag($0) && isGiven($0, words) }
    let takesDuration = positional.contains(where: isTime)
    while next < all.count, let part = parts(next..<next + 1).first {
      let hasTag = hasTagFlag || own.contains { $0.form == .text || $0.isUnclear }
      let isDuration = takesDuration && part.isDuration && !own.contains(where: \.isDuration)
      if hasTag, !isDuration { break }
      own.append(part)
      next += 1
    }
    let rest = parts(next..<all.count)
    if rest.allSatisfy(\.isCertainTime) { return (own + rest, []) }
    if isGiven(name, words) { throw .duplicateValue("--\(name.kebabCased)") }
    return (own, [(name, all[next...].text)])
  }

  /// Divides texts into those of the tag and a comment: words in quotes after the tag, as in
  /// `minuta start Work 'Fix the login'`.
  private func textsAndComment(
    _ texts: [String],
    _ words: CommandLineArguments
  ) -> ([String], comment: [EntryLine.Value]) {
    guard let name = definition.command?.text, !isGiven(name, words), texts.count > 1,
      let last = texts.last, last.contains(" "), words.positionals.contains(last)
    else { return (texts, []) }
    return (texts.dropLast(), [(name, last)])
  }

  /// Throws if a word looks like a time but can't be read as one, so that it doesn't become a tag.
  private func checkTimes(_ words: ArraySlice<String>) throws(Failure) {
    let hasTimeWord = words.count > 1 && words.contains { Self.timeWords.contains($0.lowercased()) }
    if let text = words.lazy.compactMap(\.invalidClock).first { throw .invalidClock(text) }
    guard hasTimeWord || words.contains(where: \.looksLikeTime) else { return }
    let parts = EntryPart.parts(words)
    let unread = parts.first { part in
      part.form == .text && part.text.looksLikeTime && RangePhrase(part.text) == nil
    }
    if let text = unread?.text ?? parts.unreadPhrase { throw .unreadableTime(text) }
  }

  /// Words of times that can be left over if the rest isn't read as a time.
  private static let timeWords = [
    "ago", "month", "week", "year", "at", "from", "past", "since", "till", "to", "until",
  ]

  /// Pairs words with the positional parameters that no flag and no time sets, in order.
  ///
  /// The last parameter takes all words that are left if it is a list, and they are one name if it
  /// is a tag. A range takes as many words as belong to it.
  private func pairs(
    _ words: [String],
    _ arguments: CommandLineArguments
  ) throws(Failure) -> [EntryLine.Value] {
    let positional = (definition.command?.positional ?? []).filter { !isTime($0) }
    let free = positional.filter { !isGiven($0, arguments) }
    var rest = words[...]
    var pairs: [EntryLine.Value] = []
    for name in free where !rest.isEmpty {
      let schema = definition.properties[name]
      let isLast = name == free.last
      if isLast, schema?["type"] == "array" {
        pairs += rest.map { (name, $0) }
        rest = []
        continue
      }
      let isRange = schema?["x-minuta-type"]?.string == "range"
      if isRange, isLast, acceptsTagBesideRange(arguments) {
        pairs += grouping(&rest, arguments)
        if rest.isEmpty { continue }
        let flags = rangeFlags.map(\.flag.name)
        let hasRange = flags.contains {
          arguments.values[$0] != nil || arguments.booleans[$0] == true
        }
        pairs += hasRange ? [("tag", rest.text)] : try rangeAndTag(rest, name)
        rest = []
        continue
      }
      let count = isLast && (isRange || definition.takesTag(name)) ? rest.count : 1
      let taken = isRange ? rangeLength(rest) ?? count : count
      pairs.append((name, rest.prefix(taken).text))
      rest = rest.dropFirst(taken)
    }
    if let word = rest.first {
      if let given = positional.first(where: { isGiven($0, arguments) }) {
        throw .duplicateValue("--\(given.kebabCased)")
      }
      throw .unexpectedArgument(word)
    }
    return pairs
  }

  /// Removes words such as `by day` from the end, which set the parameter `groupBy`.
  private func grouping(
    _ words: inout ArraySlice<String>,
    _ arguments: CommandLineArguments
  ) -> [EntryLine.Value] {
    let examples = definition.properties["groupBy"]?["items"]?["examples"]?.array
    guard let dimensions = examples?.compactMap(\.string), !isGiven("groupBy", arguments),
      let last = words.last, words.count > 1,
      ["by", "per"].contains(words[words.endIndex - 2].lowercased())
    else { return [] }
    // Unlike a dimension, the key of a label may have capitals.
    let names = last.split(separator: ",").map { $0.hasPrefix("+") ? String($0) : $0.lowercased() }
    guard names.allSatisfy({ dimensions.contains($0) || $0.hasPrefix("+") }) else { return [] }
    words = words.dropLast(2)
    return [("groupBy", names.joined(separator: ","))]
  }

  /// Whether words beside a range can be the tag that `--tag` would set.
  private func acceptsTagBesideRange(_ arguments: CommandLineArguments) -> Bool {
    definition.takesTag("tag") && !isGiven("tag", arguments)
      && definition.command?.positional.contains("tag") == false
  }

  /// Divides words such as `last month Acme` into a range and a tag, which stand in any order.
  ///
  /// Words without a range are a tag, unless they seem to be a mistyped range.
  private func rangeAndTag(
    _ words: ArraySlice<String>,
    _ range: String
  ) throws(Failure) -> [EntryLine.Value] {
    if let length = rangeLength(words) {
      let tag = words.dropFirst(length).text
      return [(range, words.prefix(length).text)] + (tag.isEmpty ? [] : [("tag", tag)])
    }
    let start = words.indices.dropFirst().first { RangePhrase(words[$0...].text) != nil }
    if let start { return [("tag", words[..<start].text), (range, words[start...].text)] }
    let text = words.text
    let isMistyped = words.contains {
      TypoSuggester.closest(to: $0, in: RangeParser.words) != nil
    }
    return [(isMistyped || text.first?.isLetter != true ? range : "tag", text)]
  }

  /// Whether an entry line sets the parameter by the form of a word.
  private func isTime(_ name: String) -> Bool {
    let schema = definition.properties[name]
    return [schema?["x-minuta-type"], schema?["items"]?["x-minuta-type"]].contains { type in
      ["moment", "duration"].contains(type?.string)
    }
  }

  /// Returns the number of words that form a range together; nil if the first is not part of one.
  private func rangeLength(_ words: ArraySlice<String>) -> Int? {
    stride(from: words.count, to: 0, by: -1).first { length in
      RangePhrase(words.prefix(length).text) != nil
    }
  }
}

extension [EntryPart] {
  /// The words that would be a tag, although they mean a time, such as `2 weeks ago`, `last week` or
  /// `until 25:30`; nil if there are none.
  fileprivate var unreadPhrase: String? {
    let prepositions = ["at", "from", "since", "till", "to", "until"]
    let demonstratives = ["last", "next", "past", "previous", "this"]
    for (index, part) in enumerated() where part.form == .text {
      let word = part.text.lowercased()
      let last = index > 0 && self[index - 1].form == .text ? self[index - 1].text : nil
      if word == "ago", let last {
        let first = index > 1 && self[index - 2].form == .text ? "\(self[index - 2].text) " : ""
        return "\(first)\(last) \(part.text)"
      }
      if ["month", "week", "year"].contains(word), let last,
        demonstratives.contains(last.lowercased())
      {
        return "\(last) \(part.text)"
      }
      guard index + 1 < count else { continue }
      let next = self[index + 1]
      if prepositions.contains(word), next.form != .text { return "\(part.text) \(next.text)" }
      if word == "past" || word == "to" {
        // Other words can precede these in a name, as in `Reply to two`.
        guard index > 0, next.isNumber, self[index - 1].canPrecedeHour else { continue }
        return "\(self[index - 1].text) \(part.text) \(next.text)"
      }
      if prepositions.contains(word), next.isNumber { return "\(part.text) \(next.text)" }
    }
    return nil
  }
}

extension EntryPart {
  /// Whether `past` or `to` and an hour can follow, as in `ten past nine` or `9:30 to eleven`.
  fileprivate var canPrecedeHour: Bool {
    form != .text || isNumber || ["half", "quarter"].contains(text.lowercased())
  }

  /// Whether the part is a number in digits or in a word.
  fileprivate var isNumber: Bool {
    Int(text) != nil || SpokenTime.number(text.lowercased()) != nil
  }
}
