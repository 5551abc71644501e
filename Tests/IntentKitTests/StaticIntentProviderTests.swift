import Foundation
import IntentKit
import JSONText
import Testing

private struct UnexpectedError: Error {}

private let list: @Sendable () throws -> StaticIntentProvider = {
  StaticIntentProvider([
    try Intent(TestDefinitions.json()) { values, context in
      context.report(0.5, nil)
      return IntentResult(["text": values["text"] ?? .null], dialog: "Said.")
    },
    try Intent(TestDefinitions.json("Write", ["effects": TestDefinitions.writes])) { values, _ in
      switch values["text"] {
      case "wrong": throw IntentError.invalidValue(ValidationError("text", .missing))
      case "loud": throw OutcomeError(.failure, code: "tooLoud", message: "Too loud.")
      case "stop": throw CancellationError()
      case "odd": throw UnexpectedError()
      default: return IntentResult(["text": "written"], dialog: "Written.")
      }
    },
  ])
}

private func perform(
  _ call: IntentCall,
  isRehearsed: Bool = false
) async throws -> Outcome {
  let engine = IntentEngine(providers: [try list()], now: { .distantPast })
  return await (isRehearsed ? await engine.dryRunCopy() : engine).perform(call, from: .file)
}

@Test func `a list has its intents in order and does the one that is asked for`() async throws {
  #expect(try list().definitions().map(\.id) == ["Echo", "Write"])
  let outcome = try await perform(IntentCall("Echo", with: ["text": "hi"]))
  #expect(outcome == .ok(IntentResult(["text": "hi"], dialog: "Said.")))
}

@Test(
  arguments: [
    (
      "wrong",
      .failed(
        OutcomeError(
          .badInput,
          code: "missingValue",
          message: "The parameter 'text' is missing.",
          data: ["path": "/text"]
        )
      )
    ),
    ("loud", .failed(OutcomeError(.failure, code: "tooLoud", message: "Too loud."))),
    ("stop", .cancelled),
    (
      "odd",
      .failed(
        OutcomeError(.failure, code: "internal", message: "The intent 'Write' failed: Odd().")
      )
    ),
  ] as [(JSONValue, Outcome)]
)
func `what an intent throws is told as what it is`(text: JSONValue, outcome: Outcome) async throws {
  #expect(try await perform(IntentCall("Write", with: ["text": text])) == outcome)
}

@Test func `only what changes nothing is rehearsed by a list`() async throws {
  let read = try await perform(IntentCall("Echo", with: ["text": "hi"]), isRehearsed: true)
  #expect(read.status == "planned")
  let written = try await perform(IntentCall("Write", with: ["text": "hi"]), isRehearsed: true)
  #expect(written.error?.code == "dryRunUnsupported")
}
