/// A parser that splits a byte stream into messages, regardless of how the bytes arrive in chunks.
///
/// Unless the framing is known, the first non-blank byte determines it for the whole stream. After a
/// framing error that ends the input, the parser ignores all further bytes.
package struct FrameParser: Sendable {
  private enum ParserState {
    case beforeMessage, line, header, end
    case body(length: Int, unsupportedCharset: String?)
  }

  /// The framing of the stream; nil before the first non-blank byte.
  package private(set) var framing: Framing?
  private let limit: Int
  private var state = ParserState.beforeMessage
  private var header: FrameHeader
  private var partial: [UInt8] = []
  /// Whether the next line may begin with a byte order mark, which some programs write first.
  private var mayHaveByteOrderMark: Bool

  /// Creates a parser for a stream.
  ///
  /// - Parameters:
  ///   - limit: the maximum size of a message in bytes.
  ///   - framing: the framing, if it is known. A server may print other text before its first
  ///     message, which must not determine the framing.
  package init(limit: Int, framing: Framing? = nil) {
    self.limit = limit
    self.framing = framing
    mayHaveByteOrderMark = framing == .newline
    header = FrameHeader(lengthLimit: limit)
  }

  /// Appends bytes to the stream and returns the messages that they complete.
  package mutating func feed(_ bytes: [UInt8]) -> [Frame] {
    var frames: [Frame] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      do throws(RPCError) {
        if let frame = try next(in: &rest) { frames.append(frame) }
      } catch {
        frames.append(.broken(error))
        state = .end
      }
    }
    return frames
  }

  /// Ends the input and returns the unfinished message as a frame; nil if there is none.
  ///
  /// A last line without a line break is a complete message; any other unfinished message becomes a
  /// framing error.
  package mutating func finish() -> Frame? {
    defer { state = .end }
    switch state {
    case .beforeMessage, .end: return nil
    case .line: return .message(takePartial())
    case .header, .body: return .broken(.inputEnded)
    }
  }

  private mutating func next(in rest: inout ArraySlice<UInt8>) throws(RPCError) -> Frame? {
    switch state {
    case .beforeMessage: try begin(in: &rest)
    case .line:
      if try takeLine(from: &rest) {
        state = .beforeMessage
        return .message(takePartial())
      }
    case .header: return try readHeader(in: &rest)
    case .body(let length, let charset):
      return body(of: length, unsupportedCharset: charset, in: &rest)
    case .end: rest = []
    }
    return nil
  }

  private mutating func begin(in rest: inout ArraySlice<UInt8>) throws(RPCError) {
    rest = rest.drop(while: Self.isBlank)
    guard let first = rest.first else { return }
    if framing == nil { framing = try Self.detectFraming(from: first) }
    state = framing == .newline ? .line : .header
  }

  private static func detectFraming(from byte: UInt8) throws(RPCError) -> Framing {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return .newline
    case UInt8(ascii: "C"), UInt8(ascii: "c"): return .header
    default: throw .unknownFraming(firstByte: byte)
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
      || byte == UInt8(ascii: "\n")
  }

  /// Moves the bytes of a line, or of its beginning, to `partial`.
  ///
  /// - Returns: Whether the line is complete.
  private mutating func takeLine(
    from rest: inout ArraySlice<UInt8>
  ) throws(RPCError) -> Bool {
    let end = rest.firstIndex(of: UInt8(ascii: "\n"))
    let piece = rest[..<(end ?? rest.endIndex)]
    if partial.count + piece.count > limit { throw .messageTooLong(limit: limit) }
    partial += piece
    rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
    return end != nil
  }

  private mutating func readHeader(
    in rest: inout ArraySlice<UInt8>
  ) throws(RPCError) -> Frame? {
    let count = rest.count
    let isWhole = try takeLine(from: &rest)
    try header.count(count - rest.count)
    guard isWhole else { return nil }
    var line = takePartial()
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    guard line.isEmpty else {
      try header.read(line)
      return nil
    }
    let (length, charset) = (try header.bodyLength(), header.unsupportedCharset)
    header = FrameHeader(lengthLimit: limit)
    state = .body(length: length, unsupportedCharset: charset)
    return body(of: length, unsupportedCharset: charset, in: &rest)
  }

  /// Reads the bytes of a message after its header; returns nil until the message is complete.
  ///
  /// Memory is allocated only for bytes received, because the header may claim a huge length.
  private mutating func body(
    of length: Int,
    unsupportedCharset: String?,
    in rest: inout ArraySlice<UInt8>
  ) -> Frame? {
    let piece = rest.prefix(length - partial.count)
    partial += piece
    rest = rest[piece.endIndex...]
    guard partial.count == length else { return nil }
    state = .beforeMessage
    let body = takePartial()
    return unsupportedCharset.map { .unreadable(.unknownCharset($0)) } ?? .message(body)
  }

  private mutating func takePartial() -> [UInt8] {
    defer { (partial, mayHaveByteOrderMark) = ([], false) }
    if mayHaveByteOrderMark, partial.starts(with: [0xEF, 0xBB, 0xBF]) { partial.removeFirst(3) }
    return partial
  }
}
