import Contracts
import MinutaTestSupport
import Testing

/// Checks `minuta rpc` and the example plugins as processes.
@Suite(.timeLimit(.minutes(10))) struct ConnectionContractTests {
  private static let conformers =
    RPCSession.all.map { session in
      ConnectionConformer("minuta rpc", session) { session in
        try RPCTestClient(try MinutaFixture(), usesHeaders: session.usesHeaders)
      }
    }
    + [("Habits", "--file"), ("Messages", "--folder")].flatMap { plugin, option in
      RPCSession.mcpSessions.map { session in
        ConnectionConformer(plugin, session) { session in
          let home = try TemporaryDirectory(isInMemory: true)
          let arguments = [option, "\(home.path)/data"]
          return try RPCTestClient(TestPrograms.built(plugin), arguments, environment: [:])
        }
      }
    }

  @Test(arguments: conformers, ConnectionContract.rules)
  func `a program keeps each rule for servers, in each session`(
    server: ConnectionConformer,
    rule: ContractRule<ConnectionConformer>
  ) async throws {
    try await rule.check(server)
  }
}
