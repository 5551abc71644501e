import Contracts
import Foundation
import IntentKit
import IntentRPC
import MinutaTestSupport

extension RPCTestClient {
  /// Starts a server in this process that offers a provider's intents, and connects to it.
  convenience init(
    _ provider: any IntentProvider,
    pageSize: Int = 100,
    drainTimeout: Duration = .seconds(120),
    usesHeaders: Bool = false
  ) async {
    let engine = IntentEngine(providers: [provider], now: { Date(timeIntervalSince1970: 0) })
    let info = ServerInfo(name: "workshop", version: "1.0")
    let server = await IntentServer(engine, as: info, pageSize: pageSize)
    self.init(server, drainTimeout: drainTimeout, usesHeaders: usesHeaders)
  }

  /// Starts a server in this process, connects to it, and begins a session.
  convenience init(
    _ provider: any IntentProvider,
    in session: RPCSession,
    drainTimeout: Duration = .seconds(120)
  ) async throws {
    await self.init(provider, drainTimeout: drainTimeout, usesHeaders: session.usesHeaders)
    try await session.begin(on: self)
  }

  /// Starts a server in this process, and connects to it.
  convenience init(_ handler: any RPCHandler, drainTimeout: Duration, usesHeaders: Bool = false) {
    let server = InProcessServer(handler, drainTimeout: drainTimeout)
    self.init(server.transport, usesHeaders: usesHeaders)
  }
}
