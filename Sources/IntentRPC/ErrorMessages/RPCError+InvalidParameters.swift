import IntentKit
import JSONText

extension RPCError {
  /// A required parameter is missing or has the wrong type.
  static func missing(_ name: String, _ type: String, in method: String) -> RPCError {
    .invalidParameters("\(method.quoted) requires \(name.quoted) (\(type)).")
  }

  /// A required `_meta` member is missing or has the wrong type.
  static func missingMeta(_ key: String, _ type: String, in method: String) -> RPCError {
    .invalidParameters("\(method.quoted) requires \(key.quoted) (\(type)) in '_meta'.")
  }

  /// A parameter has the wrong type.
  static func wrongType(of name: String, _ expected: String, in method: String) -> RPCError {
    .invalidParameters("\(name.quoted) of \(method.quoted) must be \(expected).")
  }

  /// The method has no parameter with this name.
  static func unknownParameter(_ name: String, in method: String) -> RPCError {
    .invalidParameters("\(method.quoted) has no parameter \(name.quoted).")
  }

  /// The method accepts only one of two parameters.
  static func exclusive(_ first: String, _ second: String, in method: String) -> RPCError {
    .invalidParameters(
      "\(method.quoted) accepts either \(first.quoted) or \(second.quoted), not both."
    )
  }

  /// The parameters were sent by position.
  static func positionalParameters(in method: String) -> RPCError {
    .invalidParameters("\(method.quoted) requires named parameters. Send 'params' as an object.")
  }

  /// The answer to a prompt is incomplete.
  static func incompleteInput(in method: String) -> RPCError {
    .invalidParameters(
      "'input' of \(method.quoted) must have 'state' (string) and 'answers' (object)."
    )
  }

  /// The cursor is not one that the server returned.
  static func invalidCursor(_ cursor: JSONValue) -> RPCError {
    let text = cursor.string ?? cursor.text()
    return .invalidParameters(
      "\(text.quoted) is not a valid cursor. Use 'nextCursor' from the previous page."
    )
  }

  /// The answer's token doesn't match an open prompt of this call.
  static let staleState = RPCError.invalidParameters(
    "'requestState' is unknown, expired or from another call. Call again without it."
  )

  /// An MCP method was called before `initialize`.
  static func notInitialized(_ method: String) -> RPCError {
    .invalidParameters(
      "\(method.quoted) is an MCP method. Send 'initialize' with 'protocolVersion' first, or send "
        + "\(MetaKey.version.quoted) in '_meta'."
    )
  }
}
