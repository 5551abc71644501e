import Contracts
import IntentRPC
import MinutaTestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct ConnectionContractTests {
  private static let conformers =
    RPCSession.all.map { session in
      ConnectionConformer("a server of intents", session) { session in
        await RPCTestClient(try ControllableProvider(), usesHeaders: session.usesHeaders)
      }
    }
    + [RPCSession.editor, .editorWithHeaders].map { session in
      ConnectionConformer("a server of other methods", session) { session in
        try RPCTestClient(
          TestPrograms.built("RPCVectors"),
          [],
          environment: [:],
          usesHeaders: session.usesHeaders
        )
      }
    }

  @Test(arguments: conformers, ConnectionContract.rules)
  func `A6 A13 A15 A17 A18 A19 A20 A22 a server keeps each rule, in each session`(
    server: ConnectionConformer,
    rule: ContractRule<ConnectionConformer>
  ) async throws {
    try await rule.check(server)
  }
}
