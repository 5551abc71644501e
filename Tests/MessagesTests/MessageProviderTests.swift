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
}
