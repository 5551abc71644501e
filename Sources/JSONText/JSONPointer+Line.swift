extension JSONPointer {
  /// Returns the line of a JSON text, counted from 1, where the value at this pointer begins.
  ///
  /// - Returns: The line; nil if there is no such value, or the text up to the end of the value is
  ///   not valid JSON. If only the last key is missing, the line where the object that lacks it
  ///   begins.
  public func line(in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { buffer in
      var parser = JSONParser(bytes: buffer, limits: JSONLimits(bytes: .max))
      guard let offset = try? parser.offset(of: tokens[...]) else { return nil }
      return buffer[..<offset].count { $0 == UInt8(ascii: "\n") } + 1
    }
  }
}

extension JSONParser {
  /// Parses the text up to the end of a value, and returns the byte offset where the value begins.
  ///
  /// - Parameter tokens: The keys and indices on the path to the value.
  /// - Returns: Nil if there is no such value. If only the last key is missing, the offset of the
  ///   object that lacks it.
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
