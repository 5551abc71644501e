import JSONText
import Testing

@testable import IntentKit

private let nothing = Failure(code: "none", message: "Nothing runs.")

@Test(
  arguments: [
    (
      .danglingReference("/parms/x", near: "params"),
      "'$' in 'x' refers to '/parms/x', which doesn't exist (did you mean 'params'?)."
    ),
    (
      .notComparable(["integer"], ["string"]),
      "'$' in 'x' can't compare a whole number with text. "
        + "Compare two values of the same type."
    ),
    (
      .stepHasNotRun(step: "a"),
      "'$' in 'x' refers to the step 'a', which has no result at that point. Refer to an earlier step."
    ),
    (
      .outsideLoop,
      "'$' in 'x' refers to a loop item, but is not inside 'forEach'. Move it into a loop, or use "
        + "another value."
    ),
    (
      .outsideHook,
      "'$' in 'x' refers to an event, which only a workflow with 'hook' has. Add 'hook' to the "
        + "workflow, or use another value."
    ),
    (
      .typeMismatch("/run/error", expected: ["integer", "number", "string"], found: ["object"]),
      "'$' in 'x' must be a number or text, but the reference '/run/error' gives an object."
    ),
    (
      .typeMismatch(nil, expected: ["boolean"], found: ["array"]),
      "'$' in 'x' must be true or false, but it is a list."
    ),
    (
      .unsafeRetry("Write", supportsIdempotencyKeys: true),
      "'$' in 'x': a retry could run 'Write' twice. Give the step a 'key'."
    ),
    (
      .unsafeRetry("Write", supportsIdempotencyKeys: false),
      "'$' in 'x': a retry could run 'Write' twice. Remove 'retry'."
    ),
    (
      .idempotencyKeysUnsupported("Write"),
      "The intent 'Write' doesn't support idempotency keys. Remove '$' in 'x'."
    ),
    (
      .unknownIntent("Eco", near: "Echo"),
      "'$' in 'x': unknown intent 'Eco' (did you mean 'Echo'?)."
    ),
    (
      .callCycle(["a", "b", "a"]),
      "'$' in 'x' creates a cycle: 'a' calls 'b', which calls 'a'. Remove one of these calls."
    ),
    (.unusableIntent("Unknown plugin."), "'$' in 'x' can't be used: unknown plugin."),
    (
      .invalidNestedWorkflow("inner", at("/id", .missing)),
      "'$' in 'x' calls the workflow 'inner', which is invalid: the key 'id' is missing."
    ),
    (
      .noCommonSource,
      "This workflow can never run: no single source, such as a file or MCP, may call all the intents in '$' in 'x'. Keep only intents that the same source may call."
    ),
    (
      .idTaken("Echo"),
      "The id 'Echo' is already used by another intent, workflow or step. Choose another '$' in 'x'."
    ),
  ] as [(ValidationError.Kind, String)]
)
func `a workflow problem has a sentence`(kind: ValidationError.Kind, sentence: String) {
  #expect(at("/x/$", kind).sentence(saying: "key") == sentence)
}

@Test(
  arguments: [
    (
      .missingReference(JSONPointer(["params", "x"])), "missingReference",
      "The reference '/params/x' gives no result. Add 'or' to the reference to provide a default."
    ),
    (
      .notScalar([1]), "wrongType",
      "The list [1] can't be part of a text. Use text, a number, true or false."
    ),
    (.notList("x"), "wrongType", "The text 'x' is not a list. Use a list here, such as [1, 2]."),
    (
      .notComparable("5", 7), "wrongType",
      "The text '5' and the number 7 can't be compared, because their types differ. "
        + "Compare two numbers or two texts."
    ),
    (
      .tooManyItems(4, limit: 3), "tooManyItems",
      "The loop has 4 items, but 'max' allows only 3. No item was processed. Raise 'max', or shorten the list."
    ),
    (.explicit("Not today."), "refused", "Not today."),
    (
      .itemsFailed([1], of: 3, first: nothing), "itemsFailed",
      "1 of 3 items failed. First error: Nothing runs."
    ),
  ] as [(Failure, String, String)]
)
func `a step error has a sentence and a code`(error: Failure, code: String, sentence: String) {
  #expect(error.code == code)
  #expect(error.message == sentence)
}

@Test(
  arguments: [
    (
      .misnamedWorkflow("a b.json"), "misnamedWorkflow",
      "'a b.json' is not a valid name for a workflow file. Use the workflow's ID (letters, digits "
        + "and '_') followed by '.json', such as 'stand_up.json'."
    ),
    (
      .workflowTimedOut("flow", after: .seconds(2)), "timeout",
      "The workflow 'flow' timed out after 2000 ms."
    ),
    (.stepTimedOut(after: .seconds(1)), "timeout", "Timed out after 1000 ms."),
    (
      .outputFailed(.notList("x"), workflow: "flow", run: "1"), "wrongType",
      "The result of 'flow' can't be created: The text 'x' is not a list. Use a list here, such as "
        + "[1, 2]."
    ),
    (.refused(byHook: "h", nothing), "refused", "The hook 'h' refused the call: Nothing runs."),
    (
      .hookFailed("h", nothing), "hookFailed",
      "The hook 'h' failed, so the call did not run: Nothing runs."
    ),
  ] as [(Failure, String, String)]
)
func `an error of a workflow or hook has a sentence and a code`(
  error: Failure,
  code: String,
  sentence: String
) {
  #expect(error.code == code)
  #expect(error.message == sentence)
}
