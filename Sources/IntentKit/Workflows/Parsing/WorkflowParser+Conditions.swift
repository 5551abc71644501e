import JSONText

extension WorkflowParser {
  /// Parses a condition, which is an object with one member.
  mutating func condition(_ json: JSONValue, at pointer: JSONPointer) -> WorkflowCondition? {
    let members = json.object?.withoutComment.members ?? []
    guard let member = members.first, members.count == 1 else {
      note(pointer, .invalidFormat(expected: "an object with one condition", found: json))
      return nil
    }
    let place = pointer.appending(member.key)
    if let comparison = WorkflowCondition.Comparison(rawValue: member.key) {
      return pair(member.value, at: place).map { .compare(comparison, $0, $1, place: place) }
    }
    switch member.key {
    case "in": return pair(member.value, at: place).map { .isIn($0, $1, place: place) }
    case "exists": return existence(member.value, at: place).map { .exists($0) }
    case "empty": return .empty(value(member.value, at: place))
    case "not": return condition(member.value, at: place).map { .not($0) }
    case "and": return conditions(member.value, at: place).map { .all($0) }
    case "or": return conditions(member.value, at: place).map { .any($0) }
    case "ok": return step(member.value, at: place).map { .ok($0, place: place) }
    case "failed": return step(member.value, at: place).map { .failed($0, place: place) }
    default:
      note(
        place,
        .unknownName(near: TypoSuggester.closest(to: member.key, in: WorkflowCondition.operators))
      )
      return nil
    }
  }

  private mutating func pair(
    _ json: JSONValue,
    at pointer: JSONPointer
  ) -> (WorkflowExpression, WorkflowExpression)? {
    guard let elements = json.array, elements.count == 2 else {
      note(pointer, .invalidFormat(expected: "a list of two values", found: json))
      return nil
    }
    return (
      value(elements[0], at: pointer.appending(0)), value(elements[1], at: pointer.appending(1))
    )
  }

  private mutating func existence(
    _ json: JSONValue,
    at pointer: JSONPointer
  ) -> WorkflowReference? {
    guard let object = json.object, object["$"] != nil else {
      note(pointer, .invalidFormat(expected: "a reference with '$'", found: json))
      return nil
    }
    // A reference with a default always has a value, so `exists` would always be true.
    if object["or"] != nil { note(pointer.appending("or"), .conflict(with: "exists")) }
    return reference(object, at: pointer)
  }

  private mutating func conditions(
    _ json: JSONValue,
    at pointer: JSONPointer
  ) -> [WorkflowCondition]? {
    guard let elements = json.array else {
      note(pointer, .wrongType(expected: ["array"], found: json))
      return nil
    }
    return elements.enumerated().compactMap { condition($1, at: pointer.appending($0)) }
  }

  private mutating func step(_ json: JSONValue, at pointer: JSONPointer) -> String? {
    if json.string == nil { note(pointer, .wrongType(expected: ["string"], found: json)) }
    return json.string
  }
}
