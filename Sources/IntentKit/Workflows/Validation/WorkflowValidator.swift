import JSONText

/// Checks a workflow against the definitions of the intents that it calls.
struct WorkflowValidator {
  private let workflow: Workflow
  private let registeredIntents: [String: RegisteredIntent]
  private(set) var problems: [ValidationError] = []
  private var resolver: ReferenceResolver

  /// Checks a workflow and stores its problems.
  ///
  /// - Parameter registeredIntents: The called intents by ID, leaving out unknown ones.
  init(_ workflow: Workflow, registeredIntents: [String: RegisteredIntent]) {
    self.workflow = workflow
    self.registeredIntents = registeredIntents
    let ids = (workflow.steps + workflow.cleanup).flatMap(\.ids).map(\.id)
    resolver = ReferenceResolver(
      parameters: workflow.parameters,
      isHook: workflow.hook != nil,
      allSteps: ids
    )
    check(workflow.steps)
    check(workflow.cleanup)
    if let output = workflow.output {
      check(output, against: .object(workflow.result), at: JSONPointer(["output"]))
    }
    if let dialog = workflow.dialog {
      check(dialog, against: ["type": "string"], at: JSONPointer(["dialog"]))
    }
  }

  private mutating func note(_ pointer: JSONPointer, _ kind: ValidationError.Kind) {
    problems.append(ValidationError(pointer, kind))
  }

  private mutating func check(_ steps: [WorkflowStep]) {
    for step in steps { check(step) }
  }

  private mutating func check(_ step: WorkflowStep) {
    let pointer = step.pointer
    let outerResolver = resolver
    if let loop = step.loop {
      let place = pointer.appending("forEach")
      check(loop.items, against: ["type": "array"], at: place)
      resolver = resolver.within(itemsOf: schema(of: loop.items))
    }
    if let condition = step.condition { check(condition) }
    if step.onError.retry != nil, let intent = unsafeIntent(in: step) {
      let supportsIdempotencyKeys = registeredIntents[intent]?.supportsIdempotencyKeys ?? false
      note(
        pointer.appending("onError"),
        .unsafeRetry(intent, supportsIdempotencyKeys: supportsIdempotencyKeys)
      )
    }
    switch step.action {
    case .call(let call): check(call, at: pointer)
    case .steps(let steps): check(steps)
    case .fail(let sentence):
      check(sentence, against: ["type": "string"], at: pointer.appending("fail"))
    }
    let result = result(of: step.action)
    // Outside the loop, references can read only the list of its results.
    if step.loop != nil { resolver = outerResolver }
    resolver.note(step.id, step.loop == nil ? result : result.map(Self.list) ?? ["type": "array"])
  }

  private static func list(of items: JSONObject) -> JSONObject {
    ["type": "array", "items": .object(items)]
  }

  /// Returns the JSON Schema of a step's result, or nil if it is unknown.
  private func result(of action: WorkflowStep.Action) -> JSONObject? {
    switch action {
    case .call(let call): return registeredIntents[call.intent]?.definition.result
    case .fail: return nil
    case .steps(let steps):
      var properties = JSONObject()
      for step in steps {
        properties[step.id] = resolver.result(of: step.id).map { .object($0) } ?? [:]
      }
      return ["type": "object", "properties": .object(properties)]
    }
  }

  /// Returns an intent of the step that isn't safe to retry, or nil if all are.
  private func unsafeIntent(in step: WorkflowStep) -> String? {
    switch step.action {
    case .fail: return nil
    case .steps(let steps): return steps.lazy.compactMap(unsafeIntent).first
    case .call(let call):
      guard let registered = registeredIntents[call.intent] else { return nil }
      let effects = registered.definition.effects
      let isSafe =
        effects.readOnly || effects.idempotent
        || call.key != nil && registered.supportsIdempotencyKeys
      return isSafe ? nil : call.intent
    }
  }

  private mutating func check(_ call: WorkflowCall, at pointer: JSONPointer) {
    guard let registered = registeredIntents[call.intent] else { return }
    let place = pointer.appending("with")
    check(call.values, against: .object(registered.definition.parameters), at: place)
    guard let key = call.key else { return }
    if !registered.supportsIdempotencyKeys {
      note(pointer.appending("key"), .idempotencyKeysUnsupported(call.intent))
    }
    check(key, against: ["type": "string"], at: pointer.appending("key"))
  }

  /// Checks whether the value of an expression can match a schema, as far as the value is known.
  private mutating func check(
    _ value: WorkflowExpression,
    against schema: JSONValue,
    at pointer: JSONPointer
  ) {
    let schema = schema.object ?? [:]
    switch value {
    case .literal(let json): problems += SchemaValidator(schema).problems(in: json, at: pointer)
    case .reference(let reference):
      check(reference, against: schema)
    case .text(let parts):
      rejectTypes(["string"], for: schema, at: pointer)
      for (index, part) in parts.enumerated() {
        let scalar: JSONValue = ["type": ["string", "number", "boolean"]]
        check(part, against: scalar, at: pointer.appending("$text").appending(index))
      }
    case .list(let values):
      rejectTypes(["array"], for: schema, at: pointer)
      for (index, element) in values.enumerated() {
        check(element, against: schema["items"] ?? [:], at: pointer.appending(index))
      }
    case .object(let members):
      rejectTypes(["object"], for: schema, at: pointer)
      // Missing and unknown members can be found even if their values aren't known yet.
      var shape = JSONObject()
      for member in members { shape[member.name] = .null }
      problems += SchemaValidator(schema).problems(inShape: shape, at: pointer)
      for member in members {
        guard let own = schema["properties"]?[member.name] ?? schema["additionalProperties"],
          own.object != nil
        else {
          check(member.value, against: [:], at: pointer.appending(member.name))
          continue
        }
        check(member.value, against: own, at: pointer.appending(member.name))
      }
    }
  }

  private mutating func check(_ reference: WorkflowReference, against schema: JSONObject) {
    switch resolver.schema(at: reference.target) {
    case .problem(let kind): note(reference.place, kind)
    case .found(let found):
      let expected = schema.types
      if let found = found?.types, let expected, found.isDisjoint(with: expected) {
        note(
          reference.place,
          .typeMismatch(
            reference.target.description,
            expected: expected.sorted(),
            found: found.sorted()
          )
        )
      }
    }
    if let fallback = reference.fallback {
      let place = JSONPointer(reference.place.tokens.dropLast() + ["or"])
      check(fallback, against: .object(schema), at: place)
    }
  }

  private mutating func rejectTypes(
    _ found: Set<String>,
    for schema: JSONObject,
    at pointer: JSONPointer
  ) {
    guard let expected = schema.types, expected.isDisjoint(with: found) else { return }
    note(
      pointer,
      .typeMismatch(nil, expected: expected.sorted(), found: found.sorted())
    )
  }

  private mutating func check(_ condition: WorkflowCondition) {
    switch condition {
    case .compare(let comparison, let first, let second, let place):
      let scalar: JSONValue = comparison.isOrdering ? ["type": ["number", "string"]] : [:]
      check(first, against: scalar, at: place.appending(0))
      check(second, against: scalar, at: place.appending(1))
      checkComparable(first, second, at: place)
    case .isIn(let item, let list, let place):
      check(item, against: [:], at: place.appending(0))
      check(list, against: ["type": "array"], at: place.appending(1))
    case .exists(let reference): check(reference, against: [:])
    case .empty(let value): check(value, against: [:], at: JSONPointer())
    case .not(let condition): check(condition)
    case .all(let conditions), .any(let conditions):
      for condition in conditions { check(condition) }
    case .ok(let step, let place), .failed(let step, let place):
      let target = JSONPointer(["steps", step, "status"])
      if case .problem(let kind) = resolver.schema(at: target) { note(place, kind) }
    }
  }

  private mutating func checkComparable(
    _ first: WorkflowExpression,
    _ second: WorkflowExpression,
    at place: JSONPointer
  ) {
    guard let one = schema(of: first)?.types, let other = schema(of: second)?.types else { return }
    let known = one.subtracting(["null"]), expected = other.subtracting(["null"])
    if !known.isEmpty, !expected.isEmpty, known.isDisjoint(with: expected) {
      note(place, .notComparable(known.sorted(), expected.sorted()))
    }
  }

  /// Returns the JSON Schema of an expression's value, as far as it is known.
  private func schema(of value: WorkflowExpression) -> JSONObject? {
    switch value {
    case .literal(let json): ["type": .string(json.typeName)]
    case .reference(let reference):
      if case .found(let schema) = resolver.schema(at: reference.target) { schema } else { nil }
    case .text: ["type": "string"]
    case .list: ["type": "array"]
    case .object: ["type": "object"]
    }
  }
}

extension JSONObject {
  /// The JSON types that a schema allows, adding `integer` to `number`; nil if it allows any type.
  fileprivate var types: Set<String>? {
    if isComposed { return nil }
    let names = self["type"]?.array?.compactMap(\.string) ?? self["type"]?.string.map { [$0] }
    guard let names, names.allSatisfy(SchemaValidator.types.contains) else { return nil }
    // A value of type `number` may be an integer.
    return Set(names.flatMap { $0 == "number" ? ["number", "integer"] : [$0] })
  }

  /// Whether the schema refers to other schemas or combines them, for example with `anyOf`.
  var isComposed: Bool {
    ["$ref", "anyOf", "oneOf", "allOf", "not"].contains { self[$0] != nil }
  }
}
