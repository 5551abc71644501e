package import JSONText

/// A resource's value at one moment.
package struct ResourceSnapshot: Sendable, Equatable {
  /// The value of the intent's result.
  package let value: JSONValue
  /// The number of the newest history entry at that time; nil if the resource doesn't depend on the
  /// history.
  package let revision: Int?

  /// The members of a message about the resource, including its value.
  var members: JSONObject {
    (["value": value] as JSONObject).merging(revisionMembers(as: "revision"))
  }

  /// The `_meta` of an MCP message about the resource.
  var meta: JSONObject { revisionMembers(as: MetaKey.revision) }

  private func revisionMembers(as name: String) -> JSONObject {
    guard let revision else { return [:] }
    return [name: .number(JSONNumber(revision))]
  }
}
