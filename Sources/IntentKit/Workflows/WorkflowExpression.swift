import JSONText

/// An expression in a workflow, which is evaluated when a step runs.
indirect enum WorkflowExpression: Sendable, Equatable {
  /// A constant JSON value, in which keys such as `$` have no special meaning.
  case literal(JSONValue)
  case reference(WorkflowReference)
  /// A string made by joining strings, numbers and Booleans.
  case text([WorkflowExpression])
  case list([WorkflowExpression])
  case object([Member])

  struct Member: Sendable, Equatable {
    let name: String
    let value: WorkflowExpression
  }
}

/// A reference to a value of the run, such as a parameter or the result of an earlier step.
struct WorkflowReference: Sendable, Equatable {
  let target: JSONPointer
  /// The default if the referenced value is missing; nil if the value is required.
  let fallback: WorkflowExpression?
  /// The location of the reference in its workflow file.
  let place: JSONPointer
}

extension WorkflowExpression {
  /// The expression as a literal if all its parts are constant; otherwise the expression itself.
  var simplified: WorkflowExpression {
    switch self {
    case .list(let values):
      let literals = values.compactMap(\.literal)
      return literals.count == values.count ? .literal(.array(literals)) : self
    case .object(let members):
      var object = JSONObject()
      for member in members {
        guard let literal = member.value.literal else { return self }
        object[member.name] = literal
      }
      return .literal(.object(object))
    case .literal, .reference, .text: return self
    }
  }

  var literal: JSONValue? {
    if case .literal(let json) = self { json } else { nil }
  }
}
