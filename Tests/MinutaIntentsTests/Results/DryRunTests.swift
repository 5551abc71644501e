import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@Suite struct DryRunTests {
  @Test func `a dry run describes the changes and makes none`() async throws {
    let fixture = try IntentFixture()
    _ = try await fixture.value("StartTimer", ["tag": "Work", "at": "10:00"])
    let before = try fixture.folder.content()
    let dryRunCopy = await fixture.engine.dryRunCopy()
    let started = await dryRunCopy.perform(
      IntentCall("StartTimer", with: ["tag": "New"]),
      from: .file
    )
    #expect(started.status == "planned")
    #expect(
      started.sentence
        == "Would start 'New' (new tag) at 12:00. 'Work' would still be running. "
        + "You can stop others first, or at each start. Dry run: nothing was written.\n"
        + "  minuta switch\n  minuta config set oneTimer true"
    )
    let stopped = await dryRunCopy.perform(IntentCall("StopTimer"), from: .file)
    #expect(stopped.result?.value["records"]?.array?.count == 2)
    #expect(try fixture.folder.content() == before)
  }

  @Test func `an error on the last line of a batch is found before anything is written`()
    async throws
  {
    let fixture = try IntentFixture()
    let calls =
      Array(repeating: IntentCall("LogTime", with: ["duration": "1m"]), count: 999) + [
        IntentCall("LogTme")
      ]
    var results: [BatchCallResult] = []
    let summary = try await BatchRunner(engine: fixture.engine, source: .file)
      .perform(InMemoryBatchSource(calls)) { results.append($0) }
    #expect(results.map(\.index) == [999])
    #expect(summary.notRun == 999)
    #expect(try fixture.folder.content().isEmpty)
  }

  @Test func `a plan has the resolved arguments and the changes`() async throws {
    let fixture = try IntentFixture()
    try await fixture.log("Work", "09:00", "10:00")
    let call = IntentCall("UpdateRecord", with: ["record": "last", "tag": "work", "end": "-90m"])
    let planned = await fixture.engine.dryRunCopy().perform(call, from: .file)
    let plan = try #require(planned.json["plan"])
    #expect(plan["with"]?["end"] == "2026-11-20T09:30:00Z")
    #expect(plan["with"]?["tag"]?["id"]?.string?.count == 36)
    let changes = try #require(plan["changes"]?.array)
    #expect(changes.count == 1)
    #expect(changes[0]["kind"] == "record")
    #expect(changes[0]["before"]?["endTime"] == "2026-11-20T09:00:00Z")
    #expect(changes[0]["after"]?["endTime"] == "2026-11-20T09:30:00Z")
    #expect(changes[0]["after"]?["tag"]?["name"] == "Work")
    #expect(await fixture.engine.perform(call, from: .file).json["plan"] == nil)
  }

  @Test func `a dry run with a used idempotency key reports that nothing would change`()
    async throws
  {
    let fixture = try IntentFixture()
    let call = IntentCall("LogTime", with: ["duration": "5m"], key: "old")
    let done = await fixture.engine.perform(call, from: .file)
    let dryRunCopy = await fixture.engine.dryRunCopy()
    let planned = await dryRunCopy.perform(call, from: .file)
    #expect(planned.status == "planned")
    #expect(planned.result?.value == done.result?.value)
    #expect(planned.json["repeated"] == true)
    #expect(planned.json["plan"]?["changes"] == [])
    #expect(planned.sentence.contains("Already done: \(done.sentence) "))
  }

  @Test func `in a dry run, the second call with a new key counts as already done`() async throws {
    let fixture = try IntentFixture()
    let call = IntentCall("LogTime", with: ["duration": "5m"], key: "new")
    var outcomes: [JSONValue] = []
    let summary = try await BatchRunner(engine: await fixture.engine.dryRunCopy(), source: .file)
      .perform(InMemoryBatchSource([call, call, IntentCall("Undo"), call])) {
        outcomes.append($0.outcome.json)
      }
    #expect(outcomes.map { $0["repeated"] } == [nil, true, nil, true])
    #expect(outcomes.map { $0["plan"]?["changes"]?.array?.count } == [1, 0, 1, 0])
    #expect(outcomes[1]["value"] == outcomes[0]["value"])
    #expect(summary.json["summary"]?.text().contains(#""ok":4,"failed":0"#) == true)
    #expect(summary.json["summary"]?["repeated"] == 2)
  }

  @Test func `in an atomic batch, each plan has only the changes of its own call`() async throws {
    let fixture = try IntentFixture()
    let calls = [
      IntentCall("LogTime", with: ["duration": "5m"]),
      IntentCall("LogTime", with: ["duration": "6m"]),
      IntentCall("UpdateRecord", with: ["record": "last", "comment": "Long"]),
    ]
    var options = BatchOptions()
    options.isAtomic = true
    var changes: [JSONValue] = []
    let run = BatchRunner(
      engine: await fixture.engine.dryRunCopy(),
      source: .file,
      options: options
    )
    _ = try await run.perform(InMemoryBatchSource(calls)) { result in
      changes.append(result.outcome.json["plan"]?["changes"] ?? .null)
    }
    #expect(changes.map { $0.array?.count } == [1, 1, 1])
    #expect(changes.last?.array?.first?["before"]?["durationSeconds"] == 360)
  }

  @Test(arguments: [
    (["LogTime", "LogTime", "LogTime", "Undo"], [3]), (["Undo", "LogTime"], [0]),
    (["LogTime", "Undo", "LogTime", "Redo"], [1, 3]), (["Undo", "Undo"], [0, 1]), (["Undo"], []),
  ])
  func `the check names calls that can't be part of an atomic batch`(
    intents: [String],
    wrong: [Int]
  ) async throws {
    let fixture = try IntentFixture()
    try await fixture.log("Work", "09:00", "10:00")
    let before = try fixture.folder.content()
    let calls = intents.map { IntentCall($0, with: $0 == "LogTime" ? ["duration": "5m"] : [:]) }
    var options = BatchOptions()
    options.isAtomic = true
    var failures: [BatchCallResult] = []
    _ = try await BatchRunner(engine: fixture.engine, source: .file, options: options)
      .perform(InMemoryBatchSource(calls)) { result in
        if result.outcome.error != nil { failures.append(result) }
      }
    #expect(failures.map(\.index) == wrong)
    #expect(failures.allSatisfy { $0.outcome.error?.code == "atomicGroupUnsupported" })
    #expect(try wrong.isEmpty || fixture.folder.content() == before)
  }
}
