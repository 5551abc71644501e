package import JSONText

extension IntentDefinition {
  /// A URI, or a template of URIs, under which the answers of an intent can be read.
  public struct Resource: Sendable, Hashable {
    /// The URI; of a template, with the parameter that a value stands for in braces at its end.
    public let uri: String
    /// The name that people read.
    public let title: String
    /// What it holds, in a sentence or a few.
    public let description: String
    /// The values of the parameter that make resources of their own in lists.
    public let listed: [String]
    /// The URI, or what stands before the parameter of a template.
    public let uriPrefix: String
    /// The parameter that the end of the URI is a value of; nil where there is none.
    public let parameter: String?
  }
}

extension IntentDefinition.Resource {
  /// The schemes by which clients reach for something else than what a server tells them.
  private static let reservedSchemes = ["file", "git", "http", "https"]

  package init?(_ json: JSONValue) {
    guard let uri = json["uri"]?.string, let parts = Self.parts(of: uri) else { return nil }
    self.uri = uri
    title = json["title"]?.string ?? ""
    description = json["description"]?.string ?? ""
    listed = json["listed"]?.array?.compactMap(\.string) ?? []
    (uriPrefix, parameter) = parts
  }

  /// The two parts of a URI, which has a scheme of its provider's own; nil where it is none.
  ///
  /// A template is one of RFC 6570's level 1, with one parameter in place of the last segment.
  static func parts(of uri: String) -> (uriPrefix: String, parameter: String?)? {
    guard let path = path(of: uri) else { return nil }
    var segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    var parameter: String?
    if let last = segments.last, last.first == UInt8(ascii: "{"), last.last == UInt8(ascii: "}") {
      segments.removeLast()
      parameter = String(decoding: last.dropFirst().dropLast(), as: UTF8.self)
    }
    guard !segments.isEmpty, segments.allSatisfy(isPlain) else { return nil }
    return (String(uri.prefix { $0 != "{" }), parameter)
  }

  /// What stands after the scheme; nil where there is none, or one that is somebody else's.
  private static func path(of uri: String) -> ArraySlice<UInt8>? {
    let bytes = Array(uri.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let (scheme, rest) = (bytes[..<colon], bytes[colon...])
    guard isScheme(scheme), rest.starts(with: "://".utf8) else { return nil }
    return rest.dropFirst(3)
  }

  /// Whether it is a scheme of RFC 3986 in its plain spelling, without capitals.
  private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    guard let first = bytes.first, letters.contains(first) else { return false }
    let others = "0123456789+-.".utf8
    return bytes.allSatisfy { letters.contains($0) || others.contains($0) }
      && !reservedSchemes.contains(String(decoding: bytes, as: UTF8.self))
  }

  private static func isPlain(_ segment: ArraySlice<UInt8>) -> Bool {
    let isDots = segment.allSatisfy { $0 == UInt8(ascii: ".") }
    return !isDots && segment.allSatisfy(isUnreserved)
  }

  /// Whether a byte stands for itself wherever it is in a URI, by RFC 3986.
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
