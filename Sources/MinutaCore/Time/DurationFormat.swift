/// Formats and parses durations.
package enum DurationFormat {
  /// Returns the duration in hours and minutes, such as `3h 05m`, or in seconds below a minute.
  package static func text(seconds: Int) -> String {
    let size = abs(seconds)
    let sign = seconds < 0 ? "-" : ""
    if size < 60 { return "\(sign)\(size)s" }
    let (hours, minutes) = (size / 3600, size % 3600 / 60)
    if hours == 0 { return "\(sign)\(minutes)m" }
    return "\(sign)\(hours)h \(minutes < 10 ? "0" : "")\(minutes)m"
  }
}

extension DurationFormat {
  /// Parses a duration such as `1h30m`, `90m`, `45s`, `1:30`, `1.5h` or `PT1H30M`.
  ///
  /// - Returns: Whole seconds. Nil if the text is not a duration, or is longer than a hundred
  ///   years.
  package static func seconds(_ text: String) -> Int? {
    let plain = text.lowercased().filter { $0 != " " }
    let seconds =
      clockSeconds(plain) ?? unitSeconds(plain.hasPrefix("pt") ? plain.dropFirst(2) : plain[...])
    return seconds.flatMap { $0 <= 100 * 366 * 86_400 ? $0 : nil }
  }

  /// Parses hours, minutes and optional seconds: `1:30` or `1:30:15`.
  private static func clockSeconds(_ text: String) -> Int? {
    var scanner = TextScanner(text)
    guard
      let hours = scanner.digits(upTo: 6), scanner.skip(":"),
      let minutes = scanner.digits(2), minutes < 60
    else { return nil }
    var seconds = 0
    if scanner.skip(":") {
      guard let digits = scanner.digits(2), digits < 60 else { return nil }
      seconds = digits
    }
    return scanner.isAtEnd ? hours * 3600 + minutes * 60 + seconds : nil
  }

  /// Parses numbers with units, such as `1h30m`.
  ///
  /// Units must be in descending order, and each may occur once.
  private static func unitSeconds(_ text: Substring) -> Int? {
    var rest = text
    var total = 0.0
    for (unit, size) in [("h", 3600.0), ("m", 60.0), ("s", 1.0)] {
      let amount = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
      guard rest.dropFirst(amount.count).hasPrefix(unit) else { continue }
      guard let value = decimal(amount) else { return nil }
      total += value * size
      rest = rest.dropFirst(amount.count + 1)
    }
    guard rest.isEmpty, !text.isEmpty, total < 1e12 else { return nil }
    return Int(total.rounded())
  }

  private static func decimal(_ text: Substring) -> Double? {
    text.first == "." || text.last == "." ? nil : Double(text)
  }
}
