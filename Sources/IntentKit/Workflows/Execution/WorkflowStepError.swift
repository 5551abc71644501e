import JSONText

/// What stops a step before its call: the values it has do not fit what the workflow says of them.
enum WorkflowStepError: Error, Equatable {
  /// A pointer leads nowhere, and nothing stands in for it.
  case missing(JSONPointer)
  /// What should become a part of a text is neither text, number, true nor false.
  case notScalar(JSONValue)
  case notList(JSONValue)
  case notComparable(JSONValue, JSONValue)
  case tooMany(count: Int, limit: Int)
  /// The workflow says so itself.
  case explicitFailure(String)
  /// Elements of a loop failed, after which it went on.
  case loopItemsFailed(failed: [Int], count: Int, first: OutcomeError)
}

extension WorkflowStepError {
  /// The code of what a workflow says itself.
  static let refusalCode = "refused"

  var error: OutcomeError {
    OutcomeError(.failure, code: code, message: sentence, data: data)
  }

  private var code: String {
    switch self {
    case .missing: "missingReference"
    case .notScalar, .notList, .notComparable: "wrongType"
    case .tooMany: "tooManyItems"
    case .explicitFailure: Self.refusalCode
    case .loopItemsFailed: "itemsFailed"
    }
  }

  private var sentence: String {
    switch self {
    case .missing(let pointer):
      "There is nothing at \(pointer.description.quoted); 'or' can say what to take instead."
    case .notScalar(let json):
      "Only texts, numbers, true and false can be parts of a text, not \(json.quoted)."
    case .notList(let json): "It takes a list, not \(json.quoted)."
    case .notComparable(let first, let second):
      "\(first.quoted) and \(second.quoted) cannot be compared, as they are of two types."
    case .tooMany(let count, let limit):
      "There are \(count) items, and 'max' allows \(limit); nothing was done for any."
    case .explicitFailure(let sentence): sentence
    case .loopItemsFailed(let failed, let count, let first):
      "\(failed.count) of \(count) items failed, the first of them: \(first.message)"
    }
  }

  private var data: JSONObject {
    switch self {
    case .missing(let pointer): ["pointer": .string(pointer.description)]
    case .loopItemsFailed(let failed, _, _):
      ["failed": .array(failed.map { .number(JSONNumber($0)) })]
    default: [:]
    }
  }
}
