import IntentKit
import JSONText
import Testing

private func provider(
  _ name: String,
  _ log: TestLog,
  _ ids: String...
) throws -> RecordingProvider {
  let intents = try ids.map { try TestDefinitions.echo($0) }
  return RecordingProvider(name: name, log: log, intents: intents)
}

private func engine(_ log: TestLog, _ providers: any IntentProvider...) -> IntentEngine {
  IntentEngine(providers: providers, now: log.now)
}

@Test func `a call runs with defaults and reads the clock once`() async throws {
  let log = TestLog()
  let engine = engine(log, try provider("A", log, "Echo"))
  let outcome = await engine.perform(IntentCall("Echo", with: ["text": "hi"]), from: .file)
  #expect(outcome == .ok(IntentResult(["text": "hi"], dialog: "Said.")))
  #expect(log.entries == [#"A performs Echo {"text":"hi","times":1} from file at 1"#])
  _ = await engine.perform(IntentCall("Echo", with: ["text": "x", "times": 2]), from: .commandLine)
  #expect(log.entries.last == #"A performs Echo {"text":"x","times":2} from commandLine at 2"#)
  #expect(log.clockReadings == 2)
}

@Test(
  arguments: [
    (IntentCall("Ecko"), .file, .unknownIntent("Ecko", near: "Echo")),
    (IntentCall("Nothing"), .file, .unknownIntent("Nothing", near: nil)),
    (IntentCall("echo", with: ["text": "x"]), .file, .unknownIntent("echo", near: "Echo")),
    (IntentCall("Echo", with: ["text": "x"]), .mcp, .sourceNotAllowed("Echo", .mcp)),
    (IntentCall("Echo"), .key, .sourceNotAllowed("Echo", .key)),
    (IntentCall("Echo"), .file, .invalidValue(ValidationError("text", .missing))),
    (
      IntentCall("Echo", with: ["text": nil]), .file,
      .invalidValue(ValidationError("text", .wrongType(expected: ["string"], found: nil)))
    ),
    (
      IntentCall("Echo", with: ["text": "x", "txet": 1]), .file,
      .invalidValue(ValidationError("txet", .unknownName(near: "text")))
    ),
    (
      IntentCall("Echo", with: ["text": "x", "times": 0]), .file,
      .invalidValue(
        ValidationError("times", .outOfRange(minimum: JSONNumber(1), maximum: nil, found: 0))
      )
    ),
  ] as [(IntentCall, CallSource, Failure)]
)
func `an invalid call isn't passed to a provider`(
  call: IntentCall,
  source: CallSource,
  error: Failure
) async throws {
  let log = TestLog()
  let engine = engine(log, try provider("A", log, "Echo"))
  #expect(await engine.perform(call, from: source) == .failed(error))
  #expect(await engine.problem(with: call, from: source) == error)
  #expect(log.entries == [])
  #expect(log.clockReadings == 0)
}

@Test func `validating a valid call doesn't run it`() async throws {
  let log = TestLog()
  let engine = engine(log, try provider("A", log, "Echo"))
  #expect(await engine.problem(with: IntentCall("Echo", with: ["text": "x"]), from: .file) == nil)
  #expect(log.entries == [])
}

@Test func `the first of two providers with the same ID is used`() async throws {
  let log = TestLog()
  let first = try provider("A", log, "Echo", "Other")
  let engine = engine(log, first, try provider("B", log, "Third", "Echo"))
  _ = await engine.perform(IntentCall("Echo", with: ["text": "x"]), from: .file)
  #expect(log.entries.allSatisfy { $0.hasPrefix("A ") })
  #expect(await engine.definitions().map(\.id) == ["Echo", "Other", "Third"])
  _ = await engine.perform(IntentCall("Third", with: ["text": "x"]), from: .file)
  #expect(log.entries.last?.hasPrefix("B performs Third") == true)
}

@Test func `a provider's error is the outcome`() async throws {
  let log = TestLog()
  let engine = engine(log, try provider("A", log, "Echo"))
  let outcome = await engine.perform(IntentCall("Echo", with: ["text": "loud"]), from: .file)
  #expect(outcome.status == "failed")
  #expect(outcome.error?.code == "tooLoud")
}

@Test func `a dry run calls only the dry-run copies of the providers`() async throws {
  let log = TestLog()
  let engine = engine(log, try provider("A", log, "Echo"))
  let call = IntentCall("Echo", with: ["text": "x"])
  let dryRunCopy = await engine.dryRunCopy()
  let outcome = await dryRunCopy.perform(call, from: .file)
  #expect(outcome == .planned(IntentResult(["text": "x"], dialog: "Said.").markedAsDryRun()))
  #expect(outcome.sentence == "Said. Dry run: nothing was written.")
  #expect(log.entries.count == 1)
  #expect(log.entries.allSatisfy { $0.hasPrefix("A's copy ") })
  #expect(await engine.perform(call, from: .file).status == "ok")
}

@Test func `a provider without dry runs isn't called in one`() async throws {
  let log = TestLog()
  var provider = try provider("A", log, "Echo")
  provider.supportsDryRun = false
  let dryRunCopy = await engine(log, provider).dryRunCopy()
  let outcome = await dryRunCopy.perform(IntentCall("Echo", with: ["text": "x"]), from: .file)
  #expect(outcome == .failed(.dryRunUnsupported("Echo")))
  #expect(log.entries == [])
  #expect(await dryRunCopy.definitions().map(\.id) == ["Echo"])
  let wrong = await dryRunCopy.perform(IntentCall("Echo"), from: .file)
  #expect(wrong.error?.code == "missingValue")
}
