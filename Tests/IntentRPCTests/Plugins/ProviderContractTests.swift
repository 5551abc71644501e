import Contracts
import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import IntentRPC

@Suite(.timeLimit(.minutes(5))) struct ProviderContractTests {
  private static let conformers = [
    ProviderConformer("the plugins") {
      let server = try ScriptedServer()
      let host = try PluginHost(of: server, limits: .test(.seconds(60)))
      return ProviderFixture(
        PluginProvider { host },
        calls: ["ok", "ok"].map { IntentCall("demo__act", with: ["do": $0]) },
        refusedCalls: [IntentCall("demo__act", with: ["do": "refuse"])],
        changeIntents: { try PluginHost.add("other", server, .test(.seconds(60))) },
        state: {
          let count = try server.received.count { $0.contains(#""ok""#) }
          return ["calls": Data("\(count)".utf8)]
        }
      )
    }
  ]

  @Test(arguments: conformers, ProviderContract.rules)
  func `the intents of plugins keep each rule for providers`(
    provider: ProviderConformer,
    rule: ContractRule<ProviderConformer>
  ) async throws {
    try await rule.check(provider)
  }
}
