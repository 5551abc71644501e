import IntentKit

/// What can be read under a URI, or under every URI that a template makes.
package struct Resource: Sendable, Hashable {
  /// The URI, or the template of URIs.
  package let uri: String
  /// The URI without what all of them begin with.
  package let name: String
  package let title: String
  package let description: String
  package let mimeType = "application/json"

  init(uri: String, title: String, description: String) {
    self.uri = uri
    name = String(uri.dropFirst(IntentDefinition.Resource.scheme.count))
    self.title = title
    self.description = description
  }
}
