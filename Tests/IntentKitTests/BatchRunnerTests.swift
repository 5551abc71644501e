import IntentKit
import JSONText
import Testing

private func run(
  _ calls: [IntentCall],
  isDryRun: Bool = false
) async throws -> (lines: [String], summary: BatchSummary, log: TestLog) {
  let log = TestLog()
  let provider = RecordingProvider(name: "A", log: log, intents: [try TestDefinitions.echo()])
  var engine = IntentEngine(providers: [provider], now: log.now)
  if isDryRun { engine = await engine.dryRunCopy() }
  var lines: [String] = []
  let summary = try await BatchRunner(engine: engine, source: .file).perform(
    InMemoryBatchSource(calls)
  ) {
    result in
    let outcome = result.outcome
    lines.append("\(result.index) \(outcome.status) \(outcome.error?.code ?? outcome.sentence)")
    log.note("result \(result.index)")
  }
  return (lines, summary, log)
}

private func echo(_ text: String) -> IntentCall {
  IntentCall("Echo", with: ["text": .string(text)])
}

@Test func `calls run in order, each with its own result and time`() async throws {
  let (lines, summary, log) = try await run([echo("a"), echo("b"), echo("c")])
  #expect(lines == ["0 ok Said.", "1 ok Said.", "2 ok Said."])
  #expect(summary.json.text() == #"{"summary":{"calls":3,"ok":3,"failed":0,"notRun":0}}"#)
  #expect(summary.firstFailure == nil)
  // The clock is read twice for each of the three calls: once to validate it and once to run it.
  #expect(log.clockReadings == 6)
  #expect(
    log.entries == [
      #"A performs Echo {"text":"a","times":1} from file at 4"#, "result 0",
      #"A performs Echo {"text":"b","times":1} from file at 5"#, "result 1",
      #"A performs Echo {"text":"c","times":1} from file at 6"#, "result 2",
    ]
  )
}

@Test func `all calls are validated before the first one runs`() async throws {
  let calls = [echo("a"), IntentCall("Ecko"), echo("b"), IntentCall("Echo")]
  let (lines, summary, log) = try await run(calls)
  #expect(lines == ["1 failed unknownIntent", "3 failed missingValue"])
  #expect(summary.json.text() == #"{"summary":{"calls":4,"ok":0,"failed":2,"notRun":2}}"#)
  #expect(summary.firstFailure?.error?.code == "unknownIntent")
  #expect(log.entries == ["result 1", "result 3"])
}

@Test func `the first failure ends the batch`() async throws {
  let (lines, summary, log) = try await run([echo("a"), echo("loud"), echo("b")])
  #expect(lines == ["0 ok Said.", "1 failed tooLoud"])
  #expect(summary.json.text() == #"{"summary":{"calls":3,"ok":1,"failed":1,"notRun":1}}"#)
  #expect(summary.firstFailure?.error?.code == "tooLoud")
  #expect(!log.entries.contains { $0.contains("\"b\"") })
}

/// A provider whose calls fail with `error`, both single calls and groups.
private struct FailingProvider: TransactionalIntentProvider {
  let error: Failure
  let intents: [IntentDefinition]

  func definitions() -> [IntentDefinition] { intents }

  func perform(_ call: ValidatedCall, in context: CallContext) throws(Failure) -> IntentResult {
    throw error
  }

  func storedResult(for key: IdempotencyKey) -> IntentResult? { nil }

  func canRunInAtomicGroup(_ definition: IntentDefinition) -> Bool { true }

  func performGroup(
    _ calls: [ValidatedCall],
    in context: CallGroupContext
  ) throws(Failure) -> [Result<IntentResult, Failure>] {
    throw error
  }

  func dryRunCopy() -> (any IntentProvider)? { nil }
}

@Test(arguments: [
  (Failure.Kind.failed, ["0 failed", "summary 1 2"]),
  (.uncertain, ["0 failed", "1 failed", "2 failed", "summary 3 0"]),
])
func `uncertain calls count as failed instead of not run`(
  kind: Failure.Kind,
  expected: [String]
) async throws {
  let error = Failure(kind, code: "stuck", message: "The pen is stuck.")
  let provider = FailingProvider(error: error, intents: [try TestDefinitions.echo()])
  let engine = IntentEngine(providers: [provider], now: TestLog().now)
  var lines: [String] = []
  let calls = InMemoryBatchSource([echo("a"), echo("b"), echo("c")])
  let summary = try await BatchRunner(engine: engine, source: .file).perform(calls) { result in
    lines.append("\(result.index) \(result.outcome.status)")
  }
  #expect(lines + ["summary \(summary.failed) \(summary.notRun)"] == expected)
}

@Test func `planned calls count as successful`() async throws {
  let (lines, summary, _) = try await run([echo("a"), echo("b")], isDryRun: true)
  #expect(
    lines.allSatisfy { $0.contains("planned ") && $0.contains("Dry run: nothing was written.") }
  )
  #expect(summary.succeeded == 2)
}

@Test func `an empty batch succeeds`() async throws {
  let (lines, summary, _) = try await run([])
  #expect(lines == [])
  #expect(summary.json.text() == #"{"summary":{"calls":0,"ok":0,"failed":0,"notRun":0}}"#)
}

@Test func `the JSON of a batch result has the place of its call`() async throws {
  let log = TestLog()
  let provider = RecordingProvider(name: "A", log: log, intents: [try TestDefinitions.echo()])
  let engine = IntentEngine(providers: [provider], now: log.now)
  var lines: [String] = []
  _ = try await BatchRunner(engine: engine, source: .file).perform(InMemoryBatchSource([echo("a")]))
  {
    lines.append($0.json.text())
  }
  #expect(
    lines == [
      #"{"index":0,"pointer":"/0","outcome":{"status":"ok","value":{"text":"a"},"dialog":"Said."}}"#
    ]
  )
}
