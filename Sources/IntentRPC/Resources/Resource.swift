import IntentKit

/// A resource that clients can read at its URI, or a template for the URIs of many resources.
package struct Resource: Sendable, Hashable {
  /// The resource's URI or URI template.
  package let uri: String
  /// The resource's name: its URI without the scheme.
  package let name: String
  package let title: String
  package let description: String
  package let mimeType: String

  /// Creates a resource of a definition.
  ///
  /// - Parameters:
  ///   - uri: the URI of one of the resources of a template; nil for the definition's own.
  ///   - title: the title of that resource.
  init(_ definition: IntentDefinition.Resource, uri: String? = nil, title: String? = nil) {
    let uri = uri ?? definition.uri
    self.uri = uri
    name = uri.firstRange(of: "://").map { String(uri[$0.upperBound...]) } ?? uri
    self.title = title ?? definition.title
    description = definition.description
    mimeType = definition.mimeType
  }
}
