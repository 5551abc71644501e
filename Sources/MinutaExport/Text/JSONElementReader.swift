package import JSONText

/// Reads the elements of a JSON array one by one, so that a large array needs little memory.
package struct JSONElementReader {
  private let file: ImportFile
  private var chunk: [UInt8] = []
  /// The position of the next byte in `chunk`.
  private var position = 0
  /// The offset of the next chunk in the file.
  private var offset = 0
  /// The number of the current line, counted from 1.
  private var line = 1
  private var hasBegun = false
  private var isAtEnd = false

  /// The size limit of an element in bytes.
  private static let limit = 16 << 20

  package init(_ file: ImportFile) {
    self.file = file
  }

  /// An element, or nil in place of one that isn't valid JSON, with the line on which it begins.
  package struct Element {
    package let line: Int
    package let value: JSONValue?
    /// Whether the file ends in the middle of the element or of the array.
    package var isCut = false

    /// The reason why there is no value.
    var problem: InvalidReason { isCut ? .cut : .malformed }
  }

  /// Returns the next element; nil after the last.
  ///
  /// After an error in the structure of the array, returns an element without a value, then nil.
  package mutating func next() throws(FormatError) -> Element? {
    if isAtEnd { return nil }
    let isFirst = !hasBegun
    hasBegun = true
    if isFirst, try nextByte() != UInt8(ascii: "[") { return try broken() }
    guard var byte = try nextByte() else { return try broken() }
    if byte == UInt8(ascii: "]") {
      isAtEnd = true
      return try nextByte() == nil ? nil : Element(line: line, value: nil)
    }
    if !isFirst {
      guard byte == UInt8(ascii: ","), let next = try nextByte(), next != UInt8(ascii: "]") else {
        return try broken()
      }
      byte = next
    }
    let start = line
    let value = try value(from: byte)
    if value == nil, try !fill() { return try broken() }
    return Element(line: start, value: value)
  }

  private mutating func broken() throws(FormatError) -> Element {
    isAtEnd = true
    return Element(line: line, value: nil, isCut: try !fill())
  }

  /// Reads the rest of a value; returns nil if it isn't valid JSON.
  ///
  /// - Parameter first: the first byte of the value, which was read already.
  private mutating func value(from first: UInt8) throws(FormatError) -> JSONValue? {
    var bytes = [first]
    var boundary = JSONValueBoundary(first: first)
    while try fill() {
      let start = position
      while position < chunk.count, !boundary.isEnd(chunk[position]) {
        if chunk[position] == 0x0A { line += 1 }
        position += 1
      }
      bytes += chunk[start..<position]
      if bytes.count > Self.limit { throw .tooLarge(file: file.name, limit: Self.limit) }
      if position < chunk.count { break }
    }
    return try? JSONValue(parsing: bytes)
  }

  /// Consumes white space and the byte after it; returns nil at the end of the file.
  private mutating func nextByte() throws(FormatError) -> UInt8? {
    while try fill() {
      let byte = chunk[position]
      position += 1
      if byte == 0x0A { line += 1 }
      if byte != 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 { return byte }
    }
    return nil
  }

  /// Reads the next chunk if the current one is used up; returns false at the end of the file.
  private mutating func fill() throws(FormatError) -> Bool {
    if position < chunk.count { return true }
    chunk = try file.read(offset, 1 << 16)
    position = offset == 0 && chunk.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    offset += chunk.count
    return position < chunk.count
  }
}

/// Finds the end of a JSON value without parsing it.
private struct JSONValueBoundary {
  private var depth: Int
  private var isInString: Bool
  private var isEscaped = false

  /// - Parameter first: the first byte of the value.
  init(first: UInt8) {
    depth = Self.isOpening(first) ? 1 : 0
    isInString = first == UInt8(ascii: "\"")
  }

  /// Whether a byte is the first one after the value; otherwise, it becomes a part of the value.
  mutating func isEnd(_ byte: UInt8) -> Bool {
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        isInString = byte != UInt8(ascii: "\"")
      }
      return false
    }
    let isClosing = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    if depth == 0, isClosing || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") {
      return true
    }
    if Self.isOpening(byte) { depth += 1 }
    if isClosing { depth -= 1 }
    isInString = byte == UInt8(ascii: "\"")
    return false
  }

  private static func isOpening(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
  }
}
