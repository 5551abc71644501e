import JSONText

/// Evaluates the expressions and conditions of a workflow with the values in a scope.
///
/// All methods throw `Failure`.
struct WorkflowEvaluator {
  let scope: WorkflowScope

  func value(_ value: WorkflowExpression) throws(Failure) -> PartialValue {
    switch value {
    case .literal(let json): return PartialValue(json)
    case .reference(let reference): return try self.value(of: reference)
    case .text(let parts): return try text(parts)
    case .list(let values):
      var list: [PartialValue] = []
      for value in values { list.append(try self.value(value)) }
      return PartialValue(list: list)
    case .object(let members):
      var values: [(String, PartialValue)] = []
      for member in members { values.append((member.name, try self.value(member.value))) }
      return PartialValue(members: values)
    }
  }

  private func value(of reference: WorkflowReference) throws(Failure) -> PartialValue {
    if let found = scope.value(at: reference.target) { return found }
    guard let fallback = reference.fallback else { throw .missingReference(reference.target) }
    return try value(fallback)
  }

  private func text(_ parts: [WorkflowExpression]) throws(Failure) -> PartialValue {
    var text = ""
    var isKnown = true
    for part in parts {
      let value = try self.value(part)
      isKnown = isKnown && value.isKnown
      switch value.json {
      case .string(let string): text += string
      case .number(let number): text += number.text
      case .bool(let flag): text += flag ? "true" : "false"
      case .null, .array, .object: throw .notScalar(value.json)
      }
    }
    return isKnown ? PartialValue(.string(text)) : .unknown
  }

  /// Whether a condition is true; nil if that depends on an unknown value.
  func holds(_ condition: WorkflowCondition) throws(Failure) -> Bool? {
    switch condition {
    case .compare(let comparison, let first, let second, _):
      let (first, second) = (try value(first), try value(second))
      guard first.isKnown, second.isKnown else { return nil }
      return try Self.compare(first.json, second.json, by: comparison)
    case .isIn(let item, let list, _): return try holds(item, in: list)
    case .exists(let reference):
      guard let found = scope.value(at: reference.target) else { return false }
      return found.isKnown ? true : found == .unknown ? nil : true
    case .empty(let value):
      let found = try self.value(value)
      return found == .unknown ? nil : found.json.isEmpty
    case .not(let condition): return try holds(condition).map { !$0 }
    case .all(let conditions): return try holds(conditions, decidedBy: false)
    case .any(let conditions): return try holds(conditions, decidedBy: true)
    case .ok(let step, _): return status(of: step).map { $0 == .ok || $0 == .planned }
    case .failed(let step, _): return status(of: step).map(\.isFailure)
    }
  }

  /// Returns `decision` if any condition has that value, and otherwise its opposite; nil if the
  /// result depends on an unknown value.
  private func holds(
    _ conditions: [WorkflowCondition],
    decidedBy decision: Bool
  ) throws(Failure) -> Bool? {
    var isKnown = true
    for condition in conditions {
      switch try holds(condition) {
      case decision: return decision
      case nil: isKnown = false
      default: continue
      }
    }
    return isKnown ? !decision : nil
  }

  private func holds(
    _ item: WorkflowExpression,
    in list: WorkflowExpression
  ) throws(Failure) -> Bool? {
    let (item, list) = (try value(item), try value(list))
    guard item.isKnown, list.isKnown else { return nil }
    guard let elements = list.json.array else { throw .notList(list.json) }
    let wanted = item.json.normalized
    return elements.contains { $0.normalized == wanted }
  }

  private func status(of step: String) -> StepStatus? {
    let status = scope.steps[step]?.status ?? .skipped
    return status == .unknown ? nil : status
  }

  static func compare(
    _ first: JSONValue,
    _ second: JSONValue,
    by comparison: WorkflowCondition.Comparison
  ) throws(Failure) -> Bool {
    if !comparison.isOrdering {
      // Comparing with null is allowed for values of any type.
      let isAboutNull = first == .null || second == .null
      if !isAboutNull, first.kind != second.kind { throw .notComparable(first, second) }
      return (first.normalized == second.normalized) == (comparison == .eq)
    }
    switch (first, second) {
    case (.number(let first), .number(let second)):
      return comparison.holds(first.isLess(than: second), second.isLess(than: first))
    case (.string(let first), .string(let second)):
      return comparison.holds(
        first.unicodeScalars.lexicographicallyPrecedes(second.unicodeScalars),
        second.unicodeScalars.lexicographicallyPrecedes(first.unicodeScalars)
      )
    default: throw .notComparable(first, second)
    }
  }
}

extension WorkflowCondition.Comparison {
  fileprivate func holds(_ isLess: Bool, _ isGreater: Bool) -> Bool {
    switch self {
    case .lt: isLess
    case .le: !isGreater
    case .gt: isGreater
    case .ge: !isLess
    case .eq: !isLess && !isGreater
    case .ne: isLess || isGreater
    }
  }
}

extension JSONValue {
  /// Whether the value is null or empty.
  fileprivate var isEmpty: Bool {
    switch self {
    case .null: true
    case .string(let text): text.isEmpty
    case .array(let elements): elements.isEmpty
    case .object(let object): object.isEmpty
    case .bool, .number: false
    }
  }

  /// The JSON type for comparing values, where integers count as numbers.
  fileprivate var kind: String { typeName == "integer" ? "number" : typeName }
}
