import MinutaCore
import MinutaIntents

/// A record as one line of text, which a user changes in an editor.
///
/// For example: `385E00D8  2026-11-23 09:00 - 10:30  Acme/Website | Fix the login #billable`.
struct RecordLine: Equatable {
  /// The record's id, or its beginning; nil for time to log.
  let id: String?
  /// The start, such as `2026-11-23 09:00`.
  let start: String
  /// The end, which has no date if it is that of the start; nil for a running timer.
  let end: String?
  /// The tag's name; nil for untagged time.
  let tag: String?
  let comment: String?

  /// A mistake in a line, as a sentence.
  struct Mistake: Error {
    let sentence: String
  }

  /// Creates the line of a record, with its local times.
  ///
  /// - Parameter id: the id, or as much of it as distinguishes the record from the others.
  init(_ record: RecordResult, id: String) {
    let (date, time) = Self.words(of: record.startLocal ?? record.startTime)
    self.id = id
    start = "\(date) \(time)"
    end = (record.endLocal ?? record.endTime).map { text in
      let end = Self.words(of: text)
      return end.date == date ? String(end.time) : "\(end.date) \(end.time)"
    }
    tag = record.tag?.name ?? record.tagId
    comment = record.comment
  }

  /// Parses a line; returns nil for a blank line or a remark, which begins with `#`.
  init?(parsing line: Substring) throws(Mistake) {
    let parts = line.split(atUnescaped: "|")
    var rest = parts[0]
    guard var word = rest.popWord(), !word.hasPrefix("#") else { return nil }
    if parts.count > 2 {
      throw Mistake(sentence: "A line can have one '|' only. Write another one as '\\|'.")
    }
    if word.isDate {
      id = nil
    } else {
      id = word.uppercased()
      word = rest.popWord() ?? ""
    }
    var time = rest.popWord() ?? ""
    // `9:00-10:30` as on the command line, without blanks.
    let ends = time.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let isJoined = ends.count == 2
    if isJoined { time = ends[0] }
    guard word.isDate, time.isTime, isJoined || rest.popWord() == "-",
      var last = isJoined ? ends[1] : rest.popWord()
    else {
      throw Mistake(
        sentence:
          "Write a record as '2026-11-23 09:00 - 10:30  Tag | Comment', after its id if it has one."
      )
    }
    try time.checkClock()
    start = "\(word) \(time)"
    let day = last.isDate ? "\(last) " : ""
    if last.isDate { last = rest.popWord() ?? "" }
    guard last.isTime || day.isEmpty && last == Self.running else {
      throw Mistake(sentence: "Write a time such as 10:30 after the '-', or '\(Self.running)'.")
    }
    if last.isTime { try last.checkClock() }
    end = last.isTime ? day + last : nil
    tag = rest.unescaped.nonBlank
    comment = parts.count == 2 ? parts[1].unescaped.nonBlank : nil
  }

  /// The line as it is parsed again, in which the comment has no blanks at its ends.
  var parsed: RecordLine { (try? RecordLine(parsing: text[...])).flatMap { $0 } ?? self }

  /// Throws if the end has no date and is so long before the start that it can't be meant as one of
  /// the next day: a night has less than twelve hours, as in `minuta log`.
  func checkOrder() throws(Mistake) {
    guard let first = start.dropFirst(11).seconds, let last = end?[...].seconds,
      1..<43_200 ~= first - last
    else { return }
    throw Mistake(sentence: "The end lies before the start. Write its date if it is another day.")
  }

  /// The word in place of the end of a running timer.
  private static let running = "running"

  /// The line as text.
  var text: String {
    let times = "\(start) - \(end ?? Self.running)"
    let fields = [id, times, tag?.escaped].compactMap { $0 }.joined(separator: "  ")
    return comment.map { "\(fields) | \($0.escaped)" } ?? fields
  }

  /// Returns the date and the time of a text such as `2026-11-23T09:00:00+01:00`.
  private static func words(of timestamp: String) -> (date: Substring, time: Substring) {
    let time = timestamp.dropFirst(11).prefix(8)
    return (timestamp.prefix(10), time.hasSuffix(":00") ? time.dropLast(3) : time)
  }
}

extension Substring {
  /// Removes and returns the first word; nil if there is none.
  fileprivate mutating func popWord() -> Substring? {
    self = drop(while: \.isWhitespace)
    let word = prefix { !$0.isWhitespace }
    removeFirst(word.count)
    return word.isEmpty ? nil : word
  }

  fileprivate var isDate: Bool { utf8.count == 10 && isDigits(separatedBy: "-", count: 3) }

  fileprivate var isTime: Bool {
    isDigits(separatedBy: ":", count: 2) || isDigits(separatedBy: ":", count: 3)
  }

  /// The time of day in seconds; nil if the text is no time.
  fileprivate var seconds: Int? {
    guard isTime else { return nil }
    let parts = split(separator: ":").map { Int($0) ?? 0 }
    return parts[0] * 3600 + parts[1] * 60 + (parts.count > 2 ? parts[2] : 0)
  }

  /// Throws if the hours, minutes or seconds don't exist on a clock.
  fileprivate func checkClock() throws(RecordLine.Mistake) {
    let parts = split(separator: ":").map { Int($0) ?? .max }
    if parts[0] < 24, parts.dropFirst().allSatisfy({ $0 < 60 }) { return }
    throw RecordLine.Mistake(
      sentence: "'\(self)' is not a time. Use a time such as 09:30."
    )
  }

  private func isDigits(separatedBy separator: Character, count: Int) -> Bool {
    let parts = split(separator: separator, omittingEmptySubsequences: false)
    return parts.count == count
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
      }
  }

  /// Splits the text at each separator that no backslash precedes.
  fileprivate func split(atUnescaped separator: Character) -> [Substring] {
    var parts: [Substring] = []
    var (start, isEscaped) = (startIndex, false)
    for index in indices {
      if self[index] == separator, !isEscaped {
        parts.append(self[start..<index])
        start = self.index(after: index)
      }
      isEscaped = self[index] == "\\" && !isEscaped
    }
    return parts + [self[start...]]
  }

  /// The text in which `\n` stands for a line break, and another character after a backslash for
  /// itself.
  fileprivate var unescaped: String {
    var text = ""
    var isEscaped = false
    for character in self {
      if isEscaped {
        text.append(character == "n" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        text.append(character)
      }
    }
    return text
  }
}

extension String {
  /// The text in one line, for `unescaped` to read.
  fileprivate var escaped: String {
    reduce(into: "") { text, character in
      switch character {
      case "\n", "\r\n", "\r": text += "\\n"
      case "\\", "|": text += "\\\(character)"
      default: text.append(character)
      }
    }
  }

  fileprivate var nonBlank: String? {
    let text = String(trimmed)
    return text.isEmpty ? nil : text
  }
}
