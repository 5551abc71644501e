/// Formats and parses durations.
package enum DurationFormat {
  /// Returns the duration in hours and minutes, such as `3h 05m`, or in seconds below a minute.
  package static func text(seconds: Int) -> String {
    let size = abs(max(seconds, -Int.max))
    let sign = seconds < 0 ? "-" : ""
    if size < 60 { return "\(sign)\(size)s" }
    let (hours, minutes) = (size / 3600, size % 3600 / 60)
    if hours == 0 { return "\(sign)\(minutes)m" }
    return "\(sign)\(hours)h \(minutes < 10 ? "0" : "")\(minutes)m"
  }

  /// The form of a duration in tables and charts.
  package enum Style: String, Sendable, CaseIterable {
    /// Hours and minutes with their units, such as `3h 05m`.
    case units
    /// Hours and minutes, such as `3:05`.
    case clock
    /// Hours with two decimals, such as `3.08`.
    case decimal
  }

  /// Returns the duration in a form.
  package static func text(seconds: Int, as style: Style) -> String {
    let size = abs(max(seconds, -Int.max))
    let sign = seconds < 0 ? "-" : ""
    switch style {
    case .units: return text(seconds: seconds)
    case .clock: return "\(sign)\(size / 3600):\((size % 3600 / 60).padded(to: 2))"
    case .decimal:
      let hundredths = (size + 18) / 36
      return "\(sign)\(hundredths / 100).\((hundredths % 100).padded(to: 2))"
    }
  }

  /// Returns the seconds that a form shows, for a sum or difference of durations as they are printed.
  package static func printed(_ seconds: Int, as style: Style) -> Int {
    switch style {
    case .units: abs(seconds) < 60 ? seconds : seconds / 60 * 60
    case .clock: seconds / 60 * 60
    case .decimal: (seconds + (seconds < 0 ? -18 : 18)) / 36 * 36
    }
  }

  /// Returns durations that a form shows so that they add up to their sum as it is printed.
  ///
  /// They stay as they are if they add up already, or if the form shows some of them in seconds.
  ///
  /// - Parameter printed: the seconds that are shown of the sum.
  package static func parts(_ parts: [Int], of printed: Int, as style: Style) -> [Int] {
    var (sum, printedSum) = (0, 0)
    for seconds in parts {
      if style == .units, 1..<60 ~= seconds { return parts }
      sum += seconds
      printedSum += Self.printed(seconds, as: style)
    }
    if printedSum == printed { return parts }
    let mode: Rounding.Mode = printed > sum ? .up : .down
    return Rounding(mode, to: style == .decimal ? 36 : 60, per: .record).spread(parts)
  }
}

extension DurationFormat {
  /// Parses a duration such as `1h30m`, `90 minutes`, `1h30`, `45s`, `1:30`, `1.5h` or `PT1H30M`.
  ///
  /// - Returns: Whole seconds. Nil if the text is not a duration, or is longer than a hundred
  ///   years.
  package static func seconds(_ text: String) -> Int? {
    guard text.utf8.contains(where: { $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
    let words = text.lowercased().split(separator: " ")
    // `joined` looks up generic types at run time, which takes longer than reading one word.
    let plain = words.count == 1 ? String(words[0]) : words.joined(separator: " ")
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

  private static let units: [(names: [Substring], seconds: Double)] = [
    (["h", "hr", "hrs", "hour", "hours"], 3600),
    (["m", "min", "mins", "minute", "minutes"], 60),
    (["s", "sec", "secs", "second", "seconds"], 1),
  ]

  /// Parses numbers with units, such as `1h30m`, `1 hour 30 minutes` or `1h30`.
  ///
  /// Units must be in descending order, and each may occur once. A number without a unit can only
  /// be the minutes that follow the hours without a space.
  private static func unitSeconds(_ text: Substring) -> Int? {
    var rest = text
    var total = 0.0
    var last = Double.infinity
    var isAfterHours = false
    repeat {
      let amount = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," }
      rest = rest.dropFirst(amount.count).drop { $0 == " " }
      let name = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(name.count)
      guard let value = decimal(amount) else { return nil }
      let isMinutes = name.isEmpty && isAfterHours && value < 60 && Int(amount) != nil
      let size = isMinutes ? 60 : units.first { $0.names.contains(name) }?.seconds
      guard let size, size < last else { return nil }
      total += value * size
      last = size
      isAfterHours = size == 3600 && rest.first != " "
      rest = rest.drop { $0 == " " }
    } while !rest.isEmpty
    return total < 1e12 ? Int(total.rounded()) : nil
  }

  private static func decimal(_ text: Substring) -> Double? {
    if text.first?.isNumber != true || text.last?.isNumber != true { return nil }
    // `replacing` looks up generic types at run time, which takes longer than the rest of a start.
    let bytes = text.utf8.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
    return Double(String(decoding: bytes, as: UTF8.self))
  }
}
