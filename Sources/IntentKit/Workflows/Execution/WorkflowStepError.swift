import JSONText

/// An error that a workflow step causes itself, such as a reference to a missing value.
enum WorkflowStepError: Error, Equatable {
  /// The target of a reference doesn't exist, and the reference has no default.
  case missing(JSONPointer)
  /// A part of a `$text` isn't a string, a number or a Boolean.
  case notScalar(JSONValue)
  case notList(JSONValue)
  case notComparable(JSONValue, JSONValue)
  case tooMany(count: Int, limit: Int)
  /// The workflow failed on purpose, by a `fail` step.
  case explicitFailure(String)
  /// Some items of a loop failed, and the loop continued after them.
  case loopItemsFailed(failed: [Int], count: Int, first: OutcomeError)
}

extension WorkflowStepError {
  /// The error code of a `fail` step, by which a hook can refuse a call.
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

  private var data: JSONObject {
    switch self {
    case .missing(let pointer): ["pointer": .string(pointer.description)]
    case .loopItemsFailed(let failed, _, _):
      ["failed": .array(failed.map { .number(JSONNumber($0)) })]
    default: [:]
    }
  }
}
