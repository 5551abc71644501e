import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import SystemCalls
import Testing

@testable import Messages

/// What the service gives and throws, as the engine's callers are told it.
@Suite(.timeLimit(.minutes(5))) struct MessageProviderTests {
  private let bench: ServiceBench
  private let engine: IntentEngine

  init() throws {
    bench = try ServiceBench(patience: .seconds(1))
    let provider = try MessageProvider(service: bench.service, person: "Ann")
    engine = IntentEngine(providers: [provider]) { ServiceBench.now }
  }

  @Test func `each answer is as its definition says`() async throws {
    let calls = [
      Call("createChat", with: ["name": "Team"]),
      Call("sendMessage", with: ["chat": "Team", "text": "1"]),
      Call("sendMessage", with: ["chat": "Team", "text": "2", "sender": "Bob"]),
      Call("deleteMessage", with: ["chat": "Team", "message": 1]),
      Call("markRead", with: ["chat": "Team"]), Call("listChats"),
      Call("listMessages", with: ["chat": "Team"]), Call("observeMessages", with: ["chat": "Team"]),
    ]
    let definitions = await engine.definitions()
    try bench.folder.write("x", to: "messages/chats/stranger")
    for call in calls {
      let outcome = await engine.perform(call, from: .rpc)
      let value = try #require(outcome.answer?.value, "\(outcome)")
      let definition = try #require(definitions.first { $0.id == call.intent })
      #expect(SchemaCheck(definition.result).problems(in: .object(value)).isEmpty)
      // Nothing is answered that is not described.
      let described = definition.result["properties"]?.object?.keys ?? []
      #expect(value.keys.allSatisfy(described.contains), "\(call.intent)")
    }
    #expect(Set(calls.map(\.intent)) == Set(definitions.map(\.id)))
  }

  @Test func `who can be asked is asked which of two chats is meant`() async throws {
    for name in ["Team", "TEAM"] {
      try bench.store.add(Chat(id: UUID(), name: name, createdAt: ServiceBench.now))
    }
    let call = Call("sendMessage", with: ["chat": "team", "text": "x"])
    let error = await engine.perform(call, from: .rpc).error
    #expect(error?.code == "chatAmbiguous")
    #expect(error?.message == "2 chats are called 'team'; name one by its id.")
    guard case .needsInput(let needs) = await engine.perform(call, from: .rpc, canAsk: true) else {
      Issue.record("nothing is asked")
      return
    }
    #expect(needs.fields.first?.name == "chat")
    let choice = try #require(needs.fields.first?.choices?.first?.value)
    let sent = await engine.perform(
      Call("sendMessage", with: ["chat": choice, "text": "x"]),
      from: .rpc
    )
    #expect(sent.status == "ok")
  }

  @Test func `a folder that somebody holds is busy, not broken`() async throws {
    _ = await engine.perform(Call("createChat", with: ["name": "Team"]), from: .rpc)
    let path = bench.folder.path + "/messages/.messages.lock"
    guard let lock = try FileLock.take(path, patience: .seconds(5)) else {
      Issue.record("the lock is taken")
      return
    }
    let outcome = await engine.perform(Call("markRead", with: ["chat": "Team"]), from: .rpc)
    #expect(outcome.status == "busy")
    #expect(outcome.sentence.hasPrefix("The messages are in use by "))
    lock.whileHeld {}
  }

  @Test func `a key that comes again is told as a repetition, or as reused`() async throws {
    _ = await engine.perform(Call("createChat", with: ["name": "Team"]), from: .rpc)
    func send(_ text: JSONValue) async -> Outcome {
      let call = Call("sendMessage", with: ["chat": "Team", "text": text], key: "k")
      return await engine.perform(call, from: .rpc)
    }
    #expect(await send("1").answer?.isRepeated == false)
    #expect(await send("1").answer?.isRepeated == true)
    #expect(await send("2").error?.code == "keyReused")
  }

  @Test func `a plan shows what would be other than before`() async throws {
    _ = await engine.perform(Call("createChat", with: ["name": "Team"]), from: .rpc)
    _ = await engine.perform(
      Call("sendMessage", with: ["chat": "Team", "text": "1", "sender": "Bob"]),
      from: .rpc
    )
    let before = try bench.folder.content()
    let calls: [(call: Call, kinds: [JSONValue])] = [
      (Call("createChat", with: ["name": "New"]), ["chat"]),
      (Call("createChat", with: ["name": "team"]), []),
      (Call("sendMessage", with: ["chat": "New", "text": "2"]), ["message"]),
      (Call("markRead", with: ["chat": "Team"]), ["readMark"]),
      (Call("markRead", with: ["chat": "Team"]), []),
      (Call("deleteMessage", with: ["chat": "Team", "message": 1]), ["message"]),
      (Call("deleteMessage", with: ["chat": "Team", "message": 1]), []),
    ]
    let rehearsal = await engine.rehearsal()
    for (call, kinds) in calls {
      let outcome = await rehearsal.perform(call, from: .rpc)
      #expect(outcome.status == "planned", "\(outcome)")
      #expect(outcome.answer?.plan?.changes.compactMap { $0["kind"] } == kinds)
    }
    #expect(try bench.folder.content() == before)
  }
}
