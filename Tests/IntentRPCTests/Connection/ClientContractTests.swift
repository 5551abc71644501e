import Contracts
import Foundation
import IntentKit
import JSONText
import Testing

@testable import IntentRPC

@Suite(.timeLimit(.minutes(10))) struct ClientContractTests {
  private static let conformers = [
    ClientConformer("a process without MCP") { server, timeout in
      let program = program(server, timeout)
      let process = try ServerProcess(program, handler: PluginMessageHandler(nil))
      let timeouts = RequestTimeouts(idle: timeout, total: .seconds(600))
      return client(of: process) { name in
        try await process.sendRequest(name, [:], timeouts: timeouts)
      }
    },
    session("an MCP session with a handshake", version: "2025-11-25"),
    session("an MCP session without a handshake", version: "2026-07-28"),
    ClientConformer("a plugin") { server, timeout in
      let host = try PluginHost(of: server, limits: .test(timeout))
      let definition = try #require(await host.definitions().first)
      return ClientConformer.Client(
        call: { name in
          let call = ValidatedCall(definition: definition, values: ["do": .string(name)])
          let context = CallContext(now: .distantPast, source: .file)
          return try await host.perform(call, in: context).value["said"]?.string ?? ""
        },
        stop: { await host.stop() }
      )
    },
  ]

  private static func session(_ description: String, version: String) -> ClientConformer {
    ClientConformer(description) { server, timeout in
      let handshake = MCPHandshake(
        program: program(server, timeout),
        canElicit: false,
        handler: PluginMessageHandler(nil)
      )
      let session = try await handshake.connect(knownVersion: version)
      #expect(session.version == version)
      return client(of: session.process) { name in
        try await session.sendRequest("tools/call", ["name": .string(name)])
      }
    }
  }

  private static func client(
    of process: ServerProcess,
    call: @escaping @Sendable (_ name: String) async throws -> JSONObject
  ) -> ClientConformer.Client {
    ClientConformer.Client(
      call: { try await call($0)["structuredContent"]?["said"]?.string ?? "" },
      stop: { _ = await process.stop().value }
    )
  }

  private static func program(_ server: ScriptedServer, _ timeout: Duration) -> ServerProgram {
    ServerProgram(
      command: server.command,
      arguments: server.arguments,
      environment: server.environment,
      folder: server.path,
      log: server.path + "/log",
      limits: .test(timeout)
    )
  }

  @Test(arguments: conformers, ClientContract.rules)
  func `B49 B54 a client keeps each rule, whatever its server does`(
    client: ClientConformer,
    rule: ContractRule<ClientConformer>
  ) async throws {
    try await rule.check(client)
  }
}
