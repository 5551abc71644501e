import IntentKit
import JSONText
import MinutaCore
import SystemCalls

/// The failures of words that the grammar of a command can't read.
extension Failure {
  /// - Parameter definition: the intent whose command the word belongs to; nil for other commands.
  static func unexpectedArgument(_ word: String, by definition: IntentDefinition? = nil) -> Failure
  {
    let takesComment = definition?.properties["comment"] != nil
    let texts =
      takesComment
      ? "a name of several words in quotes, and a comment after '-m'"
      : "a name or a comment of several words in quotes"
    return usage("\(word.quoted) is one word too many. Put \(texts).")
  }

  /// The failure of a number where a record can be named.
  static func numberInsteadOfRecord(_ word: String) -> Failure {
    usage(
      "\(word.quoted) names no record. Write '@\(word)', or at least four characters of an id. For a tag of "
        + "this name, use '--tag'."
    )
  }

  static func flagWithoutHyphens(_ word: String, _ flag: String) -> Failure {
    usage("\(word.quoted) lacks the hyphens of a flag. Write \(flag.quoted).")
  }

  /// The failure of a word after the first word of a comment that isn't in quotes.
  static func textWithoutQuotes(_ text: String, flag: String) -> Failure {
    usage(
      "A comment of several words needs quotes: \(flag) \(text.quotedForShell). Put other words before "
        + "\(flag.quoted)."
    )
  }

  static func dayWithoutTime(_ day: String) -> Failure {
    usage("\(day.quoted) is a day without a time. Write a time as well, such as '\(day) 9:00'.")
  }

  /// The failure of a time of a kind that the command doesn't take, or not once more.
  ///
  /// - Parameter isLength: whether it is a duration, where the command takes times of day.
  static func timeNotTaken(
    _ text: String,
    isLength: Bool,
    by definition: IntentDefinition
  ) -> Failure {
    let advice =
      isLength
      ? "Write '\(text) ago' for the time before now, or put it"
      : "Put it"
    return usage(
      "\(definition.titleOfCommand) can't take the time \(text.quoted) here. \(advice) after '--' if it "
        + "is part of a name or a comment."
    )
  }

  /// The failure of a single time where it could be the start or the end.
  ///
  /// - Parameter orDuration: whether the command also takes a duration, which needs a unit.
  static func startOrEnd(_ time: String, orDuration: Bool) -> Failure {
    let length =
      orDuration ? DurationFormat.seconds(time).map { DurationFormat.text(seconds: $0) } : nil
    let other = length.map { ", or the duration as '\($0)'" } ?? ""
    return usage(
      "\(time.quoted) could be the start or the end. Write 'from \(time)' or 'until \(time)'\(other)."
    )
  }

  static func endBeforeStart(_ end: String, _ start: String) -> Failure {
    usage("The end (\(end)) is before the start (\(start)). Write the earlier time first.")
  }

  /// The failure of a word that has the form of a time or a date, but is none.
  static func unreadableTime(_ word: String) -> Failure {
    let dates = CivilTime.suggestedDates(for: word).map(\.wordsForShell)
    let advice =
      dates.isEmpty ? "a time as 9:30, a date as 2026-10-30 and a duration as 1h30m" : list(dates)
    return usage("\(word.quoted) is not a time or a date. Write \(advice).")
  }

  /// The failure of a comment that ends in a time.
  ///
  /// - Parameter lines: the command lines with the time before the text, and within it.
  static func timeInRest(_ time: String, lines: [String]) -> Failure {
    let sentence = "\(time.quoted) could be a time or the end of the text. Write what you mean."
    return usage(lines.reduce(sentence.notice) { $0.suggesting($1) })
  }

  /// The failure of a preposition such as `for`, after which no time follows.
  static func prepositionWithoutTime(_ word: String) -> Failure {
    usage(
      "After \(word.quoted), a time must follow. Leave the word out, or put it in quotes with the name "
        + "that it is part of."
    )
  }

  static func nothingAfter(_ word: String) -> Failure {
    usage("Nothing follows \(word.quoted). Write the word that belongs to it, or leave it out.")
  }

  static func recordNotTaken(_ record: String, by definition: IntentDefinition) -> Failure {
    usage(
      "\(definition.titleOfCommand) can't take the record \(record.quoted) here. For a tag of this name, use "
        + "'--tag'."
    )
  }

  /// The failure of two values that both give the range.
  static func twoRanges(_ one: String, _ other: String) -> Failure {
    usage("\(one.quoted) and \(other.quoted) both give a range. Give one of them.")
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

extension IntentDefinition {
  /// The command as it is typed, or the id of an intent without a command of its own.
  fileprivate var titleOfCommand: String { (command?.name ?? id).quoted }
}
