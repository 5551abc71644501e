import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import SystemCalls
import Testing

@testable import Messages

/// Tests the results and errors of `MessageProvider`, as the engine returns them to callers.
@Suite(.timeLimit(.minutes(5))) struct MessageProviderTests {
  private let fixture: MessageServiceFixture
  private let engine: IntentEngine

  init() throws {
    fixture = try MessageServiceFixture(timeout: .seconds(1))
    let provider = try MessageProvider(service: fixture.service, person: "Ann")
    engine = IntentEngine(providers: [provider]) { MessageServiceFixture.now }
  }

  @Test func `an ambiguous chat is asked about if the client can answer`() async throws {
    for name in ["Team", "TEAM"] {
      try fixture.store.add(Chat(id: UUID(), name: name, createdAt: MessageServiceFixture.now))
    }
    let call = IntentCall("sendMessage", with: ["chat": "team", "text": "x"])
    let error = await engine.perform(call, from: .rpc).error
    #expect(error?.code == "chatAmbiguous")
    #expect(error?.message == "2 chats are called 'team'. Use an id.")
    guard
      case .needsInput(let needs) = await engine.perform(call, from: .rpc, canRequestInput: true)
    else {
      Issue.record("nothing is asked")
      return
    }
    #expect(needs.fields.first?.name == "chat")
    let choice = try #require(needs.fields.first?.choices?.first?.value)
    let sent = await engine.perform(
      IntentCall("sendMessage", with: ["chat": choice, "text": "x"]),
      from: .rpc
    )
    #expect(sent.status == "ok")
  }

  @Test func `a locked folder is reported as busy`() async throws {
    _ = await engine.perform(IntentCall("createChat", with: ["name": "Team"]), from: .rpc)
    let path = fixture.folder.path + "/messages/.messages.lock"
    guard let lock = try FileLock.acquire(path, timeout: .seconds(5)) else {
      Issue.record("the lock is taken")
      return
    }
    let outcome = await engine.perform(IntentCall("markRead", with: ["chat": "Team"]), from: .rpc)
    #expect(outcome.status == "busy")
    #expect(outcome.sentence.hasPrefix("The messages are in use by "))
    lock.withLock {}
  }

  @Test func `a dry run shows the changes`() async throws {
    _ = await engine.perform(IntentCall("createChat", with: ["name": "Team"]), from: .rpc)
    _ = await engine.perform(
      IntentCall("sendMessage", with: ["chat": "Team", "text": "1", "sender": "Bob"]),
      from: .rpc
    )
    let before = try fixture.folder.content()
    let calls: [(call: IntentCall, kinds: [JSONValue])] = [
      (IntentCall("createChat", with: ["name": "New"]), ["chat"]),
      (IntentCall("createChat", with: ["name": "team"]), []),
      (IntentCall("sendMessage", with: ["chat": "New", "text": "2"]), ["message"]),
      (IntentCall("markRead", with: ["chat": "Team"]), ["readMark"]),
      (IntentCall("markRead", with: ["chat": "Team"]), []),
      (IntentCall("deleteMessage", with: ["chat": "Team", "message": 1]), ["message"]),
      (IntentCall("deleteMessage", with: ["chat": "Team", "message": 1]), []),
    ]
    let dryRunCopy = await engine.dryRunCopy()
    for (call, kinds) in calls {
      let outcome = await dryRunCopy.perform(call, from: .rpc)
      #expect(outcome.status == "planned", "\(outcome)")
      #expect(outcome.result?.plan?.changes.compactMap { $0["kind"] } == kinds)
    }
    #expect(try fixture.folder.content() == before)
  }
}
