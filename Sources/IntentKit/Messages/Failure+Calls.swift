import JSONText

extension Failure {
  /// The failure of a call whose intent ID is unknown; `near` is a similar ID.
  public static func unknownIntent(_ id: String, near: String?) -> Failure {
    Failure(
      .unknownIntent,
      code: "unknownIntent",
      message: "Unknown intent \(id.quoted)\(near.suggestion)."
    )
  }

  /// The failure of a call whose intent can't be called from this source.
  public static func sourceNotAllowed(_ id: String, _ source: CallSource) -> Failure {
    Failure(
      .unknownIntent,
      code: "sourceNotAllowed",
      message: "The intent \(id.quoted) can't be called \(source.phrase)."
    )
  }

  /// The failure of a call that may change something, on a read-only server.
  public static func readOnly(_ id: String) -> Failure {
    Failure(
      code: "readOnly",
      message: "The intent \(id.quoted) may change something, but this server is read-only. "
        + "Start the server without '--read-only' to call it."
    )
  }

  /// The failure of a call with an argument that doesn't match the intent's definition.
  public static func invalidValue(_ problem: ValidationError) -> Failure {
    invalid(
      problem,
      code: problem.isMissing ? missingValueCode : invalidValueCode,
      message: problem.sentence(saying: "parameter")
    )
  }

  static let missingValueCode = "missingValue"
  static let invalidValueCode = "invalidValue"

  /// The failure of JSON that isn't a valid call.
  public static func malformedCall(_ problem: ValidationError) -> Failure {
    invalid(problem, code: "malformedCall", message: problem.sentenceOfCall)
  }

  /// The failure of JSON that isn't a valid definition.
  public static func invalidDefinition(_ problem: ValidationError) -> Failure {
    invalid(
      problem,
      code: "invalidDefinition",
      message: "Invalid definition: " + problem.sentence(saying: "key").lowercasingFirst
    )
  }

  private static func invalid(_ problem: ValidationError, code: String, message: String) -> Failure
  {
    Failure(
      code == missingValueCode ? .missingInput : .badInput,
      code: code,
      message: message,
      data: ["path": .string(problem.pointer.description)],
      problems: [problem]
    )
  }

  /// The failure of a call that can't be part of an atomic group, in which all calls take effect
  /// or none.
  public static func atomicGroupUnsupported(_ id: String) -> Failure {
    Failure(
      code: "atomicGroupUnsupported",
      message: "The intent \(id.quoted) can't be part of an atomic batch. Call it separately."
    )
  }

  /// The failure of a call whose idempotency key was already used for a different call.
  public static func keyReused(_ key: String) -> Failure {
    Failure(
      .badInput,
      code: "keyReused",
      message: "The idempotency key \(key.quoted) belongs to a different call. Use another key.",
      data: ["key": .string(key)]
    )
  }

  /// The failure of a call with an idempotency key that the intent's provider doesn't support.
  public static func keyUnsupported(_ id: String) -> Failure {
    Failure(
      .badInput,
      code: "keyUnsupported",
      message: "The intent \(id.quoted) doesn't support idempotency keys. Remove 'key'."
    )
  }

  /// The failure of a dry run that the intent doesn't support.
  public static func dryRunUnsupported(_ id: String) -> Failure {
    Failure(
      code: "dryRunUnsupported",
      message: "The intent \(id.quoted) doesn't support dry runs."
    )
  }

  /// The failure of a call that the caller cancelled.
  public static let cancelled = Failure(
    .cancelled,
    code: "cancelled",
    message: "The call was cancelled."
  )

  /// Converts any error that the implementation of an intent throws.
  ///
  /// `CancellationError` becomes `cancelled`. An error that isn't a failure becomes an internal
  /// one.
  public init(_ error: any Error, in intent: String) {
    self =
      switch error {
      case let error as Failure: error
      case is CancellationError: .cancelled
      default:
        Failure(code: "internal", message: "The intent \(intent.quoted) failed: \(error).")
      }
  }
}

extension CallSource {
  /// The source as a phrase for the end of a sentence, such as `from a file`.
  package var phrase: String {
    switch self {
    case .commandLine: "from the command line"
    case .file: "from a file"
    case .rpc: "over JSON-RPC"
    case .mcp: "over MCP"
    case .key: "by a key binding"
    }
  }
}
