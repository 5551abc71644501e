import JSONText

/// A value that is made when it is needed, from what there is then.
indirect enum WorkflowExpression: Sendable, Equatable {
  /// The value itself, in which nothing is special.
  case literal(JSONValue)
  case reference(WorkflowReference)
  /// Scalars, one after the other, as one text.
  case text([WorkflowExpression])
  case list([WorkflowExpression])
  case object([Member])

  struct Member: Sendable, Equatable {
    let name: String
    let value: WorkflowExpression
  }
}

/// The way to a value in what a run knows.
struct WorkflowReference: Sendable, Equatable {
  let target: JSONPointer
  /// What stands for a value that is not there; nil where it has to be.
  let fallback: WorkflowExpression?
  /// Where the reference stands in its file.
  let place: JSONPointer
}

extension WorkflowExpression {
  /// The value itself where all in it is known by now.
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
