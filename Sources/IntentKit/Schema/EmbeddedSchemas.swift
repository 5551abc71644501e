import JSONText

/// The JSON Schemas of files that people write by hand, compiled in from the folder `Schemas`.
enum EmbeddedSchemas {
  static let call = schema(PackageResources.call_json)
  static let definition = schema(PackageResources.definition_json)
  static let onError = schema(PackageResources.onError_json)
  static let step = schema(PackageResources.step_json)
  static let workflow = schema(PackageResources.workflow_json)

  /// Parses an embedded JSON Schema.
  ///
  /// Invalid JSON becomes an empty schema, which accepts everything, so a test checks that each one
  /// parses.
  private static func schema(_ bytes: [UInt8]) -> JSONObject {
    (try? JSONValue(parsing: bytes))?.object ?? JSONObject()
  }
}
