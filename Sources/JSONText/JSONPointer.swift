/// A way into a JSON value, as RFC 6901 writes it.
public struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
  /// The names and indices on the way, unescaped.
  public var tokens: [String]

  /// Makes a pointer; without tokens it leads to the whole value.
  public init(_ tokens: [String] = []) {
    self.tokens = tokens
  }

  /// Reads a pointer from its text; nil for what is none.
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

  /// The way on to a member.
  public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens + [token]) }

  /// The way on to an element.
  public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

  /// The pointer as text: empty, or `/` and an escaped token for each step.
  public var description: String {
    tokens.map { "/" + $0.unicodeScalars.map(Self.escaped).joined() }.joined()
  }

  /// A tilde says nothing alone.
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
