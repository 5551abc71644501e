import JSONText
import Testing

@testable import IntentKit

private let long = String(repeating: "x", count: 200)

private func number(_ value: Double) -> JSONValue { JSONNumber(value).map { .number($0) } ?? nil }

/// A kind of problem with the parameter `tag`, with the expected message.
private struct ProblemCase: Sendable {
  let kind: ValidationError.Kind
  let sentence: String

  init(_ kind: ValidationError.Kind, _ sentence: String) {
    self.kind = kind
    self.sentence = sentence
  }
}

@Test(
  arguments: [
    ProblemCase(.missing, "The parameter 'tag' is missing."),
    ProblemCase(.unknownName(near: nil), "Unknown parameter 'tag'."),
    ProblemCase(.unknownName(near: "tags"), "Unknown parameter 'tag' (did you mean 'tags'?)."),
    ProblemCase(
      .wrongType(expected: ["string"], found: 5),
      "'tag' must be text, not the number 5."
    ),
    ProblemCase(
      .wrongType(expected: ["integer", "null"], found: number(1.5)),
      "'tag' must be a whole number or null, not the number 1.5."
    ),
    ProblemCase(
      .wrongType(expected: ["array", "object", "boolean"], found: "x"),
      "'tag' must be a list, an object or true or false, not the text 'x'."
    ),
    ProblemCase(
      .wrongType(expected: ["number"], found: [1, "a"]),
      #"'tag' must be a number, not the list [1,"a"]."#
    ),
    ProblemCase(.wrongType(expected: ["string"], found: nil), "'tag' must be text, not null."),
    ProblemCase(
      .notOneOf(["day", "week", "month"], found: "wek"),
      "'tag' must be 'day', 'week' or 'month', not 'wek' (did you mean 'week'?)."
    ),
    ProblemCase(.notOneOf([1, "a"], found: 2), "'tag' must be 1 or 'a', not 2."),
    ProblemCase(.notOneOf(["", "day"], found: 7), "'tag' must be '' or 'day', not 7."),
    ProblemCase(.notOneOf([], found: "x"), "'x' is not allowed for 'tag'."),
    ProblemCase(
      .outOfRange(minimum: JSONNumber(1), maximum: JSONNumber(9), found: 0),
      "'tag' must be between 1 and 9, not 0."
    ),
    ProblemCase(
      .outOfRange(minimum: JSONNumber(1), maximum: nil, found: number(0.5)),
      "'tag' must be at least 1, not 0.5."
    ),
    ProblemCase(
      .outOfRange(minimum: nil, maximum: JSONNumber(9), found: 10),
      "'tag' must be at most 9, not 10."
    ),
    ProblemCase(
      .wrongLength(minimum: 1, maximum: 64, found: 65),
      "'tag' must have between 1 and 64 characters, not 65."
    ),
    ProblemCase(
      .wrongLength(minimum: 1, maximum: nil, found: 0),
      "'tag' must have at least 1 character, not 0."
    ),
    ProblemCase(
      .wrongLength(minimum: nil, maximum: 3, found: 4),
      "'tag' must have at most 3 characters, not 4."
    ),
    ProblemCase(
      .wrongCount(minimum: 1, maximum: nil, found: 0),
      "'tag' must have at least 1 item, not 0."
    ),
    ProblemCase(
      .invalidFormat(expected: "a time such as 09:30", found: 9),
      "The number 9 is not valid for 'tag'. Use a time such as 09:30."
    ),
    ProblemCase(.repeatedItem("day"), "'tag' contains 'day' twice. Remove one of them."),
    ProblemCase(
      .invalidFormat(expected: "a time such as 09:30", found: "9h"),
      "'9h' is not valid for 'tag'. Use a time such as 09:30."
    ),
    ProblemCase(
      .conflict(with: "record"),
      "'tag' can't be combined with 'record'. Remove one of them."
    ),
    ProblemCase(
      .invalidFormat(expected: "a short name", found: .string(long)),
      "'\(long.prefix(80))…' is not valid for 'tag'. Use a short name."
    ),
    ProblemCase(
      .missingOneOf("'start', 'end' or 'duration'"),
      "A value is missing. Give 'start', 'end' or 'duration'."
    ),
    ProblemCase(.requires("end"), "'tag' requires 'end'. Add 'end', or remove 'tag'."),
  ]
)
private func `an invalid value has a sentence, a code and a path`(test: ProblemCase) {
  let problem = ValidationError("tag", test.kind)
  let error = Failure.invalidValue(problem)
  #expect(error.message == test.sentence)
  #expect(error.kind == (problem.isMissing ? .missingInput : .badInput))
  #expect(error.code == (problem.isMissing ? "missingValue" : "invalidValue"))
  #expect(error.data == ["path": "/tag"])
}

@Test func `a nested location has words in the sentence and escapes in the path`() {
  let problem = ValidationError(JSONPointer(["groupBy", "0", "a/b"]), .missing)
  let error = Failure.invalidValue(problem)
  #expect(error.message == "The parameter 'a/b' in item 1 of 'groupBy' is missing.")
  #expect(error.data == ["path": "/groupBy/0/a~1b"])
}

private struct PrinterError: Error, CustomStringConvertible {
  let description = "out of paper"
}

private let problem = ValidationError(JSONPointer(["3", "intent"]), .missing)

/// An error with its expected kind, code and message.
private struct Case: Sendable {
  let error: Failure
  let kind: Failure.Kind
  let code: String
  let sentence: String

  init(_ error: Failure, _ kind: Failure.Kind, _ code: String, _ sentence: String) {
    self.error = error
    self.kind = kind
    self.code = code
    self.sentence = sentence
  }
}

@Test(
  arguments: [
    Case(
      .unknownIntent("StartTimr", near: "StartTimer"),
      .unknownIntent,
      "unknownIntent",
      "Unknown intent 'StartTimr' (did you mean 'StartTimer'?)."
    ),
    Case(.unknownIntent("X", near: nil), .unknownIntent, "unknownIntent", "Unknown intent 'X'."),
    Case(
      .sourceNotAllowed("Undo", .mcp),
      .unknownIntent,
      "sourceNotAllowed",
      "The intent 'Undo' can't be called over MCP."
    ),
    Case(
      .sourceNotAllowed("Undo", .rpc),
      .unknownIntent,
      "sourceNotAllowed",
      "The intent 'Undo' can't be called over JSON-RPC."
    ),
    Case(
      .sourceNotAllowed("Undo", .key),
      .unknownIntent,
      "sourceNotAllowed",
      "The intent 'Undo' can't be called by a key binding."
    ),
    Case(
      .sourceNotAllowed("Undo", .file),
      .unknownIntent,
      "sourceNotAllowed",
      "The intent 'Undo' can't be called from a file."
    ),
    Case(
      .sourceNotAllowed("Undo", .commandLine),
      .unknownIntent,
      "sourceNotAllowed",
      "The intent 'Undo' can't be called from the command line."
    ),
    Case(
      .malformedCall(problem),
      .badInput,
      "malformedCall",
      "Call 4: The key 'intent' is missing."
    ),
    Case(
      .malformedCall(
        ValidationError(JSONPointer(), .wrongType(expected: ["object", "array"], found: 5))
      ),
      .badInput,
      "malformedCall",
      "The top-level value must be an object or a list, not the number 5."
    ),
    Case(
      .malformedCall(at("/1", .wrongType(expected: ["object"], found: "B"))),
      .badInput,
      "malformedCall",
      "Call 2 must be an object, not the text 'B'."
    ),
    Case(
      .malformedCall(at("/0", .unknownName(near: nil))),
      .badInput,
      "malformedCall",
      "Unknown key '0'."
    ),
    Case(
      .invalidDefinition(ValidationError("id", .missing)),
      .badInput,
      "invalidDefinition",
      "Invalid definition: the key 'id' is missing."
    ),
    Case(
      .dryRunUnsupported("Push"),
      .failed,
      "dryRunUnsupported",
      "The intent 'Push' doesn't support dry runs."
    ),
    Case(
      .readOnly("Undo"),
      .failed,
      "readOnly",
      "The intent 'Undo' may change something, but this server is read-only. "
        + "Start the server without '--read-only' to call it."
    ),
    Case(
      .keyReused("k"),
      .badInput,
      "keyReused",
      "The idempotency key 'k' belongs to a different call. Use another key."
    ),
    Case(
      .keyUnsupported("Push"),
      .badInput,
      "keyUnsupported",
      "The intent 'Push' doesn't support idempotency keys. Remove 'key'."
    ),
    Case(
      .atomicGroupUnsupported("Push"),
      .failed,
      "atomicGroupUnsupported",
      "The intent 'Push' can't be part of an atomic batch. Call it separately."
    ),
    Case(.cancelled, .cancelled, "cancelled", "The call was cancelled."),
    Case(
      Failure(PrinterError(), in: "Push"),
      .failed,
      "internal",
      "The intent 'Push' failed: out of paper."
    ),
    Case(
      .invalidWorkflow([at("/steps", .missing)], file: nil),
      .badInput,
      "invalidWorkflow",
      "The workflow is invalid: the key 'steps' is missing."
    ),
    Case(
      .invalidWorkflow([at("/steps", .missing), at("/id", .missing)], file: "a.json"),
      .badInput,
      "invalidWorkflow",
      "The workflow in 'a.json' is invalid: the key 'steps' is missing. There is 1 more problem."
    ),
  ]
)
private func `an error has a sentence and a code`(test: Case) {
  #expect(test.error.kind == test.kind)
  #expect(test.error.code == test.code)
  #expect(test.error.message == test.sentence)
}
