import MinutaCore

/// An entry of a klog record: its time and the first line of its summary.
struct KlogEntry {
  let time: Time
  /// The text after the time; nil if nothing follows it.
  let summary: String?

  enum Time: Equatable {
    /// The minutes after midnight of the record's date, which may be on the day before or after.
    case range(start: Int, end: Int)
    case openRange
    /// A duration in seconds, which may be negative.
    case duration(Int)
  }

  /// Creates an entry from a line without its indentation; returns nil if it isn't an entry.
  init?(_ line: Substring) {
    let word = line.prefix { !$0.isKlogBlank }
    if let seconds = Self.seconds(word) {
      time = .duration(seconds)
      summary = Self.summary(after: word, in: line)
      return
    }
    guard let dash = line.firstIndex(of: "-") else { return nil }
    let last = line[line.index(after: dash)...].drop { $0 == " " }.prefix { !$0.isKlogBlank }
    guard let start = Self.minutes(Self.trimmedEnd(line[..<dash])) else { return nil }
    if !last.isEmpty, last.allSatisfy({ $0 == "?" }) {
      time = .openRange
    } else if let end = Self.minutes(last) {
      time = .range(start: start, end: end)
    } else {
      return nil
    }
    summary = Self.summary(after: last, in: line)
  }

  /// Returns the seconds of a duration such as `1h30m` or `-45m`.
  static func seconds(_ text: Substring) -> Int? {
    var scanner = TextScanner(Array(text.utf8))
    let isNegative = scanner.skip("-")
    if !isNegative { _ = scanner.skip("+") }
    guard let first = scanner.digits(upTo: 9) else { return nil }
    var minutes = first
    if scanner.skip("h") {
      minutes = first * 60
      if let rest = scanner.digits(upTo: 9) {
        guard rest < 60, scanner.skip("m") else { return nil }
        minutes += rest
      }
    } else if !scanner.skip("m") {
      return nil
    }
    return scanner.isAtEnd ? (isNegative ? -minutes : minutes) * 60 : nil
  }

  /// Returns the minutes after midnight of a time such as `8:30`, `8:30pm`, `<23:00` or `1:00>`.
  private static func minutes(_ text: Substring) -> Int? {
    var scanner = TextScanner(Array(text.utf8))
    let isYesterday = scanner.skip("<")
    guard var hour = scanner.digits(upTo: 2), scanner.skip(":"), let minute = scanner.digits(2),
      minute < 60
    else { return nil }
    let isMorning = scanner.skip("a")
    if isMorning || scanner.skip("p") {
      guard scanner.skip("m"), 1...12 ~= hour else { return nil }
      hour = hour % 12 + (isMorning ? 0 : 12)
    }
    let isTomorrow = scanner.skip(">")
    guard scanner.isAtEnd, !(isYesterday && isTomorrow) else { return nil }
    guard hour < 24 || (hour == 24 && minute == 0 && !isTomorrow) else { return nil }
    return (isTomorrow ? 1440 : isYesterday ? -1440 : 0) + hour * 60 + minute
  }

  private static func trimmedEnd(_ text: Substring) -> Substring {
    var text = text
    while text.last == " " { text.removeLast() }
    return text
  }

  private static func summary(after word: Substring, in line: Substring) -> String? {
    word.endIndex < line.endIndex ? String(line[word.endIndex...].dropFirst()) : nil
  }
}

extension Character {
  /// Whether klog counts the character as blank: a tab or a space of any width.
  var isKlogBlank: Bool {
    self == "\t" || unicodeScalars.allSatisfy { $0.properties.generalCategory == .spaceSeparator }
  }
}
