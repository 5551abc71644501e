import Contracts
import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import Messages

@Suite(.timeLimit(.minutes(5))) struct ProviderContractTests {
  private static let conformers = [
    messages("the message tools on a folder", .folder),
    messages("the message tools in memory", .memory),
  ]

  private static func messages(
    _ description: String,
    _ storeKind: MessageServiceFixture.StoreKind
  ) -> ProviderConformer {
    ProviderConformer(description) {
      let fixture = try MessageServiceFixture(storeKind)
      return ProviderFixture(
        try MessageProvider(service: fixture.service, person: "Ann"),
        source: .rpc,
        calls: [
          IntentCall("createChat", with: ["name": "Team"]),
          IntentCall("sendMessage", with: ["chat": "Team", "text": "1"]),
          IntentCall("sendMessage", with: ["chat": "Team", "text": "2", "sender": "Bob"]),
          IntentCall("deleteMessage", with: ["chat": "Team", "message": 1]),
          IntentCall("markRead", with: ["chat": "Team"]), IntentCall("listChats"),
          IntentCall("listMessages", with: ["chat": "Team"]),
          IntentCall("observeMessages", with: ["chat": "Team"]),
        ],
        refusedCalls: [
          IntentCall("sendMessage", with: ["chat": "Nobody", "text": "1"]),
          IntentCall("deleteMessage", with: ["chat": "Team", "message": 99]),
        ]
      ) {
        let chats = try await fixture.service.listChats(for: "Ann").value
        var state = try fixture.folder.content()
        state["chats"] = Data("\(chats)".utf8)
        return state
      }
    }
  }

  @Test(arguments: conformers, ProviderContract.rules)
  func `the tools keep the contract of a provider`(
    provider: ProviderConformer,
    rule: ContractRule<ProviderConformer>
  ) async throws {
    try await rule.check(provider)
  }
}
