import IntentKit
import JSONText

extension RPCError {
  /// The error for a required parameter that is missing or has the wrong type.
  static func missing(_ name: String, _ type: String, in method: String) -> RPCError {
    .invalidParameters("\(method.quoted) requires \(name.quoted) (\(type)).")
  }

  /// The error for a required `_meta` member that is missing or has the wrong type.
  static func missingMeta(_ key: String, _ type: String, in method: String) -> RPCError {
    .invalidParameters("\(method.quoted) requires \(key.quoted) (\(type)) in '_meta'.")
  }

  /// The error for a parameter of the wrong type.
  static func wrongType(of name: String, _ expected: String, in method: String) -> RPCError {
    .invalidParameters("\(name.quoted) of \(method.quoted) must be \(expected).")
  }

  /// The error for a parameter that the method doesn't have.
  static func unknownParameter(_ name: String, in method: String) -> RPCError {
    .invalidParameters("\(method.quoted) has no parameter \(name.quoted).")
  }

  /// The error for two parameters that can't be used together.
  static func exclusive(_ first: String, _ second: String, in method: String) -> RPCError {
    .invalidParameters(
      "\(method.quoted) accepts either \(first.quoted) or \(second.quoted), not both."
    )
  }

  /// The error for parameters sent by position to a method that requires names.
  static func positionalParameters(in method: String) -> RPCError {
    .invalidParameters("\(method.quoted) requires named parameters. Send 'params' as an object.")
  }

  /// The error for an answer to a prompt that lacks its token or its values.
  static func incompleteInput(in method: String) -> RPCError {
    .invalidParameters(
      "'input' of \(method.quoted) must have 'state' (string) and 'answers' (object)."
    )
  }

  /// The error for a page cursor that the server has never returned.
  static func invalidCursor(_ cursor: JSONValue) -> RPCError {
    let text = cursor.string ?? cursor.text()
    return .invalidParameters(
      "\(text.quoted) is not a valid cursor. Use 'nextCursor' from the previous page."
    )
  }

  /// The error for answers whose token doesn't match an open prompt of this call.
  static let staleState = RPCError.invalidParameters(
    "'requestState' is unknown, expired or from another call. Call again without it."
  )

  /// The error for an MCP method that was called before `initialize`.
  static func notInitialized(_ method: String) -> RPCError {
    .invalidParameters(
      "\(method.quoted) is an MCP method. Send 'initialize' with 'protocolVersion' first, or send "
        + "\(MCPMetaKey.version.quoted) in '_meta'."
    )
  }
}
