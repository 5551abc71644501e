import IntentKit
import JSONText
import MinutaCore

extension IntentFlags {
  /// Returns the ways in which the positional arguments can be read, and the failure of another way
  /// that can't be meant.
  ///
  /// A command with times takes its words in any order. Any other pairs them with its positional
  /// parameters in order. Parameters that are set by a flag are skipped.
  func attemptedReadings(
    _ words: CommandLineArguments
  ) -> (readings: [EntryReading], failure: Failure?) {
    let given = Set(definition.properties.members.map(\.key).filter { isGiven($0, words) })
    var readings: [EntryReading] = []
    var failure: Failure?
    let line = EntryLine(definition, given: given)
    func add(_ texts: [String], _ others: [EntryLine.Value]) {
      do throws(Failure) {
        let reading = EntryReading(values: try pairs(texts, words) + others)
        if words.literalCount == 0 {
          try checkNames(texts, in: reading, hasSortedTimes: line != nil)
          try checkRecord(of: reading, words)
        }
        if !readings.contains(where: { $0.flags == reading.flags }) { readings.append(reading) }
      } catch {
        failure = error
      }
    }
    guard let line else {
      add(words.positionals, [])
      return (readings, failure)
    }
    do throws(Failure) {
      for (parts, comment) in try divisions(words) {
        let isLiteral = words.literalCount > 0
        for (values, texts) in line.readings(parts, isLiteral: isLiteral, &failure) {
          let named = comment.isEmpty ? divisions(ofTexts: texts, words) : [(texts, comment)]
          for (texts, comment) in named { add(texts, values + comment) }
        }
      }
    } catch {
      failure = error
    }
    if readings.count > 1 {
      let complete = readings.filter(line.isComplete)
      if !complete.isEmpty { readings = complete }
    }
    return (readings, failure)
  }

  func isGiven(_ name: String, _ words: CommandLineArguments) -> Bool {
    words.values[name.kebabCased] != nil
  }

  /// Pairs words with the positional parameters that no flag and no time sets, in order.
  ///
  /// The last parameter takes all words that are left if it is a list, and they are one name if it
  /// is a tag. A range takes as many words as belong to it.
  private func pairs(
    _ words: [String],
    _ arguments: CommandLineArguments
  ) throws(Failure) -> [EntryLine.Value] {
    let positional = (definition.command?.positional ?? []).filter { !isTime($0) }
    if positional == ["filter"], let pairs = filterAndRange(words[...], arguments) { return pairs }
    let free = positional.filter { !isGiven($0, arguments) }
    var rest = splittingRecords(words, positional)[...]
    var pairs: [EntryLine.Value] = []
    // In `fill monday Work`, the range comes first, and in `fill monday` there is no tag.
    if free == ["tag", "range"], let length = rest.rangeLength {
      if length == rest.count, arguments.literalCount == 0 { return [("range", rest.text)] }
      rest = rest.dropFirst(length) + rest.prefix(length)
    }
    for name in free where !rest.isEmpty {
      let schema = definition.properties[name]
      let isLast = name == free.last
      if isLast, schema?["type"] == "array" {
        pairs += rest.map { (name, $0) }
        rest = []
        continue
      }
      let isRange = schema?["x-minuta-type"]?.string == "range"
      let hasFilter = filtersByLabels && rest.contains(where: FilterParser.isFilter)
      if isRange, isLast, hasFilter || acceptsTagBesideRange(arguments) {
        pairs += grouping(&rest, arguments)
        if rest.isEmpty { continue }
        let others = rest.dropFirst()
        if let day = rest.first, day == arguments.shortcut, RangePhrase(others.text) != nil {
          throw .twoRanges(day, others.text)
        }
        let flag = rangeFlags.map(\.flag.name).first {
          arguments.values[$0] != nil || arguments.booleans[$0] == true
        }
        if let flag, RangePhrase(rest.text) != nil { throw .twoRanges(rest.text, "--\(flag)") }
        let values = flag != nil ? tag(rest.text) : try rangeAndTag(rest, name)
        let extra = definition.takesTag("tag") ? nil : values.first { $0.name == "tag" }?.word
        pairs += values.filter { extra == nil || $0.name != "tag" }
        rest = extra.map { [$0] } ?? []
        // In `labels lst week tag:Work`, the words are a mistyped range.
        if let extra, flag == nil, !values.contains(where: { $0.name == name }) {
          pairs.append((name, extra))
          rest = []
        }
        continue
      }
      // In `resume client work`, the record is the last one of a tag.
      let isName = isRange || definition.takesTag(name) || definition.id == "ResumeTimer"
      let count = isLast && isName ? rest.count : 1
      let taken = isRange ? rest.rangeLength ?? count : count
      pairs.append((name, rest.prefix(taken).text))
      rest = rest.dropFirst(taken)
    }
    if let word = rest.first {
      if let given = positional.first(where: { isGiven($0, arguments) }) {
        throw .duplicateValue("--\(given.kebabCased)")
      }
      if let first = words.first?.lowercased(), positional == ["filter"],
        definition.properties[first]?["type"] == "boolean"
      {
        let name = definition.command?.name ?? ""
        throw .wordInsteadOfFlag(first, filter: words.dropFirst().text, by: name)
      }
      throw .unexpectedArgument(word)
    }
    return pairs
  }

  /// Divides a first word such as `@1,@2` if the command takes several records.
  private func splittingRecords(_ words: [String], _ positional: [String]) -> [String] {
    guard let first = words.first, first.utf8.contains(UInt8(ascii: ",")),
      let list = positional.dropFirst().last,
      definition.properties[list]?["items"]?["x-minuta-entity"] == "record"
    else { return words }
    return words.flatMap { $0.split(separator: ",").map { String($0) } }
  }

  /// Removes words such as `by day`, which set the parameter `groupBy`, wherever they stand.
  private func grouping(
    _ words: inout ArraySlice<String>,
    _ arguments: CommandLineArguments
  ) -> [EntryLine.Value] {
    let dimensions = groups
    guard !dimensions.isEmpty, !isGiven("groupBy", arguments),
      words.dropLast().contains(where: \.isBeforeDimension)
    else { return [] }
    var others: [String] = []
    var found: [EntryLine.Value] = []
    var rest = words
    while let word = rest.popFirst() {
      if word.isBeforeDimension, let names = rest.first?.dimensions(among: dimensions) {
        found += names.map { ("groupBy", $0) }
        rest.removeFirst()
      } else {
        others.append(word)
      }
    }
    words = others[...]
    return found
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
    if words.count > 1, words.first?.lowercased() == "the", words.dropFirst().rangeLength != nil {
      return try rangeAndTag(words.dropFirst(), range)
    }
    if words.count == 2, words.first?.lowercased() == "last", let count = words.last,
      Int(count) != nil
    {
      throw .countInsteadOfRange(count, takesLast: rangeFlags.contains { $0.flag.name == "last" })
    }
    if let length = words.rangeLength {
      let tag = words.dropFirst(length).text
      return [(range, words.prefix(length).text)] + (tag.isEmpty ? [] : self.tag(tag))
    }
    if let start = words.rangeStart {
      return tag(words[..<start].text) + [(range, words[start...].text)]
    }
    let text = words.text
    let values = tag(text, isAlone: true)
    if values.contains(where: { $0.name == "filter" }) { return values }
    let isMistyped = words.contains {
      TypoSuggester.closest(to: $0, in: RangeParser.words) != nil
    }
    return isMistyped || text.first?.isLetter != true ? [(range, text)] : values
  }

  /// Returns the values for words beside a range: a tag, a filter such as `tag:Work`, or both.
  ///
  /// A filter with a range of its own needs no other.
  private func tag(_ text: String, isAlone: Bool = false) -> [EntryLine.Value] {
    var words = text.split(separator: " ").map { String($0) }[...]
    // In `list +billable and tag:Work`, the label was read before.
    if words.first?.lowercased() == "and" { words.removeFirst() }
    guard filtersByLabels,
      let start = words.indices.first(where: { FilterParser.isFilter(words[$0...].text) })
    else { return [("tag", text)] }
    let (tag, filter) = (words[..<start], words[start...])
    let hasRange = filter.contains { $0.lowercased().hasPrefix("in:") }
    return (tag.isEmpty ? [] : [("tag", tag.text)]) + [("filter", filter.text)]
      + (isAlone && hasRange ? [("range", "all")] : [])
  }

  /// Whether an entry line sets the parameter by the form of a word.
  func isTime(_ name: String) -> Bool {
    let schema = definition.properties[name]
    return [schema?["x-minuta-type"], schema?["items"]?["x-minuta-type"]].contains { type in
      ["moment", "duration"].contains(type?.string)
    }
  }
}

extension ArraySlice<String> {
  /// The number of words at the beginning that form a range together; nil if there are none.
  var rangeLength: Int? {
    stride(from: count, to: 0, by: -1).first { RangePhrase(prefix($0).text) != nil }
  }

  /// The index after the first word from which all words form a range together; nil if there is none.
  var rangeStart: Int? {
    indices.dropFirst().first { RangePhrase(self[$0...].text) != nil }
  }
}

extension String {
  /// The dimensions that the word lists with commas; nil if it lists something else.
  ///
  /// Unlike another dimension, the key of a label may have capitals.
  fileprivate func dimensions(among known: [String]) -> [String]? {
    let names = split(separator: ",").map { word in
      let name = word.hasPrefix("+") ? String(word) : word.lowercased()
      return known.first { name == $0 + "s" } ?? name
    }
    return names.allSatisfy { known.contains($0) || $0.hasPrefix("+") } ? names : nil
  }
}
