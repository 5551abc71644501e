/// A resource that clients can read at its URI, or a template for the URIs of many resources.
package struct Resource: Sendable, Hashable {
  /// The resource's URI or URI template.
  package let uri: String
  /// The resource's name: its URI without the scheme.
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
