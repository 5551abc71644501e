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
      case "wrong": throw Failure.invalidValue(ValidationError("text", .missing))
      case "loud": throw Failure(code: "tooLoud", message: "Too loud.")
      case "stop": throw CancellationError()
      case "odd": throw UnexpectedError()
      default: return IntentResult(["text": "written"], dialog: "Written.")
      }
    },
  ])
}

private func perform(_ call: IntentCall, isDryRun: Bool = false) async throws -> Outcome {
  let engine = IntentEngine(providers: [try list()], now: { .distantPast })
  return await (isDryRun ? await engine.dryRunCopy() : engine).perform(call, from: .file)
}

@Test(arguments: [
  ("wrong", "failed", "missingValue"), ("loud", "failed", "tooLoud"),
  ("stop", "cancelled", "cancelled"), ("odd", "failed", "internal"),
])
func `errors thrown by an intent become outcomes`(
  text: String,
  status: String,
  code: String
) async throws {
  let outcome = try await perform(IntentCall("Write", with: ["text": .string(text)]))
  #expect(outcome.status == status)
  #expect(outcome.error?.code == code)
}

@Test func `a static provider without plans supports dry runs of read-only intents only`()
  async throws
{
  let read = try await perform(IntentCall("Echo", with: ["text": "hi"]), isDryRun: true)
  #expect(read.status == "planned")
  let written = try await perform(IntentCall("Write", with: ["text": "hi"]), isDryRun: true)
  #expect(written.error?.code == "dryRunUnsupported")
}
