package import JSONText

extension IntentDefinition {
  /// An MCP resource: a URI, or a URI template, from which clients can read the result of an
  /// intent.
  public struct Resource: Sendable, Hashable {
    /// The URI, or a template that ends with a parameter name in braces, such as
    /// `notes://list/{id}`.
    public let uri: String
    /// The display name of the resource.
    public let title: String
    /// A description of the resource's contents, in one or more sentences.
    public let description: String
    /// The media type of the resource's contents.
    public let mimeType: String
    /// The values of the template's parameter for which the list of resources contains an entry.
    public let listed: [String]
    /// The whole URI, or the part of a URI template before its parameter.
    public let uriPrefix: String
    /// The name of the parameter at the end of a URI template; nil if the URI isn't a template.
    public let parameter: String?
  }
}

extension IntentDefinition.Resource {
  /// URI schemes that already have a meaning to clients, so a resource can't use them.
  private static let reservedSchemes = ["file", "git", "http", "https"]

  package init?(_ json: JSONValue) {
    guard let uri = json["uri"]?.string, let parts = Self.parts(of: uri) else { return nil }
    self.uri = uri
    title = json["title"]?.string ?? ""
    description = json["description"]?.string ?? ""
    mimeType = json["mimeType"]?.string ?? "application/json"
    listed = json["listed"]?.array?.compactMap(\.string) ?? []
    (uriPrefix, parameter) = parts
  }

  /// Splits a resource URI into its fixed prefix and its parameter, or returns nil if it is
  /// invalid.
  ///
  /// The scheme must not be reserved. A template follows RFC 6570 level 1, with one parameter as
  /// the whole last segment.
  static func parts(of uri: String) -> (uriPrefix: String, parameter: String?)? {
    guard let path = path(of: uri) else { return nil }
    var segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    var parameter: String?
    if let last = segments.last, last.first == UInt8(ascii: "{"), last.last == UInt8(ascii: "}") {
      segments.removeLast()
      parameter = String(decoding: last.dropFirst().dropLast(), as: UTF8.self)
    }
    guard !segments.isEmpty, segments.allSatisfy(isPlainSegment) else { return nil }
    return (String(uri.prefix { $0 != "{" }), parameter)
  }

  /// Returns the part after `scheme://`, or nil if the URI has no scheme or a reserved one.
  private static func path(of uri: String) -> ArraySlice<UInt8>? {
    let bytes = Array(uri.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let (scheme, rest) = (bytes[..<colon], bytes[colon...])
    guard isScheme(scheme), rest.starts(with: "://".utf8) else { return nil }
    return rest.dropFirst(3)
  }

  /// Whether the bytes are a lowercase URI scheme (RFC 3986) that isn't reserved.
  private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    guard let first = bytes.first, letters.contains(first) else { return false }
    let others = "0123456789+-.".utf8
    return bytes.allSatisfy { letters.contains($0) || others.contains($0) }
      && !reservedSchemes.contains(String(decoding: bytes, as: UTF8.self))
  }

  private static func isPlainSegment(_ segment: ArraySlice<UInt8>) -> Bool {
    let isDotSegment = segment.allSatisfy { $0 == UInt8(ascii: ".") }
    return !isDotSegment && segment.allSatisfy(isUnreserved)
  }

  /// Whether the byte is an unreserved URI character (RFC 3986), which never needs escaping.
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
