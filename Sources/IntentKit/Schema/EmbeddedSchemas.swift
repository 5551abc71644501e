import JSONText

/// The schemas of hand-written files, embedded from the folder `Schemas`.
enum EmbeddedSchemas {
  static let call = schema(PackageResources.call_json)
  static let definition = schema(PackageResources.definition_json)
  static let onError = schema(PackageResources.onError_json)
  static let step = schema(PackageResources.step_json)
  static let workflow = schema(PackageResources.workflow_json)

  /// Parses a schema.
  ///
  /// Invalid JSON would accept everything, so a test parses each one.
  private static func schema(_ bytes: [UInt8]) -> JSONObject {
    (try? JSONValue(parsing: bytes))?.object ?? JSONObject()
  }
}
