import JSONText

/// An expression that is evaluated when a step runs.
indirect enum WorkflowExpression: Sendable, Equatable {
  /// A constant, in which no key has a special meaning.
  case literal(JSONValue)
  case reference(WorkflowReference)
  /// Scalars, concatenated to a string.
  case text([WorkflowExpression])
  case list([WorkflowExpression])
  case object([Member])

  struct Member: Sendable, Equatable {
    let name: String
    let value: WorkflowExpression
  }
}

/// A reference to a value in the scope of a run.
struct WorkflowReference: Sendable, Equatable {
  let target: JSONPointer
  /// The default for a missing value; nil if the value is required.
  let fallback: WorkflowExpression?
  /// The location of the reference in its file.
  let place: JSONPointer
}

extension WorkflowExpression {
  /// The expression as a literal, if all its parts are constant.
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
