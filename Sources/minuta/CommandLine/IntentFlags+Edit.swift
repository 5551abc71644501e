import IntentKit
import MinutaCore
import SystemCalls

/// The words of `minuta edit` that name what they set.
extension IntentFlags {
  /// Returns the words of an edit with `until` and `from` instead of `end` and `start` before a time;
  /// those of any other command as they are.
  ///
  /// A number can belong to a name, as in `Front end 2`, but hardly after `ends` or `@1 end`.
  ///
  /// - Parameter limit: the number of words that can be read as times.
  func wordsWithPrepositions(_ words: [String], before limit: Int) -> [String] {
    guard definition.id == "UpdateRecord" else { return words }
    return words.enumerated().map { index, word in
      let name = word.lowercased()
      guard index + 1 < limit, let preposition = Self.prepositions[name],
        let next = EntryPart.parts(words[(index + 1)..<limit]).first, case .moment = next.form,
        next.isCertainTime || name.hasSuffix("s") || index == 1 && words[0].isRecordNumber
      else { return word }
      return preposition
    }
  }

  private static let prepositions = [
    "end": "until", "ends": "until", "start": "from", "starts": "from",
  ]

  /// The failure of `tag` or `comment` before a name or a text in an edit, which would be part of a
  /// new tag; nil if there is none.
  func nameOfFlag(_ words: CommandLineArguments) -> Failure? {
    guard definition.id == "UpdateRecord", words.literalCount == 0 else { return nil }
    let all = words.positionals
    let place = all.prefix(2).firstIndex { ["comment", "tag"].contains($0.lowercased()) }
    guard let place, place + 1 < all.count, !isGiven(all[place].lowercased(), words) else {
      return nil
    }
    let name = all[place].lowercased()
    let text = all[(place + 1)...].text.quotedForShell
    return .wordInsteadOfFlag(name, (["edit"] + all[..<place] + ["--\(name)", text])[...].text)
  }

  /// Throws if an edit names a day, but no record, so that it would move the last record to that day.
  func checkRecord(of reading: EntryReading, _ words: CommandLineArguments) throws(Failure) {
    guard definition.id == "UpdateRecord", reading.word(of: "record") == nil,
      !isGiven("record", words)
    else { return }
    for (name, word) in reading.values where ["end", "start"].contains(name) {
      switch MomentPhrase(word) {
      case .dateAndTime, .onDay, .instant: throw .recordOfDayMissing(word)
      default: continue
      }
    }
  }

  /// The failure of several records for an edit, which changes one, or of records for a bulk change,
  /// which takes a filter; nil if the words name none.
  func severalRecords(_ words: CommandLineArguments) -> Failure? {
    let isBulk = definition.id == "BulkUpdate"
    guard isBulk || definition.id == "UpdateRecord", words.literalCount == 0 else { return nil }
    var records: [String] = []
    for word in words.positionals {
      let parts = word.split(separator: ",").map(String.init)
      let isFirst = !isBulk && records.isEmpty
      let areRecords = parts.allSatisfy { $0.isShownReference || isFirst && $0.isRecordReference }
      if parts.isEmpty || !areRecords { break }
      records += parts
    }
    if isBulk { return records.isEmpty ? nil : .recordsInsteadOfFilter(records) }
    return records.count < 2 ? nil : .secondRecord(records[1], of: definition.command?.name ?? "")
  }
}
