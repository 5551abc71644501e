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
      .invalidDefinition(ValidationError("sources/0", .notOneOf(["rpc", "mcp"], found: "cli"))),
      .invalidWorkflow([ValidationError("steps/0", .missing)], file: "backup.json"),
      .atomicGroupUnsupported("Notify"),
      .keyReused("k1"),
      .keyUnsupported("demo__Say"),
      .dryRunUnsupported("demo__Say"),
      .cancelled,
    ].map { (error: IntentError) in error.outcome }
  )

  private static let kinds: [(String, ValidationError.Kind)] = [
    ("missing", .missing),
    ("missingOneOf", .missingOneOf("'start', 'end' or 'duration'")),
    ("unknownName", .unknownName(near: "tag")),
    ("wrongType", .wrongType(expected: ["string", "null"], found: 5)),
    ("notOneOf", .notOneOf(["day", "week"], found: "month")),
    ("outOfRange", .outOfRange(minimum: JSONNumber(1), maximum: JSONNumber(500), found: 0)),
    ("outOfRange", .outOfRange(minimum: JSONNumber(1), maximum: nil, found: 0)),
    ("wrongLength", .wrongLength(minimum: 1, maximum: 1000, found: 0)),
    ("wrongLength", .wrongLength(minimum: nil, maximum: 200, found: 201)),
    ("repeatedItem", .repeatedItem("mon")),
    ("invalidFormat", .invalidFormat(expected: "a time such as 09:30 or -15m", found: "10:75")),
    ("conflict", .conflict(with: "duration")),
    ("danglingReference", .danglingReference("/steps/strat", near: "/steps/start")),
    ("requires", .requires("tag")),
    ("notComparable", .notComparable(["number"], ["string"])),
    ("stepHasNotRun", .stepHasNotRun(step: "last")),
    ("outsideLoop", .outsideLoop),
    ("outsideHook", .outsideHook),
    ("typeMismatch", .typeMismatch("/steps/a", expected: ["string"], found: ["number"])),
    ("unsafeRetry", .unsafeRetry("Notify", supportsIdempotencyKeys: false)),
    ("unsafeRetry", .unsafeRetry("StartTimer", supportsIdempotencyKeys: true)),
    ("idempotencyKeysUnsupported", .idempotencyKeysUnsupported("Notify")),
    ("unknownIntent", .unknownIntent("StartTimr", near: "StartTimer")),
    ("callCycle", .callCycle(["a", "b", "a"])),
    ("unusableIntent", .unusableIntent("The plugin 'backup' is disabled.")),
    ("invalidNestedWorkflow", .invalidNestedWorkflow("backup", ValidationError("steps", .missing))),
    ("noCommonSource", .noCommonSource),
    ("idTaken", .idTaken("StartTimer")),
  ]

  static let values = MessageSection(
    title: "Values of parameters",
    lines: kinds.map { label, kind in
      (label, ValidationError("at", kind).sentence(saying: "parameter"))
    }
  )

  private static let stepErrors: [WorkflowStepError] = [
    .missing(JSONPointer(["steps", "start", "value"])), .notScalar([1]), .notList("Work"),
    .notComparable(1, "Work"), .tooMany(count: 600, limit: 500),
    .explicitFailure("The client is archived."),
    .loopItemsFailed(
      failed: [1, 4],
      count: 5,
      first: OutcomeError(.failure, code: "tagNotFound", message: "There is no tag 'Wrok'.")
    ),
  ]

  static let steps = outcomes("Steps of workflows", stepErrors.map { .failed($0.error) })
}
