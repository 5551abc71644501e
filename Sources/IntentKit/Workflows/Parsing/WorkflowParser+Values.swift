import JSONText

extension WorkflowParser {
  /// Parses an expression.
  ///
  /// An object with `$`, `$text` or `$literal` has a special meaning; other values are taken as
  /// they are.
  mutating func value(_ json: JSONValue, at pointer: JSONPointer) -> WorkflowExpression {
    switch json {
    case .object(let object):
      if object["$"] != nil {
        return reference(object, at: pointer).map { .reference($0) } ?? .literal(.null)
      }
      if let parts = object["$text"] { return text(parts, of: object, at: pointer) }
      if let literal = object["$literal"] {
        rejectUnknownKeys(in: object, allowing: ["$literal"], at: pointer)
        return .literal(literal)
      }
      return self.object(object, at: pointer)
    case .array(let elements):
      let values = elements.enumerated().map { value($1, at: pointer.appending($0)) }
      return WorkflowExpression.list(values).simplified
    default: return .literal(json)
    }
  }

  private mutating func object(_ object: JSONObject, at pointer: JSONPointer) -> WorkflowExpression
  {
    let members = object.members.map { member in
      WorkflowExpression.Member(
        name: member.key,
        value: value(member.value, at: pointer.appending(member.key))
      )
    }
    return WorkflowExpression.object(members).simplified
  }

  private mutating func text(
    _ parts: JSONValue,
    of object: JSONObject,
    at pointer: JSONPointer
  ) -> WorkflowExpression {
    rejectUnknownKeys(in: object, allowing: ["$text"], at: pointer)
    let place = pointer.appending("$text")
    guard let elements = parts.array else {
      note(place, .wrongType(expected: ["array"], found: parts))
      return .text([])
    }
    return .text(elements.enumerated().map { value($1, at: place.appending($0)) })
  }

  /// Parses a reference of the form `{"$": POINTER, "or": DEFAULT}`.
  mutating func reference(
    _ object: JSONObject,
    at pointer: JSONPointer
  ) -> WorkflowReference? {
    rejectUnknownKeys(in: object, allowing: ["$", "or"], at: pointer)
    let place = pointer.appending("$")
    guard let found = object["$"], let target = found.string.flatMap(JSONPointer.init(parsing:)),
      !target.tokens.isEmpty
    else {
      note(
        place,
        .invalidFormat(expected: "a pointer such as '/params/day'", found: object["$"] ?? .null)
      )
      return nil
    }
    let fallback = object["or"].map { value($0, at: pointer.appending("or")) }
    return WorkflowReference(target: target, fallback: fallback, place: place)
  }

  mutating func rejectUnknownKeys(
    in object: JSONObject,
    allowing names: [String],
    at pointer: JSONPointer
  ) {
    for key in object.withoutComment.keys where !names.contains(key) {
      note(pointer.appending(key), .unknownName(near: TypoSuggester.closest(to: key, in: names)))
    }
  }
}
