extension JSONPointer {
  /// The line, counted from 1, where the value that the pointer leads to begins in a text.
  ///
  /// - Returns: Nil where the text is not JSON up to there or the pointer leads nowhere in it. The
  ///   member of an object that is missing answers with its object's line.
  public func line(in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { buffer in
      var parser = JSONParser(bytes: buffer, limits: JSONLimits(bytes: .max))
      guard let offset = try? parser.offset(of: tokens[...]) else { return nil }
      return buffer[..<offset].count { $0 == UInt8(ascii: "\n") } + 1
    }
  }
}

extension JSONParser {
  /// Walks the text to a value, reading and dropping what stands before it.
  ///
  /// - Returns: Nil where the way ends before.
  fileprivate mutating func offset(of tokens: ArraySlice<String>) throws(JSONError) -> Int? {
    skipWhitespace()
    let start = position
    guard let token = tokens.first else {
      _ = try value()
      return start
    }
    guard position < bytes.count else { throw error(.unexpectedEnd) }
    let isObject = bytes[position] == UInt8(ascii: "{")
    guard isObject || bytes[position] == UInt8(ascii: "[") else { return nil }
    let closing = UInt8(ascii: isObject ? "}" : "]")
    try enterContainer()
    var index = 0
    while try next(after: index, closing: closing) {
      let name = isObject ? try memberKey() : String(index)
      if name.hasSameBytes(as: token) { return try offset(of: tokens.dropFirst()) }
      _ = try value()
      index += 1
    }
    return isObject && tokens.count == 1 ? start : nil
  }
}
