import IntentKit
import JSONText
import MinutaCore
import MinutaExport
import SystemCalls

/// The failures of times, ranges, tags and records on a command line.
extension Failure {
  /// Returns the failure with what to type instead: if a parameter is missing, the synopsis of the
  /// command.
  func addingUsage(of definition: IntentDefinition, for reading: EntryReading) -> Failure {
    guard let command = definition.command else { return self }
    if problem?.kind == .missing, let name = problem?.pointer.tokens.first {
      let word = name.kebabCased.uppercased()
      let typed = command.positional.contains(name) ? word : "--\(name.kebabCased) \(word)"
      let usage = IntentHelp(definition).usage(command)
      if name == "format" {
        let formats = IntentFlags(definition: definition).formats
        return saying(Failure.formatMissing(command.name, "last month", formats).message)
      }
      let example = definition.properties[name]?["examples"]?.array?.first?.string
      let suchAs = example.map { ", such as \($0.quoted)" } ?? ""
      return saying("\(typed) is missing\(suchAs). Usage: minuta \(usage)")
    }
    let value = reading.word
    switch (definition.id, code) {
    case ("LogTime", "missingValue"):
      let isTimed = ["start", "end"].contains { value($0) != nil }
      let unread = isTimed ? nil : value("tag")?.lastWordLikeTime
      let words = value("tag").map { $0.dropLast(unread.map { $0.count + 1 } ?? 0) }
      let tag = words.map { " \(String($0).wordsForShell)" } ?? ""
      let read = ["start", "end"].compactMap { name in
        value(name).map { " \($0.quoted) was read as the \(name)." }
      }
      return saying(
        (unread.map { "\($0.quoted) is not a time or a duration. " } ?? "")
          + "Say how long or when: '\(minuta) log\(tag) 1h' or '\(minuta) log\(tag) 9:00-10:30'."
          + read.joined() + (value("tag")?.hintOfMinutes ?? "")
      )
    case ("BulkUpdate", "missingValue"):
      let changes = message.replacing("A value is missing. Give ", with: "")
      return saying("Say what to change in these records: \(changes)")
    case ("FillGaps", "invalidValue"):
      guard let range = value("range"), let tag = value("tag"),
        EntryPart.parts(range.split(separator: " ").map { String($0) }[...])
          .allSatisfy(\.isCertainTime)
      else { return self }
      let line = "log \(tag.wordsForShell) \(range)"
      return saying("\(range.quoted) is a time, not a range of days. \(Failure.use(line))")
    case ("DeleteRecord", "recordNotFound"):
      guard let name = value("record"), !name.isRecordReference else { return self }
      let line = "bulk \(name.shortTagCondition.quotedForShell) --delete"
      return saying("\(message) For the records of a tag, use '\(minuta) \(line)'.")
    case ("ResumeTimer", "recordNotFound"):
      guard let name = value("record"), !name.isRecordReference else { return self }
      return saying(
        "There is no record \(name.quoted). To start a timer with this tag, use '\(minuta) start "
          + "\(name.wordsForShell)'."
      )
    case ("JoinRecords", "invalidValue"):
      guard reading.values.count == 1, let record = value("records") else { return self }
      return saying(
        "There is only one record to join. Name the others as well: '\(minuta) join \(record) RECORD'."
      )
    case ("JoinRecords", "tagsDiffer"):
      let tags = data["tags"]?.array?.compactMap { $0["name"]?.string } ?? []
      guard let tag = tags.first, let end = message.firstRange(of: " Set 'tag'") else {
        return self
      }
      let records = reading.values.filter { $0.name == "records" }.map(\.word)[...].text
      let line = "join \(records) --tag \(tag.quotedForShell)"
      return saying("\(message[..<end.lowerBound]) To keep \(tag.quoted): minuta \(line)")
    case (_, "invalidValue") where ["at", "end", "start"].contains(problem?.pointer.tokens.first):
      guard let time = value(problem?.pointer.tokens.first ?? ""),
        let last = CivilTime.lastDay(insteadOfMissingIn: time)
      else { return self }
      let day = "\(time.quoted) is on a day that doesn't exist."
      let isLeapDay = last == "28 feb" && time.split { !$0.isNumber }.contains("29")
      if isLeapDay { return saying("\(day) Write 28 feb, or the date with its year: 2024-02-29.") }
      return saying("\(day) The month ends on \(last).")
    case ("Import", "unreadableFile"):
      let names = ImportFormats.all.map { $0.name }
      guard let word = value("files"), data["file"]?.string == word else { return self }
      if ImportFormats.named(word) != nil {
        return saying("\(message) Name the file after the format: '\(minuta) import \(word) FILE'.")
      }
      if let profile = InstalledFile.importProfile(for: word) {
        let line = "import --profile ~/.local/\(profile) FILE"
        return saying(
          "\(message) For this program, run 'minuta install', then use '\(minuta) \(line)'."
        )
      }
      guard let near = TypoSuggester.closest(to: word, in: names) else { return self }
      return saying("\(message) If you mean the format, write \(near.quoted).")
    case ("StopTimer", "tagNotFound") where allTimers.contains(value("tag")?.lowercased() ?? ""):
      return saying("\(message) To stop all timers, use '\(minuta) stop'.")
    case (_, "tagNotFound"):
      let words = value("tag")?.split(separator: " ").map { String($0) } ?? []
      if words.count > 1, words[0].lowercased() == "for" {
        return saying("\(message) Leave out 'for'.")
      }
      if words.count > 1, words[0].isBeforeDimension, definition.properties["groupBy"] == nil {
        let line = (["summary"] + [value("range")].compactMap(\.self) + words)[...].text
        return saying("'minuta \(command.name)' doesn't group. \(Failure.use(line))")
      }
      guard let range = value("range") else { return self }
      let mayBeSeveral = words.count > 1 && definition.properties["filter"] != nil
      let tags = "\(words.first ?? ""),\(words.last ?? "")"
      let hint = mayBeSeveral ? " For several tags, use --tag \(tags.quotedForShell)." : ""
      return saying("\(message) \(range.quoted) was read as the range.\(hint)")
    default: return self
    }
  }

  /// Returns the failure of a missing tag with the label of the same name.
  func naming(label: String, in reading: EntryReading, of definition: IntentDefinition) -> Failure {
    let positionals = definition.command?.positional ?? []
    let given = positionals.compactMap { reading.word(of: $0)?.quotedForShell }
    let isWhole = definition.properties["range"]?["default"] == "all"
    let range = isWhole || reading.word(of: "range") != nil ? [] : ["all"]
    let line = ([definition.command?.name ?? "records"] + given + range + ["+\(label)"])[...].text
    return saying("\(message) There is a label of this name. \(Failure.use(line))")
  }

  /// Returns the failure of a time in the future with one that has passed.
  func suggesting(time: String) -> Failure {
    saying("\(message.dropLast()), such as \(time.quoted).")
  }

  /// The words for which there is no tag, but which mean every timer.
  private var allTimers: [String] { ["all", "all timers", "everything"] }

  private func saying(_ message: String) -> Failure {
    Failure(kind, code: code, message: message, data: data, inputRequest: inputRequest)
  }

  /// The failure of a duration for a command that takes none.
  static func durationNotTaken(_ text: String, by command: String) -> Failure {
    usage(
      "\(text.quoted) is a duration, but 'minuta \(command)' takes none. Write '\(text) ago' for a "
        + "time, or use '--tag' for a tag of this name."
    )
  }

  /// The failure of a time for which no parameter is left.
  static func surplusTime(_ text: String) -> Failure {
    usage(
      "\(text.quoted) is one time too many; use one command for each period. If it is part of a "
        + "name, put the whole name in quotes."
    )
  }

  /// The failure of an end such as `until 9:00` where the command takes a start, or the reverse.
  ///
  /// - Parameter isEnd: whether the command takes an end.
  static func wrongEnd(_ time: String, isEnd: Bool, of command: String) -> Failure {
    let (taken, word) = isEnd ? ("an end", "until") : ("a start", "since")
    let wrong = isEnd ? "the start of a period" : "the end of a period"
    return usage(
      "\(time.quoted) is \(wrong), but 'minuta \(command)' takes \(taken), such as '9:00' or "
        + "'\(word) 9:00'."
    )
  }

  /// The failure of a word that looks like a time but isn't one.
  static func unreadableTime(_ word: String) -> Failure {
    let dates = CivilTime.suggestedDates(for: word).map(\.wordsForShell)
    let date = dates.isEmpty ? nil : "the date as \(list(dates))"
    return usage(
      "\(word.quoted) looks like a date or a time, but can't be read as one. Write "
        + (date ?? "a time as 9:30, a date as 2026-10-30 or '30 oct'")
        + ", or use '--tag' for a tag of this name."
    )
  }

  /// The failure of a word in the name of a new tag that is probably a misspelled day.
  static func misspelledDay(_ word: String, _ day: String, _ name: String) -> Failure {
    usage(
      "There is no tag \(name.quoted), and \(word.quoted) looks like '\(day)'. To make a tag of this "
        + "name, use --tag \(name.quotedForShell)."
    )
  }

  /// The failure of a duration such as `+5m`, by which a record is meant to be moved.
  static func durationOfShift(_ text: String) -> Failure {
    usage("\(text.quoted) is not a time. To move the record, use '--shift \(text.dropFirst())'.")
  }

  /// The failure of words that would be a new tag, although they mean a time or a range of days.
  static func timeAsName(_ text: String, flag: String) -> Failure {
    usage(
      "\(text.quoted) is a time or days. To name a tag so anyway, write \(flag) "
        + "\(text.quotedForShell)."
    )
  }

  /// The failure of a record where a tag is expected.
  static func recordInsteadOfTag(
    _ record: String,
    _ flag: String,
    by definition: IntentDefinition
  ) -> Failure {
    let starts = ["StartTimer", "SwitchTimer", "ToggleTimer"].contains(definition.id)
    let takesRecord = definition.properties["record"] != nil
    let command = takesRecord ? "--record" : starts ? "minuta resume" : nil
    return usage(
      "\(record.quoted) is a record, not a tag. Use "
        + (command.map { "'\($0) \(record)', or " } ?? "") + "'\(flag)' for a tag of this name."
    )
  }

  /// The failure of a time on a day for an edit that names no record.
  static func recordOfDayMissing(_ time: String) -> Failure {
    usage(
      "\(time.quoted) would move the last record to another day. Name the record before it, such as "
        + "@2; '\(minuta) list' shows the ids."
    )
  }

  /// The failure of a second record where a command takes only one.
  static func secondRecord(_ record: String, of command: String) -> Failure {
    usage(
      "'minuta \(command)' takes one record, not \(record.quoted) as well. Change each with a command "
        + "of its own, by its id; for a tag of this name, use '--tag'."
    )
  }

  /// The failure of a time with hours or minutes that no clock shows.
  static func invalidClock(_ time: String) -> Failure {
    let numbers = time.split(separator: ":").compactMap { Int($0) }
    let isDuration = numbers.count == 2 && numbers[1] < 60
    let minutes = isDuration && numbers[1] > 0 ? "\(numbers[1])m" : ""
    return usage(
      "\(time.quoted) is not a time of day: hours go to 23 and minutes to 59."
        + (isDuration ? " Write a duration as \(numbers[0])h\(minutes)." : "")
    )
  }

  /// The failure of words that stand where a range or a tag can stand.
  ///
  /// - Parameters:
  ///   - failure: the failure of the words as a tag.
  ///   - words: the words, of which `last` is only the beginning of a range.
  static func neitherRangeNorTag(_ failure: Failure, words: String) -> Failure {
    if words.lowercased() == "last" {
      return failure.saying(
        "'last' is not a range. Use 'last week', 'last month' or 'last 7 days'."
      )
    }
    return Failure(
      failure.kind,
      code: failure.code,
      message:
        "\(failure.message.dropLast()), and it is not a range such as today, last week or 2026-11.",
      data: failure.data
    )
  }

  /// The failure of words of which the first should be the old name of a tag.
  static func unknownTagToRename(_ name: String, near: String?) -> Failure {
    usage(
      "There is no tag \(name.quoted)\(near.suggestion). The old name comes first; put a name of several "
        + "words in quotes."
    )
  }

  /// The failure of a mistyped tag in place of a record to resume.
  static func unknownTagToResume(_ name: String, near: String?) -> Failure {
    usage("There is no tag \(name.quoted)\(near.suggestion).")
  }

  /// The failure of an end before its start, if the times could have passed in another way only.
  ///
  /// - Parameters:
  ///   - typed: the times as they were typed.
  ///   - other: the times that may be meant.
  static func endBeforeStart(
    _ typed: (start: String, end: String),
    insteadOf other: (start: String, end: String)
  ) -> Failure {
    usage(
      "The end (\(typed.end)) is before the start (\(typed.start)). If you mean \(other.start) to "
        + "\(other.end), write \(other.start)-\(other.end)."
    )
  }

  static func dayWithoutTime(_ day: String) -> Failure {
    if RangePhrase(dayNamed: day)?.isInFuture == true {
      return usage(
        "\(day.quoted) is a day without a time, and still to come. Write a time up to now, or use "
          + "'--tag' for a tag of this name."
      )
    }
    return usage(
      "\(day.quoted) is a day without a time. Write a time such as '\(day) 9:00', or use '--tag' "
        + "for a tag of this name."
    )
  }

  /// The failure of two values that both give the range.
  static func twoRanges(_ one: String, _ other: String) -> Failure {
    usage("\(one.quoted) and \(other.quoted) both give a range. Give one of them.")
  }

  /// The failure of words such as `last 5`, in which a unit is missing.
  static func countInsteadOfRange(_ count: String, takesLast: Bool) -> Failure {
    let records = takesLast ? ", or '--last \(count)' for the newest \(count) records" : ""
    return usage("'last \(count)' is not a range. Use 'last \(count) days'\(records).")
  }

  static func notACount(_ text: String, flag: String) -> Failure {
    usage("\(flag.quoted) takes a whole number, not \(text.quoted).")
  }

  static func rangeInsteadOfDay(_ range: String, flag: String) -> Failure {
    usage(
      "\(flag.quoted) takes one day, such as monday or 2026-11-02, not \(range.quoted). Give a whole "
        + "range without a flag."
    )
  }
}

extension String {
  /// The last of several words if it begins with a digit but is no number and no time, such as `2x`;
  /// else nil.
  fileprivate var lastWordLikeTime: String? {
    guard let last = split(separator: " ").last, last != self, last.first?.isNumber == true,
      Int(last) == nil, !EntryPart.parts([String(last)]).contains(where: \.isCertainTime)
    else { return nil }
    return String(last)
  }

  /// The sentence about a number at the end of a name, which may be meant as minutes; nil if there
  /// is none.
  fileprivate var hintOfMinutes: String? {
    guard let last = split(separator: " ").last, last != self, Int(last) != nil else { return nil }
    return " If \(String(last).quoted) means minutes, write \(last)m."
  }
}
