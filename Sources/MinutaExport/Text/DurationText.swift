import MinutaCore

/// The unit of durations that are plain numbers.
package enum DurationUnit: String, Sendable, Codable {
  case hours
  case minutes
  case seconds

  var seconds: Double {
    switch self {
    case .hours: 3600
    case .minutes: 60
    case .seconds: 1
    }
  }
}

/// Reads and writes durations as cells of a table.
package enum DurationText {
  /// Returns the seconds of a duration such as `1:30`, `01:30:00`, `1.5`, `1,5` or `1h 30m`.
  ///
  /// - Parameter unit: The unit of plain numbers. If it's nil, they are hours, but a whole number
  ///   above 24 isn't a duration.
  package static func seconds(_ text: String, _ unit: DurationUnit?) -> Int? {
    let text = String(text.trimmed)
    let isNegative = text.hasPrefix("-")
    if text.contains(":") {
      let seconds = clockSeconds(isNegative ? text.dropFirst() : text[...])
      return seconds.map { isNegative ? -$0 : $0 }
    }
    guard let value = DecimalText.value(text) else { return DurationFormat.seconds(text) }
    // It isn't known whether `1.800` seconds are half an hour or two seconds.
    if let unit, unit != .hours, hasOneGroupOfThree(text) { return nil }
    if unit == nil, abs(value) > 24, value == value.rounded() { return nil }
    let seconds = (value * (unit ?? .hours).seconds).rounded()
    return abs(seconds) <= longest ? Int(seconds) : nil
  }

  /// Whether a number such as `1.800` has a single mark that may separate thousands or decimals.
  private static func hasOneGroupOfThree(_ text: String) -> Bool {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    return parts.count == 2 && (1...3).contains(parts[0].count) && parts[0] != "0"
      && parts[1].count == 3
  }

  /// A hundred years in seconds.
  private static let longest = 100.0 * 366 * 86_400

  private static func clockSeconds(_ text: Substring) -> Int? {
    var scanner = TextScanner(String(text))
    guard
      let hours = scanner.digits(upTo: 5), scanner.skip(":"),
      let minutes = scanner.digits(2), minutes < 60
    else { return nil }
    var seconds = 0
    if scanner.skip(":") {
      guard let digits = scanner.digits(2), digits < 60 else { return nil }
      seconds = digits
    }
    guard scanner.skipFraction(), scanner.isAtEnd else { return nil }
    return hours * 3600 + minutes * 60 + seconds
  }

  /// Returns hours and minutes, such as `2:15`.
  static func minutes(_ seconds: Int) -> String {
    DurationFormat.text(seconds: seconds, as: .clock)
  }

  /// Returns the difference of two durations, such as `+1h 05m`, `−45m` or `0m`.
  static func difference(_ seconds: Int) -> String {
    if seconds == 0 { return "0m" }
    let sign = seconds < 0 ? "−" : seconds > 0 ? "+" : ""
    return sign + DurationFormat.text(seconds: abs(seconds))
  }

  /// Returns hours, minutes and seconds, such as `02:15:00`.
  static func clock(_ seconds: Int) -> String {
    "\((seconds / 3600).padded(to: 2)):\((seconds % 3600 / 60).padded(to: 2))"
      + ":\((seconds % 60).padded(to: 2))"
  }

  /// Returns hours with two decimals, such as `2.25`.
  static func hours(_ seconds: Int) -> String {
    DurationFormat.text(seconds: seconds, as: .decimal)
  }

  /// Returns hours and minutes, such as `2:15` or `−0:30`; seconds follow unless they are zero.
  ///
  /// - Parameter minus: the sign of a negative duration.
  static func shortClock(_ seconds: Int, minus: String) -> String {
    let size = abs(seconds)
    let rest = size % 60 == 0 ? "" : ":\((size % 60).padded(to: 2))"
    return (seconds < 0 ? minus : "") + minutes(size) + rest
  }
}

extension CivilTime {
  /// The hours and minutes of the time of day, such as `09:30`.
  var minuteText: String { "\(hour.padded(to: 2)):\(minute.padded(to: 2))" }

  /// The hours, minutes and seconds of the time of day, such as `09:30:00`.
  var secondText: String { "\(minuteText):\(second.padded(to: 2))" }
}
