package import Foundation

/// Formats and parses instants as in RFC 3339, in whole seconds.
package enum Timestamp {
  /// The instants that Minuta can format and parse: the years 1600 to 9999 in UTC.
  package static let range: ClosedRange<Date> =
    Date(timeIntervalSince1970: -11_676_096_000)...Date(timeIntervalSince1970: 253_402_300_799)

  /// A number that is written with `width` digits, and the character that follows it, if any.
  private typealias Part = (value: Int, width: Int, mark: Unicode.Scalar?)

  /// Returns the instant in UTC, such as `2026-11-20T08:30:00Z`.
  package static func text(_ date: Date) -> String {
    text(parts(of: CivilTime(utcSeconds: date.unixSeconds), endingIn: "Z"))
  }

  /// Returns the instant in a time zone, with its UTC offset, such as `2026-11-20T09:30:00+01:00`.
  package static func text(_ date: Date, in zone: TimeZone) -> String {
    // Drop the seconds of the UTC offset, which RFC 3339 can't express. Offsets of the 19th century
    // have them.
    let offset = zone.secondsFromGMT(for: date).flooredQuotient(by: 60)
    let time = CivilTime(utcSeconds: date.unixSeconds + offset * 60)
    let (hours, minutes) = abs(offset).quotientAndRemainder(dividingBy: 60)
    return text(
      parts(of: time, endingIn: offset < 0 ? "-" : "+") + [(hours, 2, ":"), (minutes, 2, nil)]
    )
  }

  private static func parts(of time: CivilTime, endingIn mark: Unicode.Scalar) -> [Part] {
    [
      (time.year, 4, "-"), (time.month, 2, "-"), (time.day, 2, "T"), (time.hour, 2, ":"),
      (time.minute, 2, ":"), (time.second, 2, mark),
    ]
  }

  private static func text(_ parts: [Part]) -> String {
    String(unsafeUninitializedCapacity: 25) { text in
      var place = 0
      for (value, width, mark) in parts {
        var rest = value
        for digit in (place..<place + width).reversed() {
          text[digit] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
        }
        place += width
        guard let mark else { break }
        text[place] = UInt8(ascii: mark)
        place += 1
      }
      return place
    }
  }

  /// Parses an instant in RFC 3339 with `Z` or a UTC offset, ignoring fractions of a second.
  ///
  /// - Returns: Nil if the text has another format.
  package static func date(_ text: String) -> Date? {
    var text = text
    return text.withUTF8 { date(UnsafeRawBufferPointer($0)) }
  }

  /// Parses the UTF-8 bytes of an instant.
  package static func date(_ text: UnsafeRawBufferPointer) -> Date? {
    var scanner = TextScanner(text)
    guard
      let time = scanner.dateAndTime(separators: "Tt "),
      scanner.skipFraction(),
      let offset = scanner.offset(),
      scanner.isAtEnd
    else { return nil }
    let date = Date(timeIntervalSince1970: Double(time.utcSeconds - offset))
    return range.contains(date) ? date : nil
  }
}

extension Date {
  /// The seconds since the beginning of 1970, rounded down.
  package var unixSeconds: Int { Int(timeIntervalSince1970.rounded(.down)) }

  /// The date rounded down to a whole second.
  package var truncatedToSeconds: Date { Date(timeIntervalSince1970: Double(unixSeconds)) }
}
