import Foundation
import IntentKit
import JSONText

/// Replaces file paths in a call with the contents of the files.
struct FileArgumentReader {
  /// Reads the regular file at a path; throws `FileArgumentError` if that fails.
  let read: @Sendable (String) throws -> [UInt8]

  /// Throws if a caller from this source may not set one of the arguments.
  ///
  /// A remote caller, for example, must not make Minuta read local files.
  static func validate(
    _ arguments: JSONObject,
    of definition: IntentDefinition,
    from source: CallSource
  ) throws(IntentError) {
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
      let content = try content(of: path, name)
      resolved[name] = [
        "path": .string(path), "content": .string(Data(content).base64EncodedString()),
      ]
    }
    return resolved
  }

  private func content(of path: String, _ name: String) throws -> [UInt8] {
    do {
      return try read(path)
    } catch let error as FileArgumentError {
      throw error.intentError(path, JSONPointer([name]))
    }
  }
}

/// The reason why a file argument could not be read.
package enum FileArgumentError: Error, Sendable, Equatable {
  case notRegular
  /// The file is larger than `limit` bytes.
  case tooLarge(limit: Int)
  /// The file can't be read. The reason is a clause of the error message.
  case unreadable(reason: String)
}
