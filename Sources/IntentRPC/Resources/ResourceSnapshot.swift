package import JSONText

/// A resource as it was read.
package struct ResourceSnapshot: Sendable, Equatable {
  /// The value of the answer that the resource is.
  package let value: JSONValue
  /// The number of the last entry of the history at that time; nil for a resource that isn't of it.
  package let revision: Int?

  /// The members that a message about the resource has, with the value.
  var members: JSONObject {
    (["value": value] as JSONObject).merging(revisionMembers(as: "revision"))
  }

  /// The `_meta` of a message about the resource to a client of the Model Context Protocol.
  var meta: JSONObject { revisionMembers(as: MetaKey.revision) }

  private func revisionMembers(as name: String) -> JSONObject {
    guard let revision else { return [:] }
    return [name: .number(JSONNumber(revision))]
  }
}
