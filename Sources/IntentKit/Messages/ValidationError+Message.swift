import JSONText

extension ValidationError {
  /// The problem as a sentence, which begins with "Call 2:" if the call is the second one of a
  /// list.
  var sentenceOfCall: String {
    // Only a list of calls has numbers as keys. In a single call, a numeric key is just an unknown
    // key.
    if case .unknownName = kind, pointer.tokens.count == 1 { return sentence(saying: "key") }
    guard let index = pointer.tokens.first.flatMap({ Int($0) }) else {
      return sentence(saying: "key")
    }
    let problem = ValidationError(JSONPointer(Array(pointer.tokens.dropFirst())), kind)
    let name = "Call \(index + 1)"
    if problem.pointer.tokens.isEmpty { return problem.sentence(saying: "key", whole: name) }
    return "\(name): \(problem.sentence(saying: "key"))"
  }

  /// Returns the problem as a sentence, followed by a second one if it can say what to do.
  ///
  /// - Parameters:
  ///     - noun: The word for a member of an object, such as `parameter` or `key`.
  ///     - whole: The name for the top-level value.
  public func sentence(saying noun: String, whole: String = "The top-level value") -> String {
    let name = pointer.tokens.isEmpty ? whole : Self.location(pointer.tokens[...])
    let subject = name.capitalizingFirst
    return switch kind {
    case .missing: "The \(noun) \(name) is missing."
    case .missingOneOf(let names): "A value is missing. Give \(Self.list(names.map(\.quoted)))."
    case .unknownName(let near, let group):
      "Unknown \(noun) \(name)\(near.suggestion)."
        + (group.map { " Put \((pointer.tokens.last ?? "").quoted) into \($0.quoted)." } ?? "")
    case .wrongType(let expected, let found):
      "\(subject) must be \(Self.types(expected)), not \(found.described)."
    case .notOneOf(let choices, let found) where choices.isEmpty:
      "\(found.asInvalid) is not allowed for \(name)."
    case .notOneOf(let choices, let found):
      "\(subject) must be \(Self.list(choices.map(\.shown))), not \(found.shown)"
        + "\(near(found, choices))."
    case .outOfRange(let minimum, let maximum, let found):
      "\(subject) must be \(Self.bounds(minimum?.text, maximum?.text)), not \(found.shown)."
    case .wrongLength(let minimum, let maximum, let found):
      "\(subject) must have \(Self.bounds(minimum, maximum, of: "character")), not \(found)."
    case .wrongCount(let minimum?, _, let found) where found < minimum:
      "\(subject) must have \(Self.bounds(minimum, nil, of: "item")), not \(found)."
    case .wrongCount(let minimum, let maximum, let found):
      "\(subject) must have \(Self.bounds(minimum, maximum, of: "item")), not \(found)."
    case .repeatedItem(let item): "\(subject) contains \(item.shown) twice. Remove one of them."
    case .invalidFormat(let expected, .bool): "\(subject) can't be used here. Use \(expected)."
    case .invalidFormat(let expected, let found):
      "\(found.asInvalid) is not valid for \(name). Use \(expected)."
    case .conflict(let other):
      "\(subject) can't be combined with \(other.quoted). Remove one of them."
    case .danglingReference(let target, let near):
      "\(subject) refers to \(target.quoted), which doesn't exist\(near.suggestion)."
    case .requires(let other):
      "\(subject) requires \(other.quoted). Add \(other.quoted), or remove \(name)."
    case .notComparable(let first, let second):
      "\(subject) can't compare \(Self.types(first)) with \(Self.types(second)). "
        + "Compare two values of the same type."
    case .stepHasNotRun(let step):
      "\(subject) refers to the step \(step.quoted), which has no result at that point. "
        + "Refer to an earlier step."
    case .outsideLoop:
      "\(subject) refers to a loop item, but is not inside 'forEach'. Move it into a loop, or use "
        + "another value."
    case .outsideHook:
      "\(subject) refers to an event, which only a workflow with 'hook' has. Add 'hook' to the "
        + "workflow, or use another value."
    case .typeMismatch(let source, let expected, let found):
      "\(subject) must be \(Self.types(expected)), but"
        + " \(source.map { "the reference \($0.quoted) gives" } ?? "it is") \(Self.types(found))."
    case .unsafeRetry(let intent, let supportsIdempotencyKeys):
      "\(subject): a retry could run \(intent.quoted) twice. "
        + (supportsIdempotencyKeys ? "Give the step a 'key'." : "Remove 'retry'.")
    case .idempotencyKeysUnsupported(let intent):
      "The intent \(intent.quoted) doesn't support idempotency keys. Remove \(name)."
    case .unknownIntent(let id, let near):
      "\(subject): unknown intent \(id.quoted)\(near.suggestion)."
    case .callCycle(let ids):
      "\(subject) creates a cycle: \(Self.cycle(ids)). "
        + "Remove one of these calls."
    case .unusableIntent(let sentence):
      "\(subject) can't be used: \(sentence.lowercasingFirst)"
    case .invalidNestedWorkflow(let id, let problem):
      "\(subject) calls the workflow \(id.quoted), which is invalid: "
        + problem.sentence(saying: noun).lowercasingFirst
    case .noCommonSource:
      "This workflow can never run: no single source, such as a file or MCP, may call all the "
        + "intents in \(name). Keep only intents that the same source may call."
    case .idTaken(let id):
      "The id \(id.quoted) is already used by another intent, workflow or step. "
        + "Choose another \(name)."
    case .differentType(let type, let difference):
      "\(subject) doesn't match the Swift type \(type): \(difference)"
    }
  }

  /// Returns the calls of a cycle as text: `'a' calls 'b', which calls 'a'`.
  private static func cycle(_ ids: [String]) -> String {
    let callees = ids.dropFirst().map(\.quoted).joined(separator: ", which calls ")
    return "\((ids.first ?? "").quoted) calls \(callees)"
  }

  /// Returns a location as text: 'tag' in step 2 for `steps/1/with/tag`, and item 1 of 'days' for
  /// `days/0`.
  private static func location(_ tokens: ArraySlice<String>) -> String {
    guard tokens.first == "steps", let index = tokens.dropFirst().first.flatMap({ Int($0) }) else {
      let (last, outer) = (tokens.last ?? "", tokens.dropLast())
      if outer.isEmpty { return last.quoted }
      let part = Int(last).map { "item \($0 + 1) of" } ?? "\(last.quoted) in"
      return "\(part) \(location(outer))"
    }
    let rest = tokens.dropFirst(2)
    let inner = rest.first == "with" && rest.count > 1 ? rest.dropFirst() : rest
    return inner.isEmpty ? "step \(index + 1)" : "\(location(inner)) in step \(index + 1)"
  }

  private func near(_ found: JSONValue, _ choices: [JSONValue]) -> String {
    found.string.flatMap { TypoSuggester.closest(to: $0, in: choices.compactMap(\.string)) }
      .suggestion
  }

  /// Returns a phrase that lists JSON types, omitting integers if all numbers are allowed.
  private static func types(_ names: [String]) -> String {
    let names = names.contains("number") ? names.filter { $0 != "integer" } : names
    return list(names.map(\.typePhrase))
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

  /// Returns the bounds of a length, such as `between 1 and 64 characters`.
  private static func bounds(_ minimum: Int?, _ maximum: Int?, of unit: String) -> String {
    let units = (maximum ?? minimum) == 1 ? unit : "\(unit)s"
    return "\(bounds(minimum?.description, maximum?.description)) \(units)"
  }
}

extension JSONValue {
  /// The value as the subject of a sentence that says that the value isn't valid.
  ///
  /// A string is shown without its type, because most parameters expect a string.
  fileprivate var asInvalid: String { string == nil ? describedAsSubject : shown }
}

extension String {
  fileprivate var typePhrase: String {
    switch self {
    case "array": "a list"
    case "boolean": "true or false"
    case "null": "null"
    case "integer": "a whole number"
    case "object": "an object"
    case "string": "text"
    default: "a \(self)"
    }
  }
}
