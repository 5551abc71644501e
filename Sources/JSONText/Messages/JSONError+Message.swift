extension JSONError: CustomStringConvertible {
  /// The problem and its position, for use inside a sentence.
  public var description: String {
    let place = pointer.tokens.isEmpty ? "" : " (at \(pointer.description.shortened))"
    return "\(problem) on line \(line)\(place)"
  }
}

extension String {
  /// The text; in a long text, `…` replaces the middle.
  fileprivate var shortened: String {
    count > 120 ? "\(prefix(60))…\(suffix(60))" : self
  }
}

extension JSONError.Problem: CustomStringConvertible {
  /// The problem, for use inside a sentence.
  public var description: String {
    switch self {
    case .unexpectedEnd: "unexpected end of text"
    case .unexpectedCharacter(let scalar): "unexpected \(Self.shown(scalar))"
    case .byteOrderMark: "unexpected byte-order mark"
    case .trailingText: "unexpected text after the value"
    case .trailingComma: "trailing comma"
    case .duplicateKey(let key): "duplicate key '\(key.shortened)'"
    case .malformedNumber: "malformed number"
    case .controlCharacter(let byte):
      "unescaped control character U+00\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true)) in a string"
    case .malformedEscape: #"invalid escape in a string (a backslash is written as \\)"#
    case .loneSurrogate: "unpaired surrogate in a string"
    case .invalidUTF8: "invalid UTF-8"
    case .tooDeep(let limit): "nested more than \(limit) levels deep"
    case .tooLarge(let limit): "larger than \(Self.size(limit))"
    }
  }

  /// Returns a size as text: in MiB if it is a whole number of MiB, otherwise in bytes.
  private static func size(_ bytes: Int) -> String {
    bytes > 0 && bytes % (1 << 20) == 0 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
  }

  private static func shown(_ scalar: Unicode.Scalar) -> String {
    scalar.value > 0x20 && scalar.value != 0x7F ? "'\(scalar)'" : "character \(scalar.value)"
  }
}
