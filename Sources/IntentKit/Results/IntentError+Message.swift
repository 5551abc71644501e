import JSONText

extension IntentError {
  /// The error as an outcome tells it.
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
    case .unknownIntent(let id, let near):
      "There is no intent \(id.quoted)\(near.suggestion)."
    case .sourceNotAllowed(let id, let source):
      "The intent \(id.quoted) cannot be asked for \(source.phrase)."
    case .readOnly(let id):
      "The intent \(id.quoted) may change something, and this server is read-only; "
        + "start it without '--read-only' to call it."
    case .invalidValue(let problem): problem.sentence(saying: "parameter")
    case .malformedCall(let problem): problem.sentenceOfCall
    case .invalidDefinition(let problem):
      "The definition is wrong: " + problem.sentence(saying: "key")
    case .invalidWorkflow(let problems, let file):
      (file.map { "'\($0)': " } ?? "") + "The workflow is wrong: "
        + (problems.first?.sentence(saying: "key") ?? "it says nothing.")
        + (problems.count > 1 ? " (\(problems.count - 1) more)" : "")
    case .keyReused(let key): "The key \(key.quoted) belongs to another call."
    case .atomicGroupUnsupported(let id):
      "The intent \(id.quoted) cannot be done all or nothing with others."
    case .cancelled: Outcome.cancelled.sentence
    case .keyUnsupported(let id):
      "The intent \(id.quoted) keeps no keys, so that it would be done again; call it without one."
    case .dryRunUnsupported(let id): "The intent \(id.quoted) cannot be tried without being done."
    case .failed(let error), .busy(let error), .timeout(let error),
      .needsValue(_, _, let error), .needsInput(_, let error):
      error.message
    }
  }
}

extension ValidationError {
  /// The problem of what should be a call, or a list of calls, as one sentence.
  fileprivate var sentenceOfCall: String {
    // A key that is not known is the one thing that a call may have beside its own.
    if case .unknownName = kind, pointer.tokens.count == 1 { return sentence(saying: "key") }
    guard let index = pointer.tokens.first.flatMap({ Int($0) }) else {
      return sentence(saying: "key")
    }
    let problem = ValidationError(JSONPointer(Array(pointer.tokens.dropFirst())), kind)
    let name = "Call \(index + 1)"
    if problem.pointer.tokens.isEmpty { return problem.sentence(saying: "key", whole: name) }
    return "\(name): \(problem.sentence(saying: "key"))"
  }

  /// The problem as one sentence.
  ///
  /// - Parameters:
  ///   - noun: what a member is called here.
  ///   - whole: what the value itself is called here.
  package func sentence(saying noun: String, whole: String = "The whole") -> String {
    let name = pointer.tokens.isEmpty ? whole : pointer.tokens.joined(separator: "/").quoted
    return switch kind {
    case .missing: "The \(noun) \(name) is missing."
    case .missingOneOf(let wanted): "Give \(wanted)."
    case .unknownName(let near): "There is no \(noun) \(name)\(near.suggestion)."
    case .wrongType(let expected, let found):
      "\(name) must be \(Self.list(expected.map(\.withArticle))), not \(found.quoted)."
    case .notOneOf(let choices, let found):
      "\(name) must be \(Self.list(choices.map(\.quoted))), not \(found.quoted)\(near(found, choices))."
    case .outOfRange(let minimum, let maximum, let found):
      "\(name) must be \(Self.bounds(minimum?.text, maximum?.text)), not \(found.quoted)."
    case .wrongLength(let minimum, let maximum, let found):
      "\(name) must have \(Self.bounds(minimum?.description, maximum?.description)) in length, not \(found)."
    case .repeatedItem(let item): "\(name) holds \(item.quoted) twice."
    case .invalidFormat(let expected, let found):
      "\(name) must be \(expected), not \(found.quoted)."
    case .conflict(let other): "\(name) cannot stand beside \(other.quoted)."
    case .danglingReference(let target, let near):
      "\(name): \(target.quoted) leads nowhere\(near.suggestion)."
    case .requires(let other): "\(name) needs \(other.quoted) beside it."
    case .notComparable(let first, let second):
      "\(name) would compare \(Self.list(first.map(\.withArticle))) with"
        + " \(Self.list(second.map(\.withArticle)))."
    case .stepHasNotRun(let step):
      "\(name) leads to the step \(step.quoted), which has no result yet at that place."
    case .outsideLoop: "\(name) leads to an item, and there is none outside 'forEach'."
    case .outsideHook: "\(name) leads to an event, and only a workflow with 'hook' has one."
    case .typeMismatch(let source, let expected, let found):
      "\(name) must be \(Self.list(expected.map(\.withArticle))), and"
        + " \(source?.quoted ?? "it") is \(Self.list(found.map(\.withArticle)))."
    case .unsafeRetry(let intent, let supportsIdempotencyKeys):
      "\(name) would try \(intent.quoted) again, which could do it twice"
        + (supportsIdempotencyKeys ? "; give the step a 'key'." : ".")
    case .idempotencyKeysUnsupported(let intent):
      "\(name) cannot stand there, as the intent \(intent.quoted) keeps no keys."
    case .unknownIntent(let id, let near):
      "\(name): there is no intent \(id.quoted)\(near.suggestion)."
    case .callCycle(let ids):
      "\(name) calls in a circle: \(ids.joined(separator: " calls "))."
    case .unusableIntent(let sentence): "\(name): \(sentence)"
    case .invalidNestedWorkflow(let id, let problem):
      "\(name): the workflow \(id.quoted) is wrong: \(problem.sentence(saying: noun))"
    case .noCommonSource:
      "\(name) call what cannot be asked for at one door together."
    case .idTaken(let id): "\(name) must be another, as \(id.quoted) is taken."
    }
  }

  private func near(_ found: JSONValue, _ choices: [JSONValue]) -> String {
    found.string.flatMap { TypoSuggestion.closest(to: $0, in: choices.compactMap(\.string)) }
      .suggestion
  }

  private static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "nothing" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  private static func bounds(_ minimum: String?, _ maximum: String?) -> String {
    switch (minimum, maximum) {
    case (let minimum?, let maximum?): "between \(minimum) and \(maximum)"
    case (let minimum?, nil): "at least \(minimum)"
    case (nil, let maximum?): "at most \(maximum)"
    case (nil, nil): "anything"
    }
  }
}

extension CallSource {
  fileprivate var phrase: String {
    switch self {
    case .commandLine: "on the command line"
    case .file: "in a file"
    case .rpc: "over JSON-RPC"
    case .mcp: "over MCP"
    case .key: "by a key"
    }
  }
}

extension String {
  /// The text between quotes, as typed but for its length.
  public var quoted: String {
    count > 80 ? "'\(prefix(80))…'" : "'\(self)'"
  }

  fileprivate var withArticle: String {
    switch self {
    case "array": "a list"
    case "boolean": "true or false"
    case "null": "null"
    case "integer": "a whole number"
    case "object": "an object"
    case "string": "a text"
    default: "a \(self)"
    }
  }
}

extension JSONValue {
  var quoted: String { (string ?? text()).quoted }
}

extension String? {
  /// The question whether another name was meant; nothing where there is none.
  public var suggestion: String { map { " (did you mean \($0.quoted)?)" } ?? "" }
}
