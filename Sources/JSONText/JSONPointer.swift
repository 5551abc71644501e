/// A reference to a value inside a JSON value, defined by RFC 6901.
public struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
  /// The keys and indices of the path, unescaped.
  public var tokens: [String]

  /// Creates a pointer; without tokens, it refers to the whole value.
  public init(_ tokens: [String] = []) {
    self.tokens = tokens
  }

  /// Parses a pointer; nil if the text is malformed.
  public init?(parsing text: String) {
    if text.isEmpty {
      self.init()
      return
    }
    let tokens = text.split(separator: "/", omittingEmptySubsequences: false)
    guard tokens[0].isEmpty else { return nil }
    var unescaped: [String] = []
    for token in tokens.dropFirst() {
      guard let token = Self.unescaped(token) else { return nil }
      unescaped.append(token)
    }
    self.init(unescaped)
  }

  /// Returns this pointer with the key of a member appended.
  public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens + [token]) }

  /// Returns this pointer with the index of an element appended.
  public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

  /// The pointer's text: a `/` before each escaped token; empty for the whole value.
  public var description: String {
    tokens.map { "/" + $0.unicodeScalars.map(Self.escaped).joined() }.joined()
  }

  /// Replaces `~0` by `~` and `~1` by `/`; returns nil for any other use of `~`.
  private static func unescaped(_ token: Substring) -> String? {
    var text = String.UnicodeScalarView()
    var rest = token.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "~" else {
        text.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "0": text.append("~")
      case "1": text.append("/")
      default: return nil
      }
    }
    return String(text)
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "~": "~0"
    case "/": "~1"
    default: String(scalar)
    }
  }
}
