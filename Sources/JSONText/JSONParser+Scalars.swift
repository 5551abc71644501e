extension JSONParser {
  mutating func number() throws(JSONError) -> JSONNumber {
    let start = position
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    if position < bytes.count, bytes[position] == UInt8(ascii: "0") {
      position += 1
    } else {
      try digits(from: start)
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      try digits(from: start)
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < bytes.count,
        bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
      {
        position += 1
      }
      try digits(from: start)
    }
    return JSONNumber(unchecked: String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private mutating func digits(from start: Int) throws(JSONError) {
    let first = position
    while position < bytes.count, isDigit(bytes[position]) { position += 1 }
    if position == first {
      if position < bytes.count { position = start }
      throw error(position == bytes.count ? .unexpectedEnd : .malformedNumber)
    }
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Parses a string; `position` is at its opening quote.
  mutating func string() throws(JSONError) -> String {
    let start = position + 1
    var end = start
    var seen: UInt8 = 0
    while end < bytes.count {
      let byte = bytes[end]
      if byte == UInt8(ascii: "\"") {
        position = end + 1
        if seen < 0x80 { return text(start..<end) }
        return try validated(bytes[start..<end], from: start..<end)
      }
      if byte == UInt8(ascii: "\\") {
        position = end
        return try escapedString(from: start)
      }
      if byte < 0x20 {
        position = end
        throw error(.controlCharacter(byte))
      }
      seen |= byte
      end += 1
    }
    position = end
    throw error(.unexpectedEnd)
  }

  /// Returns a range of the input that contains only ASCII characters, as text.
  ///
  /// ASCII needs no UTF-8 validation, which is slow in the standard library.
  private func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  /// Returns a string's decoded bytes as text, or throws an error at the first byte that isn't
  /// UTF-8.
  ///
  /// - Parameters:
  ///   - result: The string's bytes, with its escapes decoded.
  ///   - range: The range of the string's bytes in the input.
  private mutating func validated(
    _ result: some Collection<UInt8>,
    from range: Range<Int>
  ) throws(JSONError) -> String {
    if let text = String(validating: result, as: UTF8.self) { return text }
    position = range.lowerBound
    var rest = bytes[range].makeIterator()
    var parser = UTF8.ForwardParser()
    while case .valid(let scalar) = parser.parseScalar(from: &rest) { position += scalar.count }
    throw error(.invalidUTF8)
  }

  /// Parses the rest of a string that contains escapes; `position` is at the first backslash.
  ///
  /// - Parameter start: The position after the opening quote.
  private mutating func escapedString(from start: Int) throws(JSONError) -> String {
    var result = Array(bytes[start..<position])
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return try validated(result, from: start..<position - 1)
      case UInt8(ascii: "\\"):
        position += 1
        try escape(into: &result)
      case 0..<0x20:
        throw error(.controlCharacter(byte))
      default:
        result.append(byte)
        position += 1
      }
    }
    throw error(.unexpectedEnd)
  }

  private mutating func escape(into result: inout [UInt8]) throws(JSONError) {
    guard position < bytes.count else { throw error(.unexpectedEnd) }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(byte)
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "u"): result.append(contentsOf: String(try scalar()).utf8)
    default:
      position -= 1
      throw error(.malformedEscape)
    }
  }

  /// Parses the hex digits after `\u`, and a second escape if both form a surrogate pair.
  private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
    let start = position - 2
    let first = try codeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard
      first < 0xDC00, position + 1 < bytes.count,
      bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
    else { throw loneSurrogate(at: start) }
    position += 2
    let second = try codeUnit()
    guard
      0xDC00...0xDFFF ~= second,
      let scalar = Unicode.Scalar(
        0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
      )
    else { throw loneSurrogate(at: start) }
    return scalar
  }

  private mutating func loneSurrogate(at start: Int) -> JSONError {
    position = start
    return error(.loneSurrogate)
  }

  private mutating func codeUnit() throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard position < bytes.count else { throw error(.unexpectedEnd) }
      guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue else {
        throw error(.malformedEscape)
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }
}
