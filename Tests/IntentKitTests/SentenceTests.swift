import IntentKit
import JSONText
import Testing

private let long = String(repeating: "x", count: 200)

private func number(_ value: Double) -> JSONValue { JSONNumber(value).map { .number($0) } ?? nil }

/// What can be wrong with a parameter `tag`, and the sentence about it.
private struct Complaint: Sendable {
  let kind: ValueProblem.Kind
  let sentence: String

  init(_ kind: ValueProblem.Kind, _ sentence: String) {
    self.kind = kind
    self.sentence = sentence
  }
}

@Test(
  arguments: [
    Complaint(.missing, "The parameter 'tag' is missing."),
    Complaint(.unknownName(near: nil), "There is no parameter 'tag'."),
    Complaint(.unknownName(near: "tags"), "There is no parameter 'tag' (did you mean 'tags'?)."),
    Complaint(.wrongType(expected: ["string"], found: 5), "'tag' must be a text, not '5'."),
    Complaint(
      .wrongType(expected: ["integer", "null"], found: number(1.5)),
      "'tag' must be a whole number or null, not '1.5'."
    ),
    Complaint(
      .wrongType(expected: ["array", "object", "boolean"], found: "x"),
      "'tag' must be a list, an object or true or false, not 'x'."
    ),
    Complaint(
      .wrongType(expected: ["number"], found: [1, "a"]),
      #"'tag' must be a number, not '[1,"a"]'."#
    ),
    Complaint(.wrongType(expected: ["string"], found: nil), "'tag' must be a text, not 'null'."),
    Complaint(
      .notOneOf(["day", "week", "month"], found: "wek"),
      "'tag' must be 'day', 'week' or 'month', not 'wek' (did you mean 'week'?)."
    ),
    Complaint(.notOneOf([1, "a"], found: 2), "'tag' must be '1' or 'a', not '2'."),
    Complaint(.notOneOf(["", "day"], found: 7), "'tag' must be '' or 'day', not '7'."),
    Complaint(.notOneOf([], found: "x"), "'tag' must be nothing, not 'x'."),
    Complaint(
      .outOfRange(minimum: JSONNumber(1), maximum: JSONNumber(9), found: 0),
      "'tag' must be between 1 and 9, not '0'."
    ),
    Complaint(
      .outOfRange(minimum: JSONNumber(1), maximum: nil, found: number(0.5)),
      "'tag' must be at least 1, not '0.5'."
    ),
    Complaint(
      .outOfRange(minimum: nil, maximum: JSONNumber(9), found: 10),
      "'tag' must be at most 9, not '10'."
    ),
    Complaint(
      .wrongLength(minimum: 1, maximum: 64, found: 65),
      "'tag' must have between 1 and 64 in length, not 65."
    ),
    Complaint(
      .wrongLength(minimum: 1, maximum: nil, found: 0),
      "'tag' must have at least 1 in length, not 0."
    ),
    Complaint(
      .wrongLength(minimum: nil, maximum: 3, found: 4),
      "'tag' must have at most 3 in length, not 4."
    ),
    Complaint(.repeatedItem("day"), "'tag' holds 'day' twice."),
    Complaint(
      .unreadable(expected: "a moment, such as 09:30", found: "9h"),
      "'tag' must be a moment, such as 09:30, not '9h'."
    ),
    Complaint(.conflict(with: "record"), "'tag' cannot stand beside 'record'."),
    Complaint(
      .unreadable(expected: "short", found: .string(long)),
      "'tag' must be short, not '\(long.prefix(80))…'."
    ),
  ]
)
private func `a wrong value has a sentence, a code and a path`(complaint: Complaint) throws {
  let problem = ValueProblem("tag", complaint.kind)
  let error = try #require(IntentError.invalidValue(problem).outcome.error)
  #expect(error.message == complaint.sentence)
  #expect(error.kind == .badInput)
  #expect(error.code == (complaint.kind == .missing ? "missingValue" : "invalidValue"))
  #expect(error.data == ["path": "/tag"])
}

@Test func `a place further in is written with slashes and escaped in the path`() throws {
  let problem = ValueProblem(JSONPointer(["groupBy", "a/b", "0"]), .missing)
  let error = try #require(IntentError.invalidValue(problem).outcome.error)
  #expect(error.message == "The parameter 'groupBy/a/b/0' is missing.")
  #expect(error.data == ["path": "/groupBy/a~1b/0"])
}

private let nothing = OutcomeError(.failure, code: "none", message: "Nothing runs.")
private let problem = ValueProblem(JSONPointer(["3", "intent"]), .missing)

/// An error and what is told of it.
private struct Telling: Sendable {
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
    Telling(
      .unknownIntent("StartTimr", near: "StartTimer"),
      .unknownIntent,
      "unknownIntent",
      "There is no intent 'StartTimr' (did you mean 'StartTimer'?)."
    ),
    Telling(
      .unknownIntent("X", near: nil),
      .unknownIntent,
      "unknownIntent",
      "There is no intent 'X'."
    ),
    Telling(
      .wrongDoor("Undo", .mcp),
      .unknownIntent,
      "wrongDoor",
      "The intent 'Undo' cannot be asked for over MCP."
    ),
    Telling(
      .wrongDoor("Undo", .rpc),
      .unknownIntent,
      "wrongDoor",
      "The intent 'Undo' cannot be asked for over JSON-RPC."
    ),
    Telling(
      .wrongDoor("Undo", .key),
      .unknownIntent,
      "wrongDoor",
      "The intent 'Undo' cannot be asked for by a key."
    ),
    Telling(
      .wrongDoor("Undo", .file),
      .unknownIntent,
      "wrongDoor",
      "The intent 'Undo' cannot be asked for in a file."
    ),
    Telling(
      .wrongDoor("Undo", .commandLine),
      .unknownIntent,
      "wrongDoor",
      "The intent 'Undo' cannot be asked for on the command line."
    ),
    Telling(
      .malformedCall(problem),
      .badInput,
      "malformedCall",
      "Call 4: The key 'intent' is missing."
    ),
    Telling(
      .malformedCall(
        ValueProblem(JSONPointer(), .wrongType(expected: ["object", "array"], found: 5))
      ),
      .badInput,
      "malformedCall",
      "The whole must be an object or a list, not '5'."
    ),
    Telling(
      .invalidDefinition(ValueProblem("id", .missing)),
      .badInput,
      "invalidDefinition",
      "The definition is wrong: The key 'id' is missing."
    ),
    Telling(
      .noDryRun("Push"),
      .failure,
      "noDryRun",
      "The intent 'Push' cannot be tried without being done."
    ),
    Telling(.failed(nothing), .failure, "none", "Nothing runs."),
    Telling(.busy(nothing), .failure, "none", "Nothing runs."),
  ]
)
private func `an error has a sentence and a code`(telling: Telling) throws {
  let answer = try #require(telling.error.outcome.error)
  #expect(answer.kind == telling.kind)
  #expect(answer.code == telling.code)
  #expect(answer.message == telling.sentence)
  #expect(telling.error.outcome.sentence == telling.sentence)
}
