import IntentKit
import JSONText
import MinutaCore

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
      let rest = Array(all[length...])
      let reading = EntryReading(values: [(positional[0], tag), (positional[1], rest[...].text)])
      if words.literalCount == 0 { try checkNames(rest, in: reading, hasSortedTimes: false) }
      readings.append(reading)
    }
    if !readings.isEmpty { return readings }
    let names = (1..<all.count).map { all[..<$0].text }
    let near = names.lazy.compactMap { TypoSuggester.closest(to: $0, in: tags) }.first
    throw .unknownTagToRename(all[0], near: near)
  }
}
