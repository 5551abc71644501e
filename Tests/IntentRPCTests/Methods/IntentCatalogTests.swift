import Foundation
import IntentKit
import IntentRPC
import JSONText
import MinutaTestSupport
import Testing

/// Tests a server whose intents are added while it runs.
@Suite(.timeLimit(.minutes(5))) struct IntentCatalogTests {
  private let provider = ChangingIntentsProvider()

  private func server() async throws -> IntentServer {
    let engine = IntentEngine(
      providers: [try NotesProvider(), provider],
      now: { Date(timeIntervalSince1970: 0) }
    )
    return await IntentServer(engine, as: ServerInfo(name: "menu", version: "1.0"))
  }

  private func replies(of server: IntentServer, to method: String) async throws -> JSONValue {
    let request = #"{"jsonrpc":"2.0","method":"\#(method)","id":1}"#
    return try JSONValue(parsing: await InProcessServer(server).finish(request).output)
  }

  @Test func `a new intent is found even before a change notification`() async throws {
    let server = try await server()
    #expect(try await replies(of: server, to: "New")["error"]?["code"] == -32601)
    provider.add("New")
    #expect(try await replies(of: server, to: "New")["result"]?["status"] == "ok")
  }

  @Test func `a slow older listing doesn't replace a newer one`() async throws {
    provider.hold()
    let client = RPCTestClient(try await server(), drainTimeout: .seconds(120))
    try client.sendRequest(1, "initialize", ["protocolVersion": "2025-11-25", "capabilities": [:]])
    try client.sendNotification("notifications/initialized")
    try client.sendRequest(2, "ping")
    for id in [1, 2] as [JSONValue] { #expect(try await client.next()?["id"] == id) }
    try await wait(for: "first listing") { provider.listingCount == 1 }
    provider.stopHolding()
    provider.add("New")
    provider.notify()
    #expect(try await client.next()?["method"] == "notifications/tools/list_changed")
    provider.release()
    try client.sendRequest(3, "tools/list")
    let listed = try await client.next()?["result"]?["tools"]
    #expect(listed?.array?.contains { $0["name"] == "New" } == true)
    #expect(try await client.finish().code == 0)
  }
}
