import JSONText

/// The schemas of the files that people write, compiled in from `Schemas`.
enum EmbeddedSchemas {
  static let call = schema(PackageResources.call_json)
  static let definition = schema(PackageResources.definition_json)
  static let onError = schema(PackageResources.onError_json)
  static let step = schema(PackageResources.step_json)
  static let workflow = schema(PackageResources.workflow_json)

  /// A schema that is not JSON would let everything through; a test reads each.
  private static func schema(_ bytes: [UInt8]) -> JSONObject {
    (try? JSONValue(parsing: bytes))?.object ?? JSONObject()
  }
}
