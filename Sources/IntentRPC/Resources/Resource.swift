/// A resource with a URI, or a template for many URIs.
package struct Resource: Sendable, Hashable {
  /// The URI or the URI template.
  package let uri: String
  /// The URI without its scheme.
  package let name: String
  package let title: String
  package let description: String
  package let mimeType = "application/json"

  init(uri: String, title: String, description: String) {
    self.uri = uri
    name = uri.firstRange(of: "://").map { String(uri[$0.upperBound...]) } ?? uri
    self.title = title
    self.description = description
  }
}
