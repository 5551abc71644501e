import JSONText
import Testing

@testable import IntentKit

/// What is done at events.
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
    return WorkflowEngineFixture.workflow(
      steps,
      (["id": .string(id), "hook": .object(hook)] as JSONObject).merging(members)
    )
  }

  private func write(_ fixture: WorkflowEngineFixture, _ text: String = "a") async throws -> Outcome
  {
    await (try fixture.engine()).perform(
      IntentCall("Write", with: ["text": .string(text)]),
      from: .key
    )
  }

  private static let nothing: JSONValue = [["id": "x", "intent": "Echo"]]

  @Test func `a hook ahead of a call may change its values`() async throws {
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

  @Test func `a hook ahead of a call may refuse it, and is named`() async throws {
    let refusing = hook(
      "closed",
      [["id": "x", "fail": ["$text": ["not at the door '", ["$": "/event/source"], "'."]]]]
    )
    let fixture = try WorkflowEngineFixture(hooks: [refusing])
    let error = try await write(fixture).error
    #expect(error?.message == "The hook 'closed' refuses: not at the door 'key'.")
    #expect(error?.code == "refused")
    #expect(fixture.log.entries == [])
  }

  @Test(
    arguments: [
      ([["id": "x", "intent": "Fail"]], [:], "The step 'x' of 'h' failed: It is broken."),
      (
        [["id": "x", "intent": "Hang"]], ["timeoutMs": 20],
        "The workflow 'h' took longer than 20 ms."
      ),
      (nothing, ["output": ["with": ["text": 5]]], "'text' must be a text, not '5'."),
      (
        nothing, ["output": ["with": ["txt": "x"]]],
        "There is no parameter 'txt' (did you mean 'text'?)."
      ),
      (
        [["id": "x", "intent": "Gone"]], [:],
        "The workflow is wrong: 'steps/0/intent': there is no intent 'Gone'."
      ),
    ] as [(JSONValue, JSONObject, String)]
  )
  func `a hook that fails costs what its definition says`(
    _ steps: JSONValue,
    _ members: JSONObject,
    _ sentence: String
  ) async throws {
    let lenient = try WorkflowEngineFixture(hooks: [hook("h", steps, members)])
    let outcome = try await write(lenient)
    #expect(outcome.sentence == "Did Write. The hook 'h' failed: \(sentence)")
    #expect(outcome.status == "ok")
    let strict = try WorkflowEngineFixture(hooks: [hook("h", steps, onFailure: "refuse", members)])
    let error = try await write(strict).error
    #expect(error?.code == "hookFailed")
    #expect(error?.message == "The hook 'h' failed, so that nothing was done: \(sentence)")
    #expect(!strict.log.entries.contains { $0.hasPrefix("Write") })
  }

  @Test func `a hook after a call is told what happened`() async throws {
    let fixture = try WorkflowEngineFixture(hooks: [
      hook(
        "tell",
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

  @Test func `E21 a hook that does what it waits for is not done again for that`() async throws {
    let loop: JSONValue = [["id": "x", "intent": "Write", "with": ["text": "again"]]]
    let fixture = try WorkflowEngineFixture(hooks: [
      hook("one", loop, phase: "after"), hook("other", loop, phase: "after"),
      hook("before", loop),
    ])
    let engine = try fixture.engine()
    #expect(try await write(fixture).status == "ok")
    var done = 0
    // What hooks do is told as well, until no hook is left that is not on the way.
    while done < fixture.events.count {
      #expect(done < 100)
      await engine.performHooks(after: fixture.events[done])
      done += 1
    }
    let chains = fixture.events.map(\.chain)
    #expect(chains.allSatisfy { Set($0).count == $0.count })
    #expect(fixture.log.entries.count { $0.hasPrefix("Write") } > 3)
  }

  @Test func `nothing asks for hooks where a call causes no event`() async throws {
    let fixture = try WorkflowEngineFixture(hooks: [hook("h", [["id": "x", "intent": "Fail"]])])
    let outcome = await (try fixture.engine()).perform(IntentCall("Echo"), from: .file)
    #expect(outcome.sentence == "Did Echo.")
  }

  @Test func `a rehearsal tells what a hook would change, and has none done after`() async throws {
    let fixture = try WorkflowEngineFixture(hooks: [
      hook("h", Self.nothing, ["output": ["with": ["text": "other"]]]),
      hook("after", Self.nothing, phase: "after"),
    ])
    let engine = await (try fixture.engine()).dryRunCopy()
    let outcome = await engine.perform(IntentCall("Write", with: ["text": "a"]), from: .file)
    #expect(outcome.result?.plan?.values == ["text": "other"])
    #expect(fixture.events == [])
  }

  @Test func `a guard that is cancelled lets nothing through`() async throws {
    let fixture = try WorkflowEngineFixture(hooks: [hook("guard", [["id": "x", "intent": "Hang"]])])
    let call = Task { try await write(fixture) }
    while fixture.log.entries.isEmpty { await Task.yield() }
    call.cancel()
    #expect(try await call.value == .cancelled)
    #expect(fixture.log.entries == ["Hang {}"])
  }

  @Test func `hooks do not multiply`() async throws {
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
    // Each of eight for the call, and each of the seven others for what it wrote.
    #expect(fixture.log.entries.count == 1 + 8 + 56)
  }

  @Test func `calls done all or nothing tell at once what they made happen`() async throws {
    let fixture = try WorkflowEngineFixture(hooks: [hook("tell", Self.nothing, phase: "after")])
    let engine = try fixture.engine()
    let refused = await engine.performGroup(
      [BatchCall(IntentCall("Write", with: ["text": "a"])), BatchCall(IntentCall("Wriet"))],
      as: .allOrNothing,
      from: .file
    )
    #expect(refused.count == 2)
    #expect(refused.last?.error?.code == "unknownIntent")
  }

  @Test func `what is secret in a call is not told to hooks`() throws {
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
