/// An error in JSON text, with its position.
public struct JSONError: Error, Sendable, Equatable {
  /// The kinds of error.
  public enum Problem: Sendable, Equatable {
    /// The text ends inside a value.
    case unexpectedEnd
    /// A character is not allowed at this position.
    case unexpectedCharacter(Unicode.Scalar)
    /// The text begins with a byte-order mark.
    case byteOrderMark
    /// Something follows the value.
    case trailingText
    /// A comma is followed by no element or member.
    case trailingComma
    /// An object has two members with this key.
    case duplicateKey(String)
    /// A number is malformed.
    case malformedNumber
    /// A string contains an unescaped control character.
    case controlCharacter(UInt8)
    /// A backslash doesn't begin a valid escape sequence.
    case malformedEscape
    /// A surrogate escape lacks its other half.
    case loneSurrogate
    /// The bytes are not valid UTF-8.
    case invalidUTF8
    /// Arrays and objects are nested deeper than `limit` levels.
    case tooDeep(limit: Int)
    /// The text has more than `limit` bytes.
    case tooLarge(limit: Int)
  }

  /// The kind of error.
  public let problem: Problem
  /// The position in the text, as a number of bytes from its start.
  public let offset: Int
  /// The line number, counted from 1.
  public let line: Int
  /// The path of the value in which the error was found.
  public internal(set) var pointer: JSONPointer
}
