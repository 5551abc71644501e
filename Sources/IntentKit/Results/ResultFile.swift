package import JSONText

/// A file in the value of a result, such as a report.
///
/// MCP clients get it as an embedded resource instead of as a member of the value.
public struct ResultFile: Sendable, Equatable {
  /// The URI that identifies the file; it doesn't have to be the URI of a resource.
  public let uri: String
  /// The media type, such as `image/svg+xml`.
  public let mediaType: String
  /// The member of the value that has the content.
  public let member: String
  /// Whether the member has the content in base64, because it isn't text.
  public let isBase64: Bool

  /// Creates a file.
  public init(uri: String, mediaType: String, member: String, isBase64: Bool) {
    (self.uri, self.mediaType) = (uri, mediaType)
    (self.member, self.isBase64) = (member, isBase64)
  }

  /// Returns the file as the contents of an MCP resource.
  ///
  /// - Parameters:
  ///   - value: the value of the result.
  ///   - uri: the URI by which a client reads the resource; nil for that of the file.
  package func contents(in value: JSONValue, uri: String? = nil) -> JSONObject {
    [
      "uri": .string(uri ?? self.uri), "mimeType": .string(mediaType),
      isBase64 ? "blob" : "text": value[member] ?? "",
    ]
  }
}
