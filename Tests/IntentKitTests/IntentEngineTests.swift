import IntentKit
import JSONText
import Testing

private func provider(
  _ name: String,
  _ diary: Diary,
  _ ids: String...
) throws -> DiaryProvider {
  let intents = try ids.map { try Definitions.echo($0) }
  return DiaryProvider(name: name, diary: diary, intents: intents)
}

private func engine(_ diary: Diary, _ providers: any IntentProvider...) -> IntentEngine {
  IntentEngine(providers: providers, now: diary.now)
}

@Test func `a call is performed with defaults and one time`() async throws {
  let diary = Diary()
  let engine = engine(diary, try provider("A", diary, "Echo"))
  let outcome = await engine.perform(Call("Echo", with: ["text": "hi"]), from: .file)
  #expect(outcome == .ok(Answer(["text": "hi"], dialog: "Said.")))
  #expect(
    diary.entries == [
      #"A performs Echo {"text":"hi","times":1} from file at 1"#
    ]
  )
  _ = await engine.perform(Call("Echo", with: ["text": "x", "times": 2]), from: .commandLine)
  #expect(
    diary.entries.last
      == #"A performs Echo {"text":"x","times":2} from commandLine at 2"#
  )
  #expect(diary.clockReadings == 2)
}

@Test(
  arguments: [
    (Call("Ecko"), .file, .unknownIntent("Ecko", near: "Echo")),
    (Call("Nothing"), .file, .unknownIntent("Nothing", near: nil)),
    (Call("echo", with: ["text": "x"]), .file, .unknownIntent("echo", near: "Echo")),
    (Call("Echo", with: ["text": "x"]), .mcp, .wrongDoor("Echo", .mcp)),
    (Call("Echo"), .key, .wrongDoor("Echo", .key)),
    (Call("Echo"), .file, .invalidValue(ValueProblem("text", .missing))),
    (
      Call("Echo", with: ["text": nil]), .file,
      .invalidValue(ValueProblem("text", .wrongType(expected: ["string"], found: nil)))
    ),
    (
      Call("Echo", with: ["text": "x", "txet": 1]), .file,
      .invalidValue(ValueProblem("txet", .unknownName(near: "text")))
    ),
    (
      Call("Echo", with: ["text": "x", "times": 0]), .file,
      .invalidValue(
        ValueProblem("times", .outOfRange(minimum: JSONNumber(1), maximum: nil, found: 0))
      )
    ),
  ] as [(Call, Door, IntentError)]
)
func `a call that cannot be right reaches no provider`(
  call: Call,
  door: Door,
  error: IntentError
) async throws {
  let diary = Diary()
  let engine = engine(diary, try provider("A", diary, "Echo"))
  #expect(await engine.perform(call, from: door) == error.outcome)
  #expect(await engine.problem(with: call, from: door) == error)
  #expect(diary.entries == [])
  #expect(diary.clockReadings == 0)
}

@Test func `a right call has no problem and is not begun to find that out`() async throws {
  let diary = Diary()
  let engine = engine(diary, try provider("A", diary, "Echo"))
  #expect(await engine.problem(with: Call("Echo", with: ["text": "x"]), from: .file) == nil)
  #expect(diary.entries == [])
}

@Test func `of two providers with one id the first counts`() async throws {
  let diary = Diary()
  let first = try provider("A", diary, "Echo", "Other")
  let engine = engine(diary, first, try provider("B", diary, "Third", "Echo"))
  _ = await engine.perform(Call("Echo", with: ["text": "x"]), from: .file)
  #expect(diary.entries.allSatisfy { $0.hasPrefix("A ") })
  #expect(await engine.definitions().map(\.id) == ["Echo", "Other", "Third"])
  _ = await engine.perform(Call("Third", with: ["text": "x"]), from: .file)
  #expect(diary.entries.last?.hasPrefix("B performs Third") == true)
}

@Test func `a provider's own failure is the outcome`() async throws {
  let diary = Diary()
  let engine = engine(diary, try provider("A", diary, "Echo"))
  let outcome = await engine.perform(Call("Echo", with: ["text": "loud"]), from: .file)
  #expect(outcome.status == "failed")
  #expect(outcome.error?.code == "tooLoud")
}

@Test func `a rehearsal plans with twins and leaves the providers alone`() async throws {
  let diary = Diary()
  let engine = engine(diary, try provider("A", diary, "Echo"))
  let call = Call("Echo", with: ["text": "x"])
  let rehearsal = await engine.rehearsal()
  let outcome = await rehearsal.perform(call, from: .file)
  let dialog = "Said. Dry run: nothing was written."
  #expect(outcome == .planned(Answer(["text": "x"], dialog: dialog)))
  #expect(diary.entries.count == 1)
  #expect(diary.entries.allSatisfy { $0.hasPrefix("A's twin ") })
  #expect(await engine.perform(call, from: .file).status == "ok")
}

@Test func `a provider without a rehearsal is not tried`() async throws {
  let diary = Diary()
  var provider = try provider("A", diary, "Echo")
  provider.canRehearse = false
  let rehearsal = await engine(diary, provider).rehearsal()
  let outcome = await rehearsal.perform(Call("Echo", with: ["text": "x"]), from: .file)
  #expect(outcome == IntentError.noDryRun("Echo").outcome)
  #expect(diary.entries == [])
  #expect(await rehearsal.definitions().map(\.id) == ["Echo"])
  let wrong = await rehearsal.perform(Call("Echo"), from: .file)
  #expect(wrong.error?.code == "missingValue")
}
