import JSONText
import Testing

@testable import IntentKit

/// Tests of hooks that run before or after calls.
@Suite(.timeLimit(.minutes(5))) struct HookTests {
  private func hook(
    _ id: String,
    _ steps: JSONValue,
    phase: String = "before",
    onFailure: String? = nil,
    _ members: JSONObject = [:]
  ) -> JSONValue {
    var hook: JSONObject = ["event": "note.written", "phase": .string(phase)]
    hook["onFailure"] = onFailure.map { .string($0) }
    // The default limit of two seconds is too short for a busy machine.
    let workflow: JSONObject = ["id": .string(id), "hook": .object(hook), "timeoutMs": 60_000]
    return WorkflowEngineFixture.workflow(steps, workflow.merging(members))
  }

  private func write(_ fixture: WorkflowEngineFixture, _ text: String = "a") async throws -> Outcome
  {
    await (try fixture.engine()).perform(
      IntentCall("Write", with: ["text": .string(text)]),
      from: .key
    )
  }

  private static let nothing: JSONValue = [["id": "x", "intent": "Echo"]]

  @Test func `a before hook may change the arguments`() async throws {
    let changing = hook(
      "trim",
      Self.nothing,
      ["output": ["with": ["text": ["$text": [["$": "/event/with/text"], "!"]]]]]
    )
    let fixture = try WorkflowEngineFixture(hooks: [
      changing,
      hook(
        "again",
        Self.nothing,
        ["output": ["with": ["text": ["$text": [["$": "/event/with/text"], "?"]]]]]
      ),
    ])
    #expect(try await write(fixture, "$a").result?.value["text"] == "$a!?")
  }

  @Test func `a before hook may refuse the call`() async throws {
    let refusing = hook(
      "closed",
      [["id": "x", "fail": ["$text": ["not from ", ["$": "/event/source"], "."]]]]
    )
    let fixture = try WorkflowEngineFixture(hooks: [refusing])
    let error = try await write(fixture).error
    #expect(error?.code == "refused")
    #expect(error?.data["hook"] == "closed")
    #expect(error?.message.contains("not from key.") == true)
    #expect(fixture.log.entries == [])
  }

  @Test(
    arguments: [
      ([["id": "x", "intent": "Fail"]], [:], "It is broken."),
      ([["id": "x", "intent": "Hang"]], ["timeoutMs": 20], "20 ms"),
      (nothing, ["output": ["with": ["text": 5]]], "'text'"),
      (nothing, ["output": ["with": ["txt": "x"]]], "'txt'"),
      ([["id": "x", "intent": "Gone"]], [:], "'Gone'"),
    ] as [(JSONValue, JSONObject, String)]
  )
  func `a failed hook is skipped or refuses the call, as its definition says`(
    _ steps: JSONValue,
    _ members: JSONObject,
    _ reason: String
  ) async throws {
    let lenient = try WorkflowEngineFixture(hooks: [hook("h", steps, members)])
    let outcome = try await write(lenient)
    #expect(outcome.sentence.hasPrefix("Did Write. The hook 'h' "))
    #expect(outcome.sentence.contains(reason))
    #expect(outcome.status == "ok")
    let strict = try WorkflowEngineFixture(hooks: [hook("h", steps, onFailure: "refuse", members)])
    let error = try await write(strict).error
    #expect(error?.code == "hookFailed")
    #expect(error?.message.contains(reason) == true)
    #expect(!strict.log.entries.contains { $0.hasPrefix("Write") })
  }

  @Test func `an after hook receives the event`() async throws {
    let fixture = try WorkflowEngineFixture(hooks: [
      hook(
        "notify",
        [["id": "x", "intent": "Echo", "with": ["value": ["$": "/event/after"]]]],
        phase: "after"
      )
    ])
    #expect(try await write(fixture, "news").status == "ok")
    let event = try #require(fixture.events.first)
    #expect(event.payload["intent"] == "Write")
    #expect(try HookEvent(json: event.json) == event)
    #expect(fixture.log.entries.count == 1)
    await (try fixture.engine()).performHooks(after: event)
    #expect(fixture.log.entries.last == #"Echo {"value":"news"}"#)
  }

  @Test func `E21 a hook isn't triggered by its own calls`() async throws {
    let loop: JSONValue = [["id": "x", "intent": "Write", "with": ["text": "again"]]]
    let fixture = try WorkflowEngineFixture(hooks: [
      hook("one", loop, phase: "after"), hook("other", loop, phase: "after"),
      hook("before", loop),
    ])
    let engine = try fixture.engine()
    #expect(try await write(fixture).status == "ok")
    var done = 0
    // Run the hooks for all events, including the events that these hooks cause.
    while done < fixture.events.count {
      #expect(done < 100)
      await engine.performHooks(after: fixture.events[done])
      done += 1
    }
    let chains = fixture.events.map(\.chain)
    #expect(chains.allSatisfy { Set($0).count == $0.count })
    #expect(fixture.log.entries.count { $0.hasPrefix("Write") } > 3)
  }

  @Test func `a call without events runs no hooks`() async throws {
    let fixture = try WorkflowEngineFixture(hooks: [hook("h", [["id": "x", "intent": "Fail"]])])
    let outcome = await (try fixture.engine()).perform(IntentCall("Echo"), from: .file)
    #expect(outcome.sentence == "Did Echo.")
  }

  @Test func `a dry run shows the changes of before hooks and runs no after hooks`() async throws {
    let fixture = try WorkflowEngineFixture(hooks: [
      hook("h", Self.nothing, ["output": ["with": ["text": "other"]]]),
      hook("after", Self.nothing, phase: "after"),
    ])
    let engine = await (try fixture.engine()).dryRunCopy()
    let outcome = await engine.perform(IntentCall("Write", with: ["text": "a"]), from: .file)
    #expect(outcome.result?.plan?.values == ["text": "other"])
    #expect(fixture.events == [])
  }

  @Test func `cancelling a before hook cancels the call`() async throws {
    let fixture = try WorkflowEngineFixture(hooks: [hook("guard", [["id": "x", "intent": "Hang"]])])
    let call = Task { try await write(fixture) }
    while fixture.log.entries.isEmpty { await Task.yield() }
    call.cancel()
    #expect(try await call.value == .failed(.cancelled))
    #expect(fixture.log.entries == ["Hang {}"])
  }

  @Test func `hooks that trigger each other end`() async throws {
    let write: JSONValue = [["id": "x", "intent": "Write", "with": ["text": "again"]]]
    let fixture = try WorkflowEngineFixture(
      hooks: (0..<8).map { hook("h\($0)", write, phase: "after") }
    )
    let engine = try fixture.engine()
    #expect(try await self.write(fixture).status == "ok")
    var done = 0
    while done < fixture.events.count {
      await engine.performHooks(after: fixture.events[done])
      done += 1
    }
    // The call makes 1 entry, and the 8 hooks that its event triggers make 8. Each of these hooks
    // triggers the 7 others, which make 56.
    #expect(fixture.log.entries.count == 1 + 8 + 56)
  }

  @Test func `an atomic group fails as a whole if one call is invalid`() async throws {
    let fixture = try WorkflowEngineFixture(hooks: [hook("notify", Self.nothing, phase: "after")])
    let engine = try fixture.engine()
    let refused = await engine.performGroup(
      [BatchCall(IntentCall("Write", with: ["text": "a"])), BatchCall(IntentCall("Wriet"))],
      as: .allOrNothing,
      from: .file
    )
    #expect(refused.count == 2)
    #expect(refused.last?.error?.code == "unknownIntent")
  }

  @Test func `hooks don't receive secret arguments`() throws {
    let definition = try TestDefinitions.echo(
      "Login",
      [
        "summary": "Login", "command": ["name": "login"],
        "parameters": [
          "type": "object", "additionalProperties": false,
          "properties": [
            "name": ["type": "string"], "word": ["type": "string", "x-minuta-secret": true],
          ],
        ],
      ]
    )
    let call = ValidatedCall(definition: definition, values: ["name": "me", "word": "pass"])
    let event = HookEvent("x", before: call, from: .file, chain: CallChain())
    #expect(event.payload["with"] == ["name": "me"])
  }
}
