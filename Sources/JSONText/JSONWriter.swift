extension JSONValue {
  /// The formatting of JSON text.
  public enum Layout: Sendable {
    /// The text on one line, without spaces, for programs, of which some end a line at Unicode's line
    /// separators. So those are escaped.
    case compact
    /// The compact text with these separators as they are, for files and digests.
    case stored
    /// One line per member and element, indented by two spaces, with a final newline.
    case indented
  }

  /// Returns the value as UTF-8 JSON text.
  public func bytes(_ layout: Layout = .compact) -> [UInt8] {
    var writer = JSONWriter(layout: layout)
    writer.write(self)
    if layout == .indented { writer.bytes.append(UInt8(ascii: "\n")) }
    return writer.bytes
  }

  /// Returns the value as JSON text.
  public func text(_ layout: Layout = .compact) -> String {
    String(decoding: bytes(layout), as: UTF8.self)
  }
}

private struct JSONWriter {
  var bytes: [UInt8] = []
  private let layout: JSONValue.Layout
  private var isIndented: Bool { layout == .indented }
  private var level = 0

  init(layout: JSONValue.Layout) {
    self.layout = layout
  }

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: append("null")
    case .bool(let flag): append(flag ? "true" : "false")
    case .number(let number): append(number.text)
    case .string(let text): write(text)
    case .array(let elements):
      list(elements, UInt8(ascii: "["), UInt8(ascii: "]")) { $0.write($1) }
    case .object(let object):
      list(object.members, UInt8(ascii: "{"), UInt8(ascii: "}")) { writer, member in
        writer.write(member.key)
        writer.bytes.append(UInt8(ascii: ":"))
        if writer.isIndented { writer.bytes.append(UInt8(ascii: " ")) }
        writer.write(member.value)
      }
    }
  }

  private mutating func list<Element>(
    _ elements: [Element],
    _ opening: UInt8,
    _ closing: UInt8,
    _ write: (inout JSONWriter, Element) -> Void
  ) {
    bytes.append(opening)
    level += 1
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      breakLine()
      write(&self, element)
    }
    level -= 1
    if !elements.isEmpty { breakLine() }
    bytes.append(closing)
  }

  private mutating func breakLine() {
    guard isIndented else { return }
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<level { append("  ") }
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    let escapesAll = layout == .compact
    text.withUTF8 { utf8 in
      var rest = utf8[...]
      while let place = rest.firstIndex(where: { Self.isEscaped($0, orSeparator: escapesAll) }) {
        bytes.append(contentsOf: rest[..<place])
        rest = rest[place...]
        let isASCII = rest[place] < 0x80
        let separator = isASCII ? nil : Self.separators.first { rest.starts(with: $0.utf8) }
        if let separator { append(separator.escape) } else { appendEscaped(rest[place]) }
        rest = rest.dropFirst(separator?.utf8.count ?? 1)
      }
      bytes.append(contentsOf: rest)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// The line separators of Unicode, with their escapes.
  private static let separators: [(utf8: [UInt8], escape: String)] = [
    ([0xC2, 0x85], "\\u0085"), ([0xE2, 0x80, 0xA8], "\\u2028"), ([0xE2, 0x80, 0xA9], "\\u2029"),
  ]

  /// Whether a byte needs an escape, or if wanted, can begin a separator.
  private static func isEscaped(_ byte: UInt8, orSeparator: Bool) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
      || orSeparator && (byte == 0xC2 || byte == 0xE2)
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0A: append("\\n")
    case 0x0C: append("\\f")
    case 0x0D: append("\\r")
    case 0..<0x20: append("\\u00" + (byte < 16 ? "0" : "1") + String(byte & 15, radix: 16))
    default:
      if byte < 0x80 { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
  }
}
