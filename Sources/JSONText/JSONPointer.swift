/// A way into a JSON value, as RFC 6901 writes it.
public struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
  /// The names and indices on the way, unescaped.
  public var tokens: [String]

  /// Makes a pointer; without tokens it leads to the whole value.
  public init(_ tokens: [String] = []) {
    self.tokens = tokens
  }

  /// The way on to a member.
  public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens + [token]) }

  /// The way on to an element.
  public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

  /// The pointer as text: empty, or `/` and an escaped token for each step.
  public var description: String {
    tokens.map { "/" + $0.unicodeScalars.map(Self.escaped).joined() }.joined()
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "~": "~0"
    case "/": "~1"
    default: String(scalar)
    }
  }
}
