import IntentKit
import JSONText
import Testing

private let long = String(repeating: "x", count: 200)

private func number(_ value: Double) -> JSONValue { JSONNumber(value).map { .number($0) } ?? nil }

/// What can be wrong with a parameter `tag`, and the sentence about it.
private struct ProblemMessageCase: Sendable {
  let kind: ValidationError.Kind
  let sentence: String

  init(_ kind: ValidationError.Kind, _ sentence: String) {
    self.kind = kind
    self.sentence = sentence
  }
}

@Test(
  arguments: [
    ProblemMessageCase(.missing, "The parameter 'tag' is missing."),
    ProblemMessageCase(.unknownName(near: nil), "There is no parameter 'tag'."),
    ProblemMessageCase(
      .unknownName(near: "tags"),
      "There is no parameter 'tag' (did you mean 'tags'?)."
    ),
    ProblemMessageCase(
      .wrongType(expected: ["string"], found: 5),
      "'tag' must be a text, not '5'."
    ),
    ProblemMessageCase(
      .wrongType(expected: ["integer", "null"], found: number(1.5)),
      "'tag' must be a whole number or null, not '1.5'."
    ),
    ProblemMessageCase(
      .wrongType(expected: ["array", "object", "boolean"], found: "x"),
      "'tag' must be a list, an object or true or false, not 'x'."
    ),
    ProblemMessageCase(
      .wrongType(expected: ["number"], found: [1, "a"]),
      #"'tag' must be a number, not '[1,"a"]'."#
    ),
    ProblemMessageCase(
      .wrongType(expected: ["string"], found: nil),
      "'tag' must be a text, not 'null'."
    ),
    ProblemMessageCase(
      .notOneOf(["day", "week", "month"], found: "wek"),
      "'tag' must be 'day', 'week' or 'month', not 'wek' (did you mean 'week'?)."
    ),
    ProblemMessageCase(.notOneOf([1, "a"], found: 2), "'tag' must be '1' or 'a', not '2'."),
    ProblemMessageCase(.notOneOf(["", "day"], found: 7), "'tag' must be '' or 'day', not '7'."),
    ProblemMessageCase(.notOneOf([], found: "x"), "'tag' must be nothing, not 'x'."),
    ProblemMessageCase(
      .outOfRange(minimum: JSONNumber(1), maximum: JSONNumber(9), found: 0),
      "'tag' must be between 1 and 9, not '0'."
    ),
    ProblemMessageCase(
      .outOfRange(minimum: JSONNumber(1), maximum: nil, found: number(0.5)),
      "'tag' must be at least 1, not '0.5'."
    ),
    ProblemMessageCase(
      .outOfRange(minimum: nil, maximum: JSONNumber(9), found: 10),
      "'tag' must be at most 9, not '10'."
    ),
    ProblemMessageCase(
      .wrongLength(minimum: 1, maximum: 64, found: 65),
      "'tag' must have between 1 and 64 in length, not 65."
    ),
    ProblemMessageCase(
      .wrongLength(minimum: 1, maximum: nil, found: 0),
      "'tag' must have at least 1 in length, not 0."
    ),
    ProblemMessageCase(
      .wrongLength(minimum: nil, maximum: 3, found: 4),
      "'tag' must have at most 3 in length, not 4."
    ),
    ProblemMessageCase(.repeatedItem("day"), "'tag' holds 'day' twice."),
    ProblemMessageCase(
      .invalidFormat(expected: "a moment, such as 09:30", found: "9h"),
      "'tag' must be a moment, such as 09:30, not '9h'."
    ),
    ProblemMessageCase(.conflict(with: "record"), "'tag' cannot stand beside 'record'."),
    ProblemMessageCase(
      .invalidFormat(expected: "short", found: .string(long)),
      "'tag' must be short, not '\(long.prefix(80))…'."
    ),
  ]
)
private func `a wrong value has a sentence, a code and a path`(complaint: ProblemMessageCase) throws
{
  let problem = ValidationError("tag", complaint.kind)
  let error = try #require(IntentError.invalidValue(problem).outcome.error)
  #expect(error.message == complaint.sentence)
  #expect(error.kind == .badInput)
  #expect(error.code == (complaint.kind == .missing ? "missingValue" : "invalidValue"))
  #expect(error.data == ["path": "/tag"])
}

@Test func `a place further in is written with slashes and escaped in the path`() throws {
  let problem = ValidationError(JSONPointer(["groupBy", "a/b", "0"]), .missing)
  let error = try #require(IntentError.invalidValue(problem).outcome.error)
  #expect(error.message == "The parameter 'groupBy/a/b/0' is missing.")
  #expect(error.data == ["path": "/groupBy/a~1b/0"])
}

private let nothing = OutcomeError(.failure, code: "none", message: "Nothing runs.")
private let problem = ValidationError(JSONPointer(["3", "intent"]), .missing)

/// An error and what is told of it.
private struct ErrorMessageCase: Sendable {
  let error: IntentError
  let kind: OutcomeError.Kind
  let code: String
  let sentence: String

  init(_ error: IntentError, _ kind: OutcomeError.Kind, _ code: String, _ sentence: String) {
    self.error = error
    self.kind = kind
    self.code = code
    self.sentence = sentence
  }
}

@Test(
  arguments: [
    ErrorMessageCase(
      .unknownIntent("StartTimr", near: "StartTimer"),
      .unknownIntent,
      "unknownIntent",
      "There is no intent 'StartTimr' (did you mean 'StartTimer'?)."
    ),
    ErrorMessageCase(
      .unknownIntent("X", near: nil),
      .unknownIntent,
      "unknownIntent",
      "There is no intent 'X'."
    ),
    ErrorMessageCase(
      .sourceNotAllowed("Undo", .mcp),
      .unknownIntent,
      "sourceNotAllowed",
      "The intent 'Undo' cannot be asked for over MCP."
    ),
    ErrorMessageCase(
      .sourceNotAllowed("Undo", .rpc),
      .unknownIntent,
      "sourceNotAllowed",
      "The intent 'Undo' cannot be asked for over JSON-RPC."
    ),
    ErrorMessageCase(
      .sourceNotAllowed("Undo", .key),
      .unknownIntent,
      "sourceNotAllowed",
      "The intent 'Undo' cannot be asked for by a key."
    ),
    ErrorMessageCase(
      .sourceNotAllowed("Undo", .file),
      .unknownIntent,
      "sourceNotAllowed",
      "The intent 'Undo' cannot be asked for in a file."
    ),
    ErrorMessageCase(
      .sourceNotAllowed("Undo", .commandLine),
      .unknownIntent,
      "sourceNotAllowed",
      "The intent 'Undo' cannot be asked for on the command line."
    ),
    ErrorMessageCase(
      .malformedCall(problem),
      .badInput,
      "malformedCall",
      "Call 4: The key 'intent' is missing."
    ),
    ErrorMessageCase(
      .malformedCall(
        ValidationError(JSONPointer(), .wrongType(expected: ["object", "array"], found: 5))
      ),
      .badInput,
      "malformedCall",
      "The whole must be an object or a list, not '5'."
    ),
    ErrorMessageCase(
      .invalidDefinition(ValidationError("id", .missing)),
      .badInput,
      "invalidDefinition",
      "The definition is wrong: The key 'id' is missing."
    ),
    ErrorMessageCase(
      .dryRunUnsupported("Push"),
      .failure,
      "dryRunUnsupported",
      "The intent 'Push' cannot be tried without being done."
    ),
    ErrorMessageCase(.failed(nothing), .failure, "none", "Nothing runs."),
    ErrorMessageCase(.busy(nothing), .failure, "none", "Nothing runs."),
  ]
)
private func `an error has a sentence and a code`(telling: ErrorMessageCase) throws {
  let answer = try #require(telling.error.outcome.error)
  #expect(answer.kind == telling.kind)
  #expect(answer.code == telling.code)
  #expect(answer.message == telling.sentence)
  #expect(telling.error.outcome.sentence == telling.sentence)
}
