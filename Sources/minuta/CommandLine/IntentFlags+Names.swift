import IntentKit
import JSONText
import MinutaCore

extension IntentFlags {
  /// Returns the ways in which the positional arguments can be read, in which the name of an
  /// existing tag is always that tag.
  ///
  /// - Parameter tags: returns the names of all tags; it is called only if there is a doubt.
  func readings(
    ofPositionals words: CommandLineArguments,
    tags: () async -> [String]
  ) async throws(Failure) -> [EntryReading] {
    if let failure = nameOfFlag(words) ?? severalRecords(words) { throw failure }
    if let record = loneRecord(words) {
      let known = await tags().contains { $0.lowercased() == record.lowercased() }
      if !known { return [EntryReading(values: [("record", record)])] }
    }
    if mayDivideNames(words) { return try divisionsOfNames(words, among: await tags()) }
    let (readings, failure) = attemptedReadings(words)
    let isClear = readings.count == 1 && failure == nil
    if let (name, word, day) = misspelledDay(in: readings, words),
      await !tags().contains(where: { $0.lowercased() == name.lowercased() })
    {
      throw .misspelledDay(word, day, name)
    }
    if isClear, let other = readingOfMonthAsTag(readings[0], words),
      await tags().contains(where: { $0.lowercased() == other.tag?.lowercased() })
    {
      return readings + [other]
    }
    if isClear, let filter = readings[0].word(of: "filter"), words.literalCount == 0,
      definition.takesTag("tag"), words.positionals.contains(filter),
      await tags().contains(where: { $0.lowercased() == filter.lowercased() })
    {
      return [readings[0].replacing("filter", with: "tag")]
    }
    if isClear, !mayHaveLeftovers(readings[0], words) { return readings }
    let takesTag =
      definition.takesTag("tag") && !isGiven("tag", words) && words.positionals.count <= 50
    let tags = takesTag ? await tags() : []
    if takesTag, !isClear, let named = self.readings(words, among: tags) { return named }
    if readings.isEmpty, let failure { throw failure }
    return takesTag ? separatingLeftovers(readings, words, among: tags) : readings
  }

  /// Returns the reading with the name of a weekday or month as a tag instead of the range, as it may
  /// be meant in `minuta list May`; nil if there is no such name.
  private func readingOfMonthAsTag(
    _ reading: EntryReading,
    _ words: CommandLineArguments
  ) -> EntryReading? {
    guard let word = reading.word(of: "range"), words.positionals.contains(word),
      RangePhrase(word)?.isNameOfWeekdayOrMonth == true, reading.tag == nil,
      definition.takesTag("tag"), !isGiven("tag", words)
    else { return nil }
    return reading.replacing("range", with: "tag")
  }

  /// The only positional argument if it names a record in place of a tag or a range, as in
  /// `minuta cancel CD1911F7` and `minuta list @1`; else nil.
  private func loneRecord(_ words: CommandLineArguments) -> String? {
    guard words.positionals.count == 1, words.literalCount == 0, let word = words.positionals.first,
      word.isRecordReference, definition.properties["record"] != nil, !isGiven("record", words),
      let first = definition.command?.positional.first
    else { return nil }
    return definition.takesTag(first) || first == "range" && !word.mayBeRange ? word : nil
  }

  /// Returns the ways in which the positional arguments can be read if as many of them as possible
  /// are the name of an existing tag; nil if none are.
  func readings(_ words: CommandLineArguments, among tags: [String]) -> [EntryReading]? {
    let names = Set(tags.map { $0.lowercased() })
    let count = words.positionals.count - words.literalCount
    for length in stride(from: count, to: 0, by: -1) {
      for start in 0...(count - length) {
        let name = words.positionals[start..<(start + length)].text
        guard names.contains(name.lowercased()) else { continue }
        let rest = words.settingTag(toPositionals: start..<(start + length))
        let label = rest.positionalsBeforeLabel ?? rest.positionals.count
        // In `start Phase 9`, a new tag can be meant although there is a tag 'Phase'.
        let parts = EntryPart.parts(rest.positionals[..<label], readsBareClocks: readsBareClocks)
        if parts.contains(where: \.isUnclear) { continue }
        let found = attemptedReadings(rest).readings.filter { reading in
          // In `edit 2026 9:00`, the number is a record, even if there is such a tag.
          definition.id != "UpdateRecord" || reading.values.contains { $0.name == "record" }
        }
        if !found.isEmpty { return found.map { EntryReading(values: [("tag", name)] + $0.values) } }
      }
    }
    return nil
  }

  /// Throws if words that would be a tag are a record, or if they would be a new tag whose name
  /// looks like a time.
  ///
  /// - Parameter hasSortedTimes: whether words that are certainly times are not among the texts.
  func checkNames(
    _ texts: [String],
    in reading: EntryReading,
    hasSortedTimes: Bool
  ) throws(Failure) {
    guard let command = definition.command else { return }
    let newName = nameOfNewTag(command.positional)
    for (parameter, name) in reading.values where command.positional.contains(parameter) {
      let flag = "--\(parameter.kebabCased)"
      var words = texts[...]
      while words.count > 1, words.text != name { words = words.dropFirst() }
      if words.text != name { words = [name] }
      let isLast = name.utf8.count == 4 && name.lowercased() == "last"
      let record = isLast ? name : words.first(where: \.isRecordNumber)
      if definition.takesTag(parameter), let record {
        if reading.values.contains(where: { $0.name == "record" && $0.word != record }) {
          throw .secondRecord(record, of: command.name)
        }
        throw .recordInsteadOfTag(record, flag, by: definition)
      }
      guard parameter == newName else { continue }
      if !hasSortedTimes, EntryPart.parts(words).contains(where: \.isCertainTime) {
        throw .timeAsName(name, flag: flag)
      }
      if name.isRange { throw .timeAsName(name, flag: flag) }
      if FilterParser.isFilter(name), name.contains(":") { throw .filterAsName(name, flag: flag) }
      if let last = words.last, last.isCountOfDays { throw .timeAsName(last, flag: flag) }
    }
  }

  /// Returns the name of a tag with a word that is probably a misspelled day, such as `yestreday`, this
  /// word and that day; nil if there is none.
  private func misspelledDay(
    in readings: [EntryReading],
    _ words: CommandLineArguments
  ) -> (name: String, word: String, day: String)? {
    let positional = definition.command?.positional ?? []
    guard words.literalCount == 0, let parameter = nameOfNewTag(positional),
      let name = readings.first?.word(of: parameter)
    else { return nil }
    let parts = name.split(separator: " ").map(String.init)
    let days = parts.count > 1 ? Self.days : Array(Self.days.prefix(2))
    for word in parts where words.positionals.contains(word) && word.utf8.count >= 6 {
      let text = word.lowercased()
      if let day = TypoSuggester.closest(to: text, in: days), text != day, text != "\(day)s" {
        return (name, word, day)
      }
    }
    return nil
  }

  private static let days =
    ["yesterday", "tomorrow"] + Weekday.allCases.map { $0.name.lowercased() }

  /// The positional parameter whose value can be the name of a new tag; nil if there is none.
  private func nameOfNewTag(_ positional: [String]) -> String? {
    if let name = positional.first(where: {
      definition.properties[$0]?["x-minuta-type"] == "tagName"
    }) {
      return name
    }
    // Only intents that create tags report that a name is empty.
    guard definition.errors.contains("emptyTagName") else { return nil }
    return positional.first(where: definition.takesTag)
  }

  /// Whether numbers such as `0930` can be times, as in commands that begin with a tag.
  var readsBareClocks: Bool {
    definition.command?.positional.first.map(definition.takesTag) == true
  }

  /// Throws if a word looks like a time but can't be read as one, so that it doesn't become a tag.
  func checkTimes(_ words: ArraySlice<String>) throws(Failure) {
    let hasTimeWord = words.count > 1 && words.contains { Self.timeWords.contains($0.lowercased()) }
    if let text = words.lazy.compactMap(\.invalidClock).first { throw .invalidClock(text) }
    guard hasTimeWord || words.contains(where: \.looksLikeTime) else { return }
    let parts = EntryPart.parts(words, readsBareClocks: readsBareClocks)
    let unread = parts.first { $0.form == .text && $0.text.looksLikeTime }
    if let text = unread?.text ?? parts.unreadPhrase {
      if definition.properties["shift"] != nil, text.hasPrefix("+"),
        DurationFormat.seconds(String(text.dropFirst())) != nil
      {
        throw .durationOfShift(text)
      }
      throw .unreadableTime(text)
    }
  }

  /// Words of times that can be left over if the rest isn't read as a time.
  private static let timeWords = [
    "ago", "month", "week", "year", "at", "from", "past", "since", "till", "to", "until",
  ]
}

extension IntentFlags {
  /// Whether the words can be divided in several ways into a tag and its new name.
  func mayDivideNames(_ words: CommandLineArguments) -> Bool {
    guard let positional = definition.command?.positional, positional.count == 2,
      definition.takesTag(positional[0]),
      definition.properties[positional[1]]?["x-minuta-type"] == "tagName"
    else { return false }
    return words.positionals.count > 2 && !positional.contains { isGiven($0, words) }
  }

  /// Returns the ways in which the words are an existing tag and, after it, its new name.
  ///
  /// In `rename Mail Big Mail`, only 'Mail' can be the old name, even if there is a tag 'Big Mail'.
  /// In `rename Work to Email`, the new name is 'Email'.
  ///
  /// - Throws: `Failure` if the words begin with no existing tag, or if the new name isn't one.
  func divisionsOfNames(
    _ words: CommandLineArguments,
    among tags: [String]
  ) throws(Failure) -> [EntryReading] {
    let positional = definition.command?.positional ?? []
    let all = words.positionals
    let known = tags.map(TagPath.init)
    var readings: [EntryReading] = []
    for length in 1..<all.count {
      let tag = all[..<length].text
      let path = TagPath(tag)
      guard known.contains(where: { $0.isAtOrBelow(path) }) else { continue }
      var rest = all[length...]
      if words.literalCount == 0, rest.count > 1, ["as", "to"].contains(rest[length].lowercased()) {
        rest.removeFirst()
      }
      let reading = EntryReading(values: [(positional[0], tag), (positional[1], rest.text)])
      if words.literalCount == 0 {
        try checkNames(Array(rest), in: reading, hasSortedTimes: false)
      }
      readings.append(reading)
    }
    if !readings.isEmpty { return readings }
    let names = (1..<all.count).map { all[..<$0].text }
    let near = names.lazy.compactMap { TypoSuggester.closest(to: $0, in: tags) }.first
    throw .unknownTagToRename(all[0], near: near)
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
        let hasNumber = index > 1 && !self[index - 2].isCertainTime
        let first = hasNumber ? "\(self[index - 2].text) " : ""
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
      if word == "to" {
        // Other words can precede it in a name, as in `Reply to 2`.
        guard index > 0, next.isNumber, self[index - 1].canPrecedeHour else { continue }
        return "\(self[index - 1].text) \(part.text) \(next.text)"
      }
      if prepositions.contains(word), next.isNumber { return "\(part.text) \(next.text)" }
    }
    return nil
  }
}

extension String {
  /// Whether the text names a record by its place, such as `@1`.
  var isRecordNumber: Bool {
    guard utf8.first == UInt8(ascii: "@"), utf8.count > 1 else { return false }
    return utf8.dropFirst().allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
  }

  /// Whether the text names a record by its place, or can be the beginning of an id that has digits
  /// and letters.
  var isRecordReference: Bool {
    if isRecordNumber { return true }
    guard utf8.count >= 4, allSatisfy({ $0.isHexDigit || $0 == "-" }) else { return false }
    return contains(where: \.isNumber) && (contains(where: \.isLetter) || utf8.count >= 8)
  }

  /// Whether the text is a number such as `@2`, or the beginning of an id as lists show it.
  var isShownReference: Bool {
    isRecordNumber
      || utf8.count >= 8 && isRecordReference && contains(where: \.isLetter)
        && !contains(where: \.isLowercase)
  }

  /// Whether a record reference can also be a range or a mistyped date, such as `2026-11-31`.
  fileprivate var mayBeRange: Bool {
    if isRecordNumber { return false }
    let isDayOfMonth = utf8.count < 6 && ["dec", "feb"].contains(where: lowercased().contains)
    let isDate = contains("-") && !contains(where: \.isLetter)
    return isDayOfMonth || isDate || RangePhrase(self) != nil
      || !CivilTime.suggestedDates(for: self).isEmpty
  }

  /// Whether the text is a number of days, weeks or years, such as `3d`.
  ///
  /// In capitals, it is part of a name, as in `Blender 3D`.
  fileprivate var isCountOfDays: Bool {
    guard let last = utf8.last, "dwy".utf8.contains(last), utf8.count > 1 else { return false }
    return utf8.dropLast().allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
  }

  /// Whether the text is a range; `Week 47` isn't, because it makes a good name of a tag.
  fileprivate var isRange: Bool {
    canBeginTime && RangePhrase(self) != nil && !lowercased().hasPrefix("week ")
  }
}

extension EntryPart {
  /// Whether `to` and an hour can follow, as in `9:30 to 11`.
  fileprivate var canPrecedeHour: Bool { form != .text || isNumber }

  fileprivate var isNumber: Bool { Int(text) != nil }
}
