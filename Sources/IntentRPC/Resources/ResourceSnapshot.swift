package import IntentKit
package import JSONText

/// The value of a resource, as read at one moment.
package struct ResourceSnapshot: Sendable, Equatable {
  /// The resource's value, which is the value of an intent's result.
  package let value: JSONValue
  /// The number of the newest history entry when the resource was read; nil if the resource doesn't
  /// depend on the history.
  package let revision: Int?
  /// The file in the value, which MCP clients get instead of the value; nil if there is none.
  package var file: ResultFile?

  /// The members of a JSON-RPC message about the resource: its value and revision.
  var members: JSONObject {
    (["value": value] as JSONObject).merging(revisionMembers(as: "revision"))
  }

  /// The `_meta` member of an MCP message about the resource.
  var meta: JSONObject { revisionMembers(as: MCPMetaKey.revision) }

  private func revisionMembers(as name: String) -> JSONObject {
    guard let revision else { return [:] }
    return [name: .number(JSONNumber(revision))]
  }
}
