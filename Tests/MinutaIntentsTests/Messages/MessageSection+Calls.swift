import JSONText

@testable import IntentKit

extension MessageSection {
  static let calls = outcomes(
    "Calls of intents",
    [
      .unknownIntent("StartTimr", near: "StartTimer"),
      .unknownIntent("X", near: nil), .sourceNotAllowed("DeleteTag", .key),
      .sourceNotAllowed("Undo", .mcp), .sourceNotAllowed("Undo", .rpc),
      .sourceNotAllowed("Undo", .file), .sourceNotAllowed("Undo", .commandLine),
      .readOnly("StartTimer"),
      .invalidValue(ValidationError("tag", .missing)),
      .invalidValue(ValidationError("tag", .wrongType(expected: ["string"], found: 1))),
      .malformedCall(ValidationError("with", .wrongType(expected: ["object"], found: [1]))),
      .malformedCall(ValidationError(JSONPointer(["2", "intnt"]), .unknownName(near: "intent"))),
      .malformedCall(ValidationError(JSONPointer(["3", "intent"]), .missing)),
      .malformedCall(
        ValidationError(JSONPointer(["1"]), .wrongType(expected: ["object"], found: 5))
      ),
      .malformedCall(
        ValidationError(JSONPointer(), .wrongType(expected: ["object", "array"], found: 5))
      ),
      .invalidDefinition(
        ValidationError(JSONPointer(["sources", "0"]), .notOneOf(["rpc", "mcp"], found: "cli"))
      ),
      .invalidWorkflow([ValidationError("steps", .missing)], file: "backup.json"),
      .invalidWorkflow([ValidationError("steps", .missing)], file: nil),
      .invalidWorkflow(
        [ValidationError("steps", .missing), ValidationError("id", .missing)],
        file: "backup.json"
      ),
      .atomicGroupUnsupported("Notify"),
      .keyReused("k1"),
      .keyUnsupported("demo__Say"),
      .dryRunUnsupported("demo__Say"),
      .cancelled, Failure(OtherError(), in: "Notify"), .misnamedWorkflow("a b.json"),
      .workflowTimedOut("backup", after: .seconds(2)), .stepTimedOut(after: .seconds(1)),
      .outputFailed(.notList("Work"), workflow: "backup", run: "1"),
      .refused(byHook: "guard", notRunning), .hookFailed("guard", notRunning),
    ].map(Outcome.failed)
  )

  private static let notRunning = Failure(code: "recordNotFound", message: "No timer is running.")

  /// An error of an intent that isn't a `Failure`.
  private struct OtherError: Error, CustomStringConvertible { let description = "out of paper" }

  private static let half = JSONNumber(0.5).map { JSONValue.number($0) } ?? .null

  /// A sample problem of each kind, with the path of the invalid argument and a label.
  private static let kinds: [(path: String, label: String, kind: ValidationError.Kind)] = [
    ("tag", "missing", .missing),
    ("start", "missingOneOf", .missingOneOf(["start", "end", "duration"])),
    ("groupBy/0/a", "missing", .missing), ("tga", "unknownName", .unknownName(near: "tag")),
    ("tga", "unknownName", .unknownName(near: nil)),
    ("comment", "wrongType", .wrongType(expected: ["string", "null"], found: 5)),
    ("limit", "wrongType", .wrongType(expected: ["integer", "null"], found: half)),
    (
      "limit", "wrongType",
      .wrongType(expected: ["array", "object", "boolean", "number"], found: "x")
    ),
    ("comment", "wrongType", .wrongType(expected: ["string"], found: [1, "a"])),
    ("comment", "wrongType", .wrongType(expected: ["string"], found: nil)),
    ("groupBy", "notOneOf", .notOneOf(["day", "week"], found: "month")),
    ("groupBy", "notOneOf", .notOneOf(["day", "week", "month"], found: "wek")),
    ("groupBy", "notOneOf", .notOneOf(["", "day", 1], found: 7)),
    ("groupBy", "notOneOf", .notOneOf([], found: "x")),
    (
      "limit", "outOfRange", .outOfRange(minimum: JSONNumber(1), maximum: JSONNumber(500), found: 0)
    ),
    ("limit", "outOfRange", .outOfRange(minimum: JSONNumber(1), maximum: nil, found: half)),
    ("limit", "outOfRange", .outOfRange(minimum: nil, maximum: JSONNumber(9), found: 10)),
    ("records", "wrongCount", .wrongCount(minimum: 1, maximum: 1000, found: 0)),
    ("records", "wrongCount", .wrongCount(minimum: 1, maximum: nil, found: 0)),
    ("comment", "wrongLength", .wrongLength(minimum: nil, maximum: 200, found: 201)),
    ("comment", "wrongLength", .wrongLength(minimum: 1, maximum: 64, found: 65)),
    ("comment", "wrongLength", .wrongLength(minimum: 1, maximum: nil, found: 0)),
    ("days", "repeatedItem", .repeatedItem("mon")),
    (
      "at", "invalidFormat",
      .invalidFormat(expected: "a time such as 09:30, or an offset such as -15m", found: "10:75")
    ),
    ("at", "invalidFormat", .invalidFormat(expected: "a time such as 09:30", found: 9)),
    (
      "name", "invalidFormat",
      .invalidFormat(
        expected: "a short name",
        found: .string(String(repeating: "x", count: 200))
      )
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
    (
      "steps/1/with/tag", "typeMismatch",
      .typeMismatch("/run/error", expected: ["integer", "number", "string"], found: ["object"])
    ),
    ("steps/1/if", "typeMismatch", .typeMismatch(nil, expected: ["boolean"], found: ["array"])),
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
