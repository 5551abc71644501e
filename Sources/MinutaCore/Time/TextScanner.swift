/// Reads the parts of a date, time or duration from left to right.
package struct TextScanner<Bytes: RandomAccessCollection>
where Bytes.Element == UInt8, Bytes.Index == Int {
  private let bytes: Bytes
  private var position = 0

  package init(_ bytes: Bytes) {
    self.bytes = bytes
  }

  package init(_ text: String) where Bytes == [UInt8] {
    self.init(Array(text.utf8))
  }

  package var isAtEnd: Bool { position == bytes.count }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Consumes the next character if it is one of the ASCII characters in `choices`.
  package mutating func skip(_ choices: StaticString) -> Bool {
    guard
      let next,
      UnsafeBufferPointer(start: choices.utf8Start, count: choices.utf8CodeUnitCount)
        .contains(next)
    else { return false }
    position += 1
    return true
  }

  /// Reads a number of exactly `count` digits.
  ///
  /// If there are fewer, consumes nothing and returns nil.
  package mutating func digits(_ count: Int) -> Int? {
    guard position + count <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[position..<position + count] {
      guard byte &- UInt8(ascii: "0") < 10 else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    position += count
    return value
  }

  /// Reads a number of 1 to `count` digits.
  package mutating func digits(upTo count: Int) -> Int? {
    let available = bytes[position...].prefix(count).prefix { $0 &- UInt8(ascii: "0") < 10 }.count
    return available == 0 ? nil : digits(available)
  }

  /// Reads a date such as `2026-11-20`.
  package mutating func date() -> CivilTime? {
    guard
      let year = digits(4), skip("-"),
      let month = digits(2), skip("-"),
      let day = digits(2)
    else { return nil }
    return CivilTime(year: year, month: month, day: day)
  }

  /// Reads a time of day such as `09:30`, `9:30` or `09:30:15`, and combines it with a date.
  package mutating func clock(on date: CivilTime) -> CivilTime? {
    guard let hour = digits(upTo: 2), skip(":"), let minute = digits(2) else { return nil }
    var second = 0
    if skip(":") {
      guard let digits = digits(2) else { return nil }
      second = digits
    }
    return CivilTime(
      year: date.year,
      month: date.month,
      day: date.day,
      hour: hour,
      minute: minute,
      second: second
    )
  }

  /// Reads a date, one of the separators, and a time of day.
  package mutating func dateAndTime(separators: StaticString) -> CivilTime? {
    guard let date = date(), skip(separators) else { return nil }
    return clock(on: date)
  }

  /// Consumes an optional fraction such as `.123`.
  ///
  /// Returns false if there is a point without digits after it.
  package mutating func skipFraction() -> Bool {
    guard skip(".") else { return true }
    guard digits(upTo: 1) != nil else { return false }
    while digits(upTo: 9) != nil {}
    return true
  }

  /// Reads a UTC offset such as `Z`, `+01:00` or `-0330`, in seconds east of Greenwich.
  package mutating func offset() -> Int? {
    if skip("Zz") { return 0 }
    let sign = next == UInt8(ascii: "-") ? -1 : 1
    guard skip("+-"), let hours = digits(2) else { return nil }
    _ = skip(":")
    guard let minutes = digits(2), hours < 24, minutes < 60 else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }
}
