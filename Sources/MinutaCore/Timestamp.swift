package import Foundation

/// Instants as RFC 3339 writes them, in whole seconds.
package enum Timestamp {
  /// The instants that have a text: those of the years from 1600 to 9999 in UTC.
  package static let range: ClosedRange<Date> =
    Date(timeIntervalSince1970: -11_676_096_000)...Date(timeIntervalSince1970: 253_402_300_799)

  /// The instant in UTC: `2026-11-20T08:30:00Z`.
  package static func text(_ date: Date) -> String {
    let time = CivilTime(utcSeconds: date.wholeSeconds)
    let parts: [(value: Int, width: Int, mark: Unicode.Scalar)] = [
      (time.year, 4, "-"), (time.month, 2, "-"), (time.day, 2, "T"), (time.hour, 2, ":"),
      (time.minute, 2, ":"), (time.second, 2, "Z"),
    ]
    return String(unsafeUninitializedCapacity: 20) { text in
      var place = 0
      for (value, width, mark) in parts {
        var rest = value
        for digit in (place..<place + width).reversed() {
          text[digit] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
        }
        text[place + width] = UInt8(ascii: mark)
        place += width + 1
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
  package var wholeSeconds: Int { Int(timeIntervalSince1970.rounded(.down)) }

  /// The instant without its fraction of a second.
  package var inWholeSeconds: Date { Date(timeIntervalSince1970: Double(wholeSeconds)) }
}
