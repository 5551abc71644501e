import JSONText

/// Resolves references at one point in a workflow to the JSON Schemas of their values.
struct ReferenceResolver {
  enum ReferenceLookupResult {
    /// The reference is valid; the schema of its value is nil if unknown.
    case found(JSONObject?)
    case problem(ValidationError.Kind)
  }

  private let parameters: JSONObject
  private let isHook: Bool
  private let allSteps: [String]
  private var results: [String: JSONObject?] = [:]
  private var loop: JSONObject??

  init(parameters: JSONObject, isHook: Bool, allSteps: [String]) {
    self.parameters = parameters
    self.isHook = isHook
    self.allSteps = allSteps
  }

  /// Makes a step's result, described by its schema, available to references in later steps.
  mutating func note(_ step: String, _ result: JSONObject?) {
    results[step] = .some(result)
  }

  func result(of step: String) -> JSONObject? { results[step] ?? nil }

  /// Returns a resolver for references inside a loop over a list with the given schema.
  func within(itemsOf list: JSONObject?) -> ReferenceResolver {
    var inner = self
    inner.loop = .some(list?["items"]?.object)
    return inner
  }

  func schema(at pointer: JSONPointer) -> ReferenceLookupResult {
    switch target(of: pointer) {
    case .problem(.danglingReference(_, let near)):
      .problem(.danglingReference(pointer.description, near: near))
    case let target: target
    }
  }

  private func target(of pointer: JSONPointer) -> ReferenceLookupResult {
    let rest = pointer.tokens.dropFirst()
    switch pointer.tokens.first ?? "" {
    case "params": return Self.walk(parameters, rest)
    case "steps": return step(rest)
    case "run": return Self.walk(Self.run, rest)
    case "item", "index":
      guard let loop else { return .problem(.outsideLoop) }
      return Self.walk(pointer.tokens.first == "item" ? loop : ["type": "integer"], rest)
    case "event":
      return isHook ? Self.walk(Self.event, rest) : .problem(.outsideHook)
    case let root:
      return .problem(
        .danglingReference("", near: TypoSuggester.closest(to: root, in: WorkflowScope.roots))
      )
    }
  }

  private func step(_ tokens: ArraySlice<String>) -> ReferenceLookupResult {
    guard let id = tokens.first else { return .problem(.danglingReference("", near: nil)) }
    guard let result = results[id] else {
      if allSteps.contains(id) { return .problem(.stepHasNotRun(step: id)) }
      return .problem(
        .danglingReference("", near: TypoSuggester.closest(to: id, in: results.keys))
      )
    }
    let rest = tokens.dropFirst(2)
    switch tokens.dropFirst().first {
    case "status", "dialog": return Self.walk(["type": "string"], rest)
    case "error": return Self.walk(Self.error, rest)
    case "result": return Self.walk(result, rest)
    case let word:
      let near = word.flatMap {
        TypoSuggester.closest(to: $0, in: ["status", "result", "dialog", "error"])
      }
      return .problem(.danglingReference("", near: near))
    }
  }

  private static func walk(_ schema: JSONObject?, _ tokens: ArraySlice<String>)
    -> ReferenceLookupResult
  {
    guard let schema, !schema.isComposed else { return .found(nil) }
    guard let token = tokens.first else { return .found(schema) }
    if let properties = schema["properties"]?.object, !properties.isEmpty {
      if let next = properties[token] { return walk(next.object, tokens.dropFirst()) }
      switch schema["additionalProperties"] {
      case .bool(true): return .found(nil)
      case .object(let next): return walk(next, tokens.dropFirst())
      default:
        return .problem(
          .danglingReference("", near: TypoSuggester.closest(to: token, in: properties.keys))
        )
      }
    }
    if schema["additionalProperties"] == false {
      return .problem(.danglingReference("", near: nil))
    }
    let types = schema["type"]?.array?.compactMap(\.string) ?? [schema["type"]?.string ?? "object"]
    if types.contains("object") { return .found(nil) }
    guard types.contains("array"), token.allSatisfy(\.isNumber) else {
      return .problem(.danglingReference("", near: nil))
    }
    return walk(schema["items"]?.object, tokens.dropFirst())
  }

  private static let error: JSONObject = [
    "type": "object",
    "properties": [
      "code": ["type": "string"], "message": ["type": "string"], "data": ["type": "object"],
    ],
  ]

  private static let run: JSONObject = [
    "type": "object",
    "properties": [
      "id": ["type": "string"], "status": ["type": "string"], "startedAt": ["type": "string"],
      "error": .object(error),
    ],
  ]

  private static let event: JSONObject = [
    "type": "object",
    "properties": [
      "name": ["type": "string"], "intent": ["type": "string"], "source": ["type": "string"],
      "with": ["type": "object"], "before": [:], "after": [:],
    ],
  ]
}
