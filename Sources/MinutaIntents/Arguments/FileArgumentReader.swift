import Foundation
import IntentKit
import JSONText

/// Replaces file paths in a call with the contents of the files.
struct FileArgumentReader {
  /// Reads the regular file at the path that a parameter has; throws `Failure` if that fails.
  let read: @Sendable (_ path: String, _ parameter: String) throws -> [UInt8]

  /// Throws if a caller from this source may not set one of the arguments.
  ///
  /// A remote caller, for example, must not make Minuta read local files.
  static func validate(
    _ arguments: JSONObject,
    of definition: IntentDefinition,
    from source: CallSource
  ) throws(Failure) {
    for parameter in definition.properties.members where arguments[parameter.key] != nil {
      let sources = parameter.value["x-minuta-sources"]?.array?.compactMap(\.string)
      if let sources, !sources.contains(source.rawValue) {
        throw .invalidValue(ValidationError(parameter.key, .unknownName(near: nil)))
      }
    }
  }

  /// Returns the arguments, with the file's content added to each argument of type `file`.
  func resolve(_ arguments: JSONObject, of definition: IntentDefinition) throws -> JSONObject {
    var resolved = arguments
    for parameter in definition.properties.members
    where parameter.value["x-minuta-type"] == "file" {
      let name = parameter.key
      guard let path = arguments[name]?.string else { continue }
      let content = try read(path, name)
      resolved[name] = [
        "path": .string(path), "content": .string(Data(content).base64EncodedString()),
      ]
    }
    return resolved
  }
}
