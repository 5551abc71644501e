public import JSONText

/// A file that should define an intent or a hook and can't be used.
public struct SkippedDefinition: Sendable, Equatable {
  /// The kinds of files that define intents.
  public enum Kind: String, Sendable {
    case plugin
    case workflow
  }

  /// The kind of file.
  public let kind: Kind
  /// The path of the file.
  public let file: String
  /// The error, with a message for the user.
  public let error: OutcomeError

  /// Creates a report of a file that can't be used.
  public init(_ kind: Kind, file: String, error: OutcomeError) {
    (self.kind, self.file, self.error) = (kind, file, error)
  }

  /// The report as `minuta/intents` returns it.
  public var json: JSONValue {
    [
      "kind": .string(kind.rawValue), "file": .string(file), "code": .string(error.code),
      "message": .string(error.message),
    ]
  }
}
