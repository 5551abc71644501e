import IntentKit
import JSONText

/// The path of a file, which the call reads.
struct FileArgument: ResolvedArgument {
  static let format = "file"

  let path: String
  /// The content of the file; nil while arguments are checked without reading files.
  let content: [UInt8]?

  init(_ text: String, at pointer: JSONPointer, by resolver: ArgumentResolver) throws {
    path = text
    content = try resolver.readFile?(text, pointer.tokens.first ?? "")
  }

  var json: JSONValue { .string(path) }
}

extension IntentDefinition {
  /// Throws if a caller from this source may not set one of the arguments.
  ///
  /// A remote caller, for example, must not make Minuta read local files.
  func checkSources(of arguments: JSONObject, from source: CallSource) throws(Failure) {
    for parameter in properties.members where arguments[parameter.key] != nil {
      let sources = parameter.value["x-minuta-sources"]?.array?.compactMap(\.string)
      if let sources, !sources.contains(source.rawValue) {
        throw .invalidValue(ValidationError(parameter.key, .unknownName(near: nil)))
      }
    }
  }
}
