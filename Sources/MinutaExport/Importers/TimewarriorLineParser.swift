/// Parses a line of a data file of Timewarrior, such as
/// `inc 20240517T083000Z - 20240517T090000Z # Work "client a" # "A note"`.
///
/// It works on bytes, because a data folder has a line for each interval of many years.
struct TimewarriorLineParser {
  let bytes: UnsafeBufferPointer<UInt8>
  /// The number of the line.
  let line: Int
  private var position = 0

  private typealias Word = Slice<UnsafeBufferPointer<UInt8>>

  init(bytes: UnsafeBufferPointer<UInt8>, line: Int) {
    self.bytes = bytes
    self.line = line
  }

  /// Returns the element of the line; nil if the line is blank.
  mutating func item() -> ImportedItem? {
    guard let kind = word() else { return nil }
    if bytes.contains(where: { $0 >= 0x80 }), String(validating: bytes, as: UTF8.self) == nil {
      return .invalid(line: line, .encoding)
    }
    if kind.elementsEqual("exc".utf8) { return .skipped(line: line, .notARecord("exc")) }
    guard kind.elementsEqual("inc".utf8) else {
      return .invalid(line: line, .expected("inc START - END"))
    }
    do throws(InvalidReason) {
      return try interval().item(line: line)
    } catch {
      return .invalid(line: line, error)
    }
  }

  private mutating func interval() throws(InvalidReason) -> TimewarriorInterval {
    var interval = TimewarriorInterval()
    guard let start = word(), !Self.isMark(start) else { throw .missing("start") }
    interval.start = try Self.seconds(start)
    var next = word()
    if let dash = next, dash.elementsEqual("-".utf8) {
      guard let end = word(), !Self.isMark(end) else { throw .missing("end") }
      interval.end = try Self.seconds(end)
      next = word()
    }
    guard let next else { return interval }
    guard Self.isMark(next) else { throw .malformed }
    while let tag = try token() {
      if tag == "#" {
        interval.annotation = try annotation()
        break
      }
      interval.tags.append(tag)
    }
    return interval
  }

  /// Reads the rest of the line; nil if there is nothing left.
  private mutating func annotation() throws(InvalidReason) -> String? {
    guard var text = try token() else { return nil }
    while let next = try token() { text += " \(next)" }
    return text
  }

  private static func isMark(_ word: Word) -> Bool { word.elementsEqual("#".utf8) }

  private static func seconds(_ word: Word) throws(InvalidReason) -> Int {
    guard let seconds = TimewarriorInterval.seconds(word) else {
      throw .invalidTime(String(decoding: word, as: UTF8.self))
    }
    return seconds
  }

  /// Reads the bytes up to the next blank; nil at the end of the line.
  private mutating func word() -> Word? {
    while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
    let start = position
    while position < bytes.count, !Self.isBlank(bytes[position]) { position += 1 }
    return start == position ? nil : bytes[start..<position]
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || 0x09...0x0D ~= byte
  }

  /// Reads a word, or a text in quotes; nil at the end of the line.
  private mutating func token() throws(InvalidReason) -> String? {
    guard let word = word() else { return nil }
    let quote = word[word.startIndex]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let end = position
      position = word.startIndex + 1
      if let text = quotedText(quote) { return text }
      // Timewarrior writes no quotes around a tag such as 'tis.
      if quote == UInt8(ascii: "\"") { throw .unclosedQuote }
      position = end
    }
    return String(decoding: UnsafeBufferPointer(rebasing: word), as: UTF8.self)
  }

  /// Reads a text up to the quote at its end; nil if there is no such quote.
  private mutating func quotedText(_ quote: UInt8) -> String? {
    let start = position
    while position < bytes.count, bytes[position] != quote {
      if bytes[position] == UInt8(ascii: "\\") || beginsCodePoint {
        return escapedText(quote, from: start)
      }
      position += 1
    }
    if position == bytes.count { return nil }
    let text = UnsafeBufferPointer(rebasing: bytes[start..<position])
    position += 1
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads the rest of a text from its first escape; nil if there is no quote at its end.
  private mutating func escapedText(_ quote: UInt8, from start: Int) -> String? {
    var text = Array(bytes[start..<position])
    while position < bytes.count, bytes[position] != quote {
      if let character = codePoint() {
        text += Array(String(character).utf8)
      } else if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count {
        text.append(Self.escapes[bytes[position + 1]] ?? bytes[position + 1])
        position += 2
      } else {
        text.append(bytes[position])
        position += 1
      }
    }
    if position == bytes.count { return nil }
    position += 1
    return String(decoding: text, as: UTF8.self)
  }

  /// The control characters by the letters after a backslash.
  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A,
    UInt8(ascii: "v"): 0x0B, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "r"): 0x0D,
  ]

  /// Whether `U+` is at the position, which Timewarrior takes for an escape like `\u`.
  private var beginsCodePoint: Bool {
    bytes[position] == UInt8(ascii: "U") && position + 1 < bytes.count
      && bytes[position + 1] == UInt8(ascii: "+")
  }

  /// Reads an escape such as `\u00E9` or `U+00E9`; returns nil if there is none at the position.
  private mutating func codePoint() -> Character? {
    let rest = bytes[position...].prefix(6)
    let isEscape = rest.starts(with: "\\u".utf8) || beginsCodePoint
    guard isEscape, rest.count == 6 else { return nil }
    let digits = String(decoding: rest.dropFirst(2), as: UTF8.self)
    guard digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    else { return nil }
    position += 6
    return Character(scalar)
  }
}
