import JSONText

@testable import IntentKit

extension MessageSection {
  static let calls = outcomes(
    "Calls of intents",
    [
      .unknownIntent("StartTimr", near: "StartTimer"),
      .sourceNotAllowed("DeleteTag", .key),
      .readOnly("StartTimer"),
      .invalidValue(ValidationError("tag", .missing)),
      .invalidValue(ValidationError("tag", .wrongType(expected: ["string"], found: 1))),
      .malformedCall(ValidationError("with", .wrongType(expected: ["object"], found: [1]))),
      .malformedCall(ValidationError(JSONPointer(["2", "intnt"]), .unknownName(near: "intent"))),
      .invalidDefinition(
        ValidationError(JSONPointer(["sources", "0"]), .notOneOf(["rpc", "mcp"], found: "cli"))
      ),
      .invalidWorkflow([ValidationError("steps", .missing)], file: "backup.json"),
      .atomicGroupUnsupported("Notify"),
      .keyReused("k1"),
      .keyUnsupported("demo__Say"),
      .dryRunUnsupported("demo__Say"),
      .cancelled,
    ].map(Outcome.failed)
  )

  /// A sample problem of each kind, with the path of the invalid argument and a label.
  private static let kinds: [(path: String, label: String, kind: ValidationError.Kind)] = [
    ("tag", "missing", .missing),
    ("start", "missingOneOf", .missingOneOf("'start', 'end' or 'duration'")),
    ("tga", "unknownName", .unknownName(near: "tag")),
    ("comment", "wrongType", .wrongType(expected: ["string", "null"], found: 5)),
    ("groupBy", "notOneOf", .notOneOf(["day", "week"], found: "month")),
    (
      "limit", "outOfRange", .outOfRange(minimum: JSONNumber(1), maximum: JSONNumber(500), found: 0)
    ),
    ("limit", "outOfRange", .outOfRange(minimum: JSONNumber(1), maximum: nil, found: 0)),
    ("records", "wrongCount", .wrongCount(minimum: 1, maximum: 1000, found: 0)),
    ("comment", "wrongLength", .wrongLength(minimum: nil, maximum: 200, found: 201)),
    ("days", "repeatedItem", .repeatedItem("mon")),
    (
      "at", "invalidFormat",
      .invalidFormat(expected: "a time such as 09:30, or an offset such as -15m", found: "10:75")
    ),
    ("end", "conflict", .conflict(with: "duration")),
    (
      "steps/1/with/tag", "danglingReference",
      .danglingReference("/steps/strat", near: "/steps/start")
    ),
    ("at", "requires", .requires("tag")),
    ("steps/1/if", "notComparable", .notComparable(["number"], ["string"])),
    ("steps/1/with/record", "stepHasNotRun", .stepHasNotRun(step: "last")),
    ("steps/0/with/tag", "outsideLoop", .outsideLoop),
    ("steps/0/with/tag", "outsideHook", .outsideHook),
    (
      "steps/1/with/tag", "typeMismatch",
      .typeMismatch("/steps/count", expected: ["string"], found: ["number"])
    ),
    ("steps/0/retry", "unsafeRetry", .unsafeRetry("Notify", supportsIdempotencyKeys: false)),
    ("steps/0/retry", "unsafeRetry", .unsafeRetry("StartTimer", supportsIdempotencyKeys: true)),
    ("steps/0/key", "idempotencyKeysUnsupported", .idempotencyKeysUnsupported("Notify")),
    ("steps/0/intent", "unknownIntent", .unknownIntent("StartTimr", near: "StartTimer")),
    ("steps/0/intent", "callCycle", .callCycle(["a", "b", "a"])),
    (
      "steps/0/intent", "unusableIntent",
      .unusableIntent("There is no plugin 'demmo' (did you mean 'demo'?).")
    ),
    (
      "steps/0/intent", "invalidNestedWorkflow",
      .invalidNestedWorkflow("backup", ValidationError("steps", .missing))
    ),
    ("steps", "noCommonSource", .noCommonSource),
    ("id", "idTaken", .idTaken("StartTimer")),
    (
      "parameters", "differentType",
      .differentType("LogParameters", "'at' is optional only in the schema.")
    ),
  ]

  static let values = MessageSection(
    title: "Values of parameters",
    lines: kinds.map { path, label, kind in
      let pointer = JSONPointer(path.split(separator: "/").map(String.init))
      return (label, ValidationError(pointer, kind).sentence(saying: "parameter"))
    }
  )

  private static let stepErrors: [Failure] = [
    .missingReference(JSONPointer(["steps", "start", "value"])), .notScalar([1]), .notList("Work"),
    .notComparable(1, "Work"), .tooManyItems(600, limit: 500),
    .explicit("The tag 'Work' is archived. Choose another tag."),
    .itemsFailed(
      [1, 4],
      of: 5,
      first: Failure(code: "tagNotFound", message: "There is no tag 'Wrok'.")
    ),
  ]

  static let steps = outcomes("Steps of workflows", stepErrors.map(Outcome.failed))
}
