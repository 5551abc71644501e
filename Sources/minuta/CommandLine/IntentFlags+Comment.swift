import IntentKit
import JSONText
import MinutaCore

extension IntentFlags {
  /// Returns the ways of dividing the positional arguments of a command with times into parts and a
  /// comment.
  ///
  /// After a label, only the tag, which may follow `to`, and a duration can still come; the words that
  /// are left are the comment, as in `minuta start Work +billable fix the login`. Times before or after
  /// it can be part of it, or can be meant as times.
  func divisions(
    _ words: CommandLineArguments
  ) throws(Failure) -> [(parts: [EntryPart], comment: [EntryLine.Value])] {
    let literal = words.positionals.count - words.literalCount
    let all = wordsWithPrepositions(words.positionals, before: literal)
    let positional = definition.command?.positional ?? []
    try checkTimes(all[..<min(literal, words.positionalsBeforeLabel ?? literal)])
    func parts(_ range: Range<Int>) -> [EntryPart] {
      EntryPart.parts(all[range.clamped(to: 0..<literal)], readsBareClocks: readsBareClocks)
        + all[range.clamped(to: literal..<all.count)].map { EntryPart(text: $0) }
    }
    guard let name = definition.command?.text, let label = words.positionalsBeforeLabel,
      readsBareClocks
    else { return [(parts(all.indices), [])] }
    var own = parts(0..<label)
    var next = label
    let hasTagFlag = positional.contains { definition.takesTag($0) && isGiven($0, words) }
    let takesDuration = positional.contains(where: isTime)
    while next < all.count, let part = parts(next..<next + 1).first {
      let hasTag =
        hasTagFlag
        || own.contains { ($0.form == .text || $0.isUnclear) && $0.text.lowercased() != "to" }
      let isDuration = takesDuration && part.isDuration && !own.contains(where: \.isDuration)
      if hasTag, !isDuration { break }
      own.append(part)
      next += 1
    }
    let rest = parts(next..<all.count)
    if rest.allSatisfy(\.isCertainTime) { return [(own + rest, [])] }
    if isGiven(name, words) { throw .duplicateValue("--\(name.kebabCased)") }
    let whole = (own, [(name, all[next...].text)])
    let first = rest.firstIndex { !$0.isCertainTime } ?? 0
    let last = rest.lastIndex { !$0.isCertainTime } ?? 0
    if last - first + 1 == rest.count { return [whole] }
    let text = Array(rest[first...last].map(\.text))[...].text
    let divided = (own + rest[..<first] + rest[(last + 1)...], [(name, text)])
    return isQuoted(text, words) ? [divided] : [divided, whole]
  }

  /// Returns the ways of dividing texts into those of the tag and a comment.
  ///
  /// Words in quotes are a name or a comment of their own: in `minuta start Work 'Fix the login'`,
  /// they are the comment, as they stand after the tag.
  func divisions(
    ofTexts texts: [String],
    _ words: CommandLineArguments
  ) -> [(texts: [String], comment: [EntryLine.Value])] {
    let whole = [(texts, [] as [EntryLine.Value])]
    guard let name = definition.command?.text, !isGiven(name, words),
      texts.contains(where: { isQuoted($0, words) })
    else { return whole }
    let positional = definition.command?.positional ?? []
    let others = positional.filter { !isTime($0) && !isGiven($0, words) }
    let tag = others.firstIndex(where: definition.takesTag)
    let first = tag.map { $0 + 1 } ?? others.count
    var divisions = (first..<max(first, texts.count)).filter { index in
      if tag == nil { return index == first }
      return isQuoted(texts[index], words) || isQuoted(texts[index - 1], words)
    }.map { (Array(texts[..<$0]), [(name, texts[$0...].text)]) }
    if let tag, first < texts.count, isQuoted(texts[tag], words), !isQuoted(texts[first], words) {
      divisions.append((Array(texts[..<tag]) + texts[first...], [(name, texts[tag])]))
    }
    return divisions.isEmpty ? whole : divisions
  }

  /// Whether a positional argument with spaces is this text.
  func isQuoted(_ text: String, _ words: CommandLineArguments) -> Bool {
    text.utf8.contains(UInt8(ascii: " ")) && words.positionals.contains(text)
  }
}
