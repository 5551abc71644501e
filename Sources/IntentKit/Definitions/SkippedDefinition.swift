public import JSONText

/// A file that should define an intent or a hook but was skipped because it can't be used.
public struct SkippedDefinition: Sendable, Equatable {
  /// The kinds of files that define intents.
  public enum Kind: String, Sendable {
    case plugin
    case workflow
  }

  /// The kind of the skipped file.
  public let kind: Kind
  /// The path of the skipped file.
  public let file: String
  /// The reason the file can't be used, with a message for the user.
  public let error: Failure

  /// Creates a report of a skipped file.
  public init(_ kind: Kind, file: String, error: Failure) {
    (self.kind, self.file, self.error) = (kind, file, error)
  }

  /// The report as JSON, as the method `minuta/intents` returns it.
  public var json: JSONValue {
    [
      "kind": .string(kind.rawValue), "file": .string(file), "code": .string(error.code),
      "message": .string(error.message),
    ]
  }
}
