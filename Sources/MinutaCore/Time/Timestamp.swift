package import Foundation

/// Instants as RFC 3339 writes them, in whole seconds.
package enum Timestamp {
  /// The instants that have a text: those of the years from 1600 to 9999 in UTC.
  package static let range: ClosedRange<Date> =
    Date(timeIntervalSince1970: -11_676_096_000)...Date(timeIntervalSince1970: 253_402_300_799)

  /// A number with as many digits as its width, and the character after it.
  private typealias Part = (value: Int, width: Int, mark: Unicode.Scalar?)

  /// The instant in UTC: `2026-11-20T08:30:00Z`.
  package static func text(_ date: Date) -> String {
    text(parts(of: CivilTime(utcSeconds: date.unixSeconds), endingIn: "Z"))
  }

  /// The instant as a clock in a zone shows it, with its offset: `2026-11-20T09:30:00+01:00`.
  package static func text(_ date: Date, in zone: TimeZone) -> String {
    // Offsets of the 19th century have seconds, which RFC 3339 has no place for.
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

  /// Reads an instant with `Z` or an offset; a fraction of a second is dropped.
  ///
  /// - Returns: Nil where the text is anything else.
  package static func date(_ text: String) -> Date? {
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
  /// Seconds since the beginning of 1970, rounded down.
  package var unixSeconds: Int { Int(timeIntervalSince1970.rounded(.down)) }

  /// The instant without its fraction of a second.
  package var truncatedToSeconds: Date { Date(timeIntervalSince1970: Double(unixSeconds)) }
}
