import JSONText

extension IntentError {
  /// The outcome of a call that failed with this error.
  public var outcome: Outcome {
    switch self {
    case .busy(let error): .busy(error)
    case .timeout(let error): .timeout(error)
    case .cancelled: .cancelled
    case .failed(let error), .needsValue(_, _, let error), .needsInput(_, let error):
      .failed(error)
    case .unknownIntent, .sourceNotAllowed:
      .failed(OutcomeError(.unknownIntent, code: code, message: sentence))
    case .invalidValue(let problem), .malformedCall(let problem), .invalidDefinition(let problem):
      .failed(
        OutcomeError(
          .badInput,
          code: code,
          message: sentence,
          data: ["path": .string(problem.pointer.description)]
        )
      )
    case .invalidWorkflow(let problems, let file):
      .failed(
        OutcomeError(
          .badInput,
          code: code,
          message: sentence,
          data: Self.data(of: problems, in: file)
        )
      )
    case .keyReused(let key):
      .failed(
        OutcomeError(.badInput, code: code, message: sentence, data: ["key": .string(key)])
      )
    case .keyUnsupported:
      .failed(OutcomeError(.badInput, code: code, message: sentence))
    case .dryRunUnsupported, .atomicGroupUnsupported, .readOnly:
      .failed(OutcomeError(.failure, code: code, message: sentence))
    }
  }

  private static func data(of problems: [ValidationError], in file: String?) -> JSONObject {
    var data: JSONObject = ["path": .string(problems.first?.pointer.description ?? "")]
    data["file"] = file.map { .string($0) }
    data["problems"] = .array(
      problems.map {
        [
          "path": .string($0.pointer.description), "message": .string($0.sentence(saying: "key")),
        ]
      }
    )
    return data
  }

  private var code: String {
    switch self {
    case .unknownIntent: "unknownIntent"
    case .sourceNotAllowed: "sourceNotAllowed"
    case .readOnly: "readOnly"
    case .invalidValue(let problem): problem.isMissing ? "missingValue" : "invalidValue"
    case .malformedCall: "malformedCall"
    case .invalidDefinition: "invalidDefinition"
    case .invalidWorkflow: "invalidWorkflow"
    case .keyReused: "keyReused"
    case .keyUnsupported: "keyUnsupported"
    case .dryRunUnsupported: "dryRunUnsupported"
    case .atomicGroupUnsupported: "atomicGroupUnsupported"
    case .cancelled: Outcome.cancelled.status
    case .failed(let error), .busy(let error), .timeout(let error),
      .needsValue(_, _, let error), .needsInput(_, let error):
      error.code
    }
  }

  private var sentence: String {
    switch self {
    case .unknownIntent(let id, let near): "Unknown intent \(id.quoted)\(near.suggestion)."
    case .sourceNotAllowed(let id, let source):
      "The intent \(id.quoted) can't be called \(source.phrase)."
    case .readOnly(let id):
      "The intent \(id.quoted) may change something, but this server is read-only. "
        + "Start the server without '--read-only' to call it."
    case .invalidValue(let problem): problem.sentence(saying: "parameter")
    case .malformedCall(let problem): problem.sentenceOfCall
    case .invalidDefinition(let problem):
      "Invalid definition: " + problem.sentence(saying: "key").lowercasingFirst
    case .invalidWorkflow(let problems, let file): Self.sentence(of: problems, in: file)
    case .keyReused(let key):
      "The idempotency key \(key.quoted) belongs to a different call. Use another key."
    case .atomicGroupUnsupported(let id):
      "The intent \(id.quoted) can't be part of an atomic batch. Call it separately."
    case .cancelled: Outcome.cancelled.sentence
    case .keyUnsupported(let id):
      "The intent \(id.quoted) doesn't support idempotency keys. Remove 'key'."
    case .dryRunUnsupported(let id): "The intent \(id.quoted) doesn't support dry runs."
    case .failed(let error), .busy(let error), .timeout(let error),
      .needsValue(_, _, let error), .needsInput(_, let error):
      error.message
    }
  }

  private static func sentence(of problems: [ValidationError], in file: String?) -> String {
    let workflow = "The workflow" + (file.map { " in '\($0)'" } ?? "")
    let first = problems.first?.sentence(saying: "key").lowercasingFirst ?? "unknown problem."
    let rest =
      switch problems.count - 1 {
      case ...0: ""
      case 1: " There is 1 more problem."
      case let count: " There are \(count) more problems."
      }
    return "\(workflow) is invalid: \(first)\(rest)"
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
