import IntentKit
import JSONText
import MinutaCore

extension IntentFlags {
  /// Whether a reading has a tag that may be new and hold words of the comment.
  ///
  /// Whether it does depends on the tags that exist.
  func mayHaveLeftovers(_ reading: EntryReading, _ words: CommandLineArguments) -> Bool {
    guard let tag = reading.tag else { return false }
    if definition.id != "UpdateRecord" {
      let hasSpace = tag.utf8.contains(UInt8(ascii: " "))
      let isDoubtful =
        hasSpace ? !words.positionals.contains(tag) : tag.utf8.last == UInt8(ascii: ":")
      guard isDoubtful else { return false }
    }
    guard words.literalCount == 0, let comment = definition.command?.text,
      definition.errors.contains("emptyTagName")
    else { return false }
    let hasComment = reading.values.contains { $0.name == comment }
    return definition.id != "UpdateRecord" || !hasComment
  }

  /// Adds, before each reading with a doubtful new tag, one in which the extra words are the comment
  /// or labels.
  ///
  /// In `log Work 1h Fix the login`, no tag `Work Fix the login` may be meant if there is a tag `Work`.
  /// An edit gives a record a new tag only if it is chosen; words in quotes are its comment. After
  /// an existing tag with a colon, as in `start Acme: planning`, the words are certainly a comment.
  func separatingLeftovers(
    _ readings: [EntryReading],
    _ words: CommandLineArguments,
    among tags: [String]
  ) -> [EntryReading] {
    let names = Set(tags.map { $0.lowercased() })
    return readings.flatMap { reading in
      guard mayHaveLeftovers(reading, words), let tag = reading.tag,
        !names.contains(tag.lowercased()),
        let other = separatingLeftovers(reading, tag, words, names)
      else { return [reading] }
      // In `edit @1 'Fix the login'`, the words in quotes are the comment.
      if definition.id == "UpdateRecord" {
        if isQuoted(tag, words) { return [other] }
        if let name = tag.nameAfterPreposition, names.contains(name.lowercased()) {
          return [reading.replacingTag(name, []), other]
        }
      }
      let known = other.tag.map { $0.lowercased() }.flatMap { names.contains($0) ? $0 : nil }
      if let known, tag.lowercased().hasPrefix("\(known):") { return [other] }
      let minutes = readingAsMinutes(other, words).map { [$0] } ?? []
      return minutes + [other, EntryReading(values: reading.values, hasDoubtfulTag: true)]
    }
  }

  /// Returns the reading of `log Work 30` in which the number is a duration in minutes; nil if there is
  /// no such number, or if the command line has a time.
  private func readingAsMinutes(
    _ reading: EntryReading,
    _ words: CommandLineArguments
  ) -> EntryReading? {
    guard definition.id == "LogTime", let comment = definition.command?.text,
      let minutes = reading.word(of: comment).flatMap({ Int($0) }), 1..<1000 ~= minutes,
      !reading.values.contains(where: { isTime($0.name) }),
      !definition.properties.members.contains(where: { isTime($0.key) && isGiven($0.key, words) })
    else { return nil }
    return EntryReading(
      values: reading.values.map { $0.name == comment ? ("duration", "\(minutes)m") : $0 }
    )
  }

  private func separatingLeftovers(
    _ reading: EntryReading,
    _ tag: String,
    _ words: CommandLineArguments,
    _ names: Set<String>
  ) -> EntryReading? {
    var parts = tag.split(separator: " ").map { String($0) }
    guard let comment = definition.command?.text else { return nil }
    var length = (1..<max(1, parts.count)).last {
      names.contains(parts[..<$0].text.lowercased())
    }
    if let end = parts.firstIndex(where: { $0.utf8.count > 1 && $0.last == ":" }) {
      let isKnown = names.contains(parts[...end].text.dropLast().lowercased())
      if isKnown || length == nil && definition.id != "UpdateRecord" {
        parts[end].removeLast()
        length = end + 1
        if length == parts.count { return reading.replacingTag(parts[...].text, []) }
      }
    }
    if let given = words.values[comment]?.last {
      let count = wordsAfterComment(parts, words)
      // A comment in quotes is whole, except that an edit is careful with a new tag.
      if count == 0 || given.contains(" ") && definition.id != "UpdateRecord" { return nil }
      let whole = ([given] + parts.suffix(count))[...].text
      return reading.replacingTag(parts.dropLast(count).text, [(comment, whole)])
    }
    if length == nil, definition.id != "UpdateRecord" { return nil }
    let rest = parts.dropFirst(length ?? 0)
    let labels = definition.command?.labels.flatMap { isGiven($0, words) ? nil : $0 }
    let pairs = labels == nil ? [] : rest.filter(\.isLabelWithValue)
    let others = labels == nil ? rest : rest.filter { !$0.isLabelWithValue }
    let written = reading.values.filter { $0.name == comment }.map(\.word)
    let text = (others + written)[...].text
    return reading.replacingTag(
      parts.prefix(length ?? 0).text,
      pairs.map { (labels ?? "", $0) } + (text.isEmpty ? [] : [(comment, text)])
    )
  }

  /// Returns how many of the last words of a tag directly follow the value of the comment's flag, as
  /// two do in `log Work -m Fix the login`.
  private func wordsAfterComment(_ parts: [String], _ words: CommandLineArguments) -> Int {
    guard let place = words.places.last(where: { $0.flag == definition.command?.text }) else {
      return 0
    }
    let following = words.positionals[place.index...]
    return (0...parts.count).last { parts.suffix($0).elementsEqual(following.prefix($0)) } ?? 0
  }
}

extension EntryReading {
  /// Returns the reading with other values instead of its tag.
  ///
  /// - Parameter tag: the new tag; empty for none.
  fileprivate func replacingTag(_ tag: String, _ others: [EntryLine.Value]) -> EntryReading {
    let kept = values.filter { value in !others.contains { $0.name == value.name } }
    let rest = kept.filter { $0.name != "tag" }
    let named = kept.map { $0.name == "tag" ? ("tag", tag) : $0 }
    return EntryReading(values: (tag.isEmpty ? rest : named) + others)
  }
}

extension String {
  /// The words after a leading `to` or `as`, as in `edit @1 to Globex`; nil if there is none.
  fileprivate var nameAfterPreposition: String? {
    let words = split(separator: " ").map { String($0) }
    guard words.count > 1, ["as", "to"].contains(words[0].lowercased()) else { return nil }
    return words[1...].text
  }

  /// Whether the word is a label with a value that lacks its plus sign, such as `ticket=77`.
  fileprivate var isLabelWithValue: Bool {
    guard let first, first.isLetter, let equals = firstIndex(of: "=") else { return false }
    return index(after: equals) < endIndex && Label(parsing: self) != nil
  }
}
