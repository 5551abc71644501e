import Foundation
import IntentKit
import JSONText

/// Puts the content of files into a call in place of their paths.
struct FileArgumentReader {
  /// Reads a regular file, or throws `FileArgumentError`.
  let read: @Sendable (String) throws -> [UInt8]

  /// Makes sure that all values may come through a door: what can be read by us need not be for
  /// the eyes of whoever asks.
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

  /// Resolves the values of the type `file`.
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
    } catch let problem as FileArgumentError {
      throw problem.intentError(path, JSONPointer([name]))
    }
  }
}

/// Why a file that a call names could not be read.
package enum FileArgumentError: Error, Sendable, Equatable {
  case notRegular
  /// It has more bytes than so many.
  case tooLarge(limit: Int)
  /// The system refused; the reason is part of a sentence.
  case unreadable(reason: String)

  fileprivate func intentError(_ path: String, _ place: JSONPointer) -> IntentError {
    switch self {
    case .notRegular: wrong(path, place, "a regular file")
    case .tooLarge(let limit): wrong(path, place, "a file of at most \(limit >> 20) MiB")
    case .unreadable(let reason):
      .failed(
        OutcomeError(
          .badInput,
          code: "unreadableFile",
          message: "Cannot read \(path.quoted): \(reason).",
          data: ["path": .string(place.description), "file": .string(path)]
        )
      )
    }
  }

  private func wrong(_ path: String, _ place: JSONPointer, _ expected: String) -> IntentError {
    .invalidValue(ValidationError(place, .invalidFormat(expected: expected, found: .string(path))))
  }
}
