/// Text that is not the JSON we read: what is wrong and where.
public struct JSONError: Error, Sendable, Equatable {
  /// What can be wrong.
  public enum Problem: Sendable, Equatable {
    /// The text ends inside a value.
    case unexpectedEnd
    /// A character stands where it cannot.
    case unexpectedCharacter(Unicode.Scalar)
    /// A byte-order mark stands before the value.
    case byteOrderMark
    /// Something follows the value.
    case trailingText
    /// A comma is followed by no element or member.
    case trailingComma
    /// Two members of an object have this name.
    case duplicateKey(String)
    /// Something begins like a number and is none.
    case malformedNumber
    /// A string has a control character that is not escaped.
    case controlCharacter(UInt8)
    /// A backslash is followed by something that is no escape.
    case malformedEscape
    /// Half of a surrogate pair stands alone.
    case loneSurrogate
    /// The bytes are not UTF-8.
    case invalidUTF8
    /// Arrays and objects stand inside each other more deeply than this.
    case tooDeep(limit: Int)
    /// The text has more bytes than this.
    case tooLarge(limit: Int)
  }

  /// What is wrong.
  public let problem: Problem
  /// Bytes before the place.
  public let offset: Int
  /// The line of the place, counted from 1.
  public let line: Int
  /// The value that was being read.
  public internal(set) var pointer: JSONPointer
}

extension JSONError: CustomStringConvertible {
  /// What is wrong and where, as part of a sentence.
  public var description: String {
    let place = pointer.tokens.isEmpty ? "" : " (at \(pointer.description.shortened))"
    return "\(problem) on line \(line)\(place)"
  }
}

extension String {
  /// The text, or where it is long its beginning and its end, which say the most.
  fileprivate var shortened: String {
    count > 120 ? "\(prefix(60))…\(suffix(60))" : self
  }
}

extension JSONError.Problem: CustomStringConvertible {
  /// What is wrong, as part of a sentence.
  public var description: String {
    switch self {
    case .unexpectedEnd: "it ends too early"
    case .unexpectedCharacter(let scalar): "unexpected \(Self.shown(scalar))"
    case .byteOrderMark: "it begins with a byte-order mark"
    case .trailingText: "something follows the value"
    case .trailingComma: "a comma too many"
    case .duplicateKey(let key): "the key '\(key.shortened)' stands twice"
    case .malformedNumber: "a malformed number"
    case .controlCharacter(let byte): "a bare control character (\(byte)) in a string"
    case .malformedEscape: "a malformed escape in a string"
    case .loneSurrogate: "half of a surrogate pair"
    case .invalidUTF8: "bytes that are not UTF-8"
    case .tooDeep(let limit): "more than \(limit) levels"
    case .tooLarge(let limit): "more than \(limit) bytes"
    }
  }

  private static func shown(_ scalar: Unicode.Scalar) -> String {
    scalar.value > 0x20 && scalar.value != 0x7F ? "'\(scalar)'" : "character \(scalar.value)"
  }
}
