import JSONText

/// Reads the containers of a JSON file step by step, so that a large file needs little memory.
struct JSONScanner {
  private let file: ImportFile
  private var chunk: [UInt8] = []
  /// The position of the next byte in `chunk`.
  private var position = 0
  /// The offset of the next chunk in the file.
  private var offset = 0
  /// The containers that were entered: their closing brackets, and whether they had an element.
  private var containers: [(closing: UInt8, hasElement: Bool)] = []
  /// The number of the current line, counted from 1.
  private(set) var line = 1

  /// The size limit of a value in bytes.
  private static let limit = 16 << 20

  init(_ file: ImportFile) {
    self.file = file
  }

  /// The result of a step in a container.
  enum Step: Equatable {
    /// An element, or the key of a member, begins with this byte.
    case element(UInt8)
    /// The container has ended, and the one around it is the current one.
    case end
    /// The file doesn't follow the syntax of JSON.
    case broken
  }

  /// Consumes white space and an opening bracket, which is followed by the steps in its container.
  ///
  /// Returns false if something else follows.
  mutating func enter(_ opening: UInt8) throws(FormatError) -> Bool {
    guard try nextByte() == opening else { return false }
    enter(after: opening)
    return true
  }

  /// Enters the container whose opening bracket was read last.
  mutating func enter(after opening: UInt8) {
    let isArray = opening == UInt8(ascii: "[")
    containers.append((isArray ? UInt8(ascii: "]") : UInt8(ascii: "}"), false))
  }

  /// Moves to the next element or member of the current container.
  mutating func step() throws(FormatError) -> Step {
    guard let (closing, hasElement) = containers.last else { return .broken }
    guard var byte = try nextByte() else { return .broken }
    if byte == closing {
      containers.removeLast()
      return .end
    }
    if hasElement {
      guard byte == UInt8(ascii: ","), let next = try nextByte(), next != closing else {
        return .broken
      }
      byte = next
    }
    containers[containers.count - 1].hasElement = true
    return .element(byte)
  }

  /// Reads the rest of a member's key and the colon; returns nil if the syntax is wrong.
  ///
  /// - Parameter first: the first byte of the key, which `step` returned.
  mutating func key(from first: UInt8) throws(FormatError) -> String? {
    let key = try value(from: first)?.string
    return try nextByte() == UInt8(ascii: ":") ? key : nil
  }

  /// Reads the rest of a value; returns nil if it isn't valid JSON.
  ///
  /// - Parameter first: the first byte of the value, which was read already.
  mutating func value(from first: UInt8) throws(FormatError) -> JSONValue? {
    var bytes = [first]
    let name = file.name
    try readValue(from: first) { (part) throws(FormatError) in
      bytes += part
      if bytes.count > Self.limit { throw .tooLarge(file: name, limit: Self.limit) }
    }
    return try? JSONValue(parsing: bytes)
  }

  /// Skips the rest of a value of any size, which isn't parsed.
  ///
  /// - Parameter first: the first byte of the value, which was read already.
  mutating func skipValue(from first: UInt8) throws(FormatError) {
    try readValue(from: first) { _ in }
  }

  /// Reads up to the end of a value, and calls a function with each part of it after the first byte.
  private mutating func readValue(
    from first: UInt8,
    _ body: (ArraySlice<UInt8>) throws(FormatError) -> Void
  ) throws(FormatError) {
    var boundary = JSONValueBoundary(first: first)
    while try fill() {
      let start = position
      while position < chunk.count, !boundary.isEnd(chunk[position]) {
        if chunk[position] == 0x0A { line += 1 }
        position += 1
      }
      try body(chunk[start..<position])
      if position < chunk.count { break }
    }
  }

  /// Consumes white space and the byte after it; returns nil at the end of the file.
  mutating func nextByte() throws(FormatError) -> UInt8? {
    while try fill() {
      let byte = chunk[position]
      position += 1
      if byte == 0x0A { line += 1 }
      if byte != 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 { return byte }
    }
    return nil
  }

  /// Whether the whole file was read.
  mutating func isAtEnd() throws(FormatError) -> Bool { !(try fill()) }

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
