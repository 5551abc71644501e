import Foundation
import IntentKit
import IntentRPC
import JSONText
import MinutaTestSupport
import Testing

/// Intents that a server has from some moment on.
@Suite(.timeLimit(.minutes(5))) struct IntentCatalogTests {
  private let menu = ChangingIntentsProvider()

  private func server() async throws -> IntentServer {
    let engine = IntentEngine(
      providers: [try NotesProvider(), menu],
      now: { Date(timeIntervalSince1970: 0) }
    )
    return await IntentServer(engine, as: ServerInfo(name: "menu", version: "1.0"))
  }

  private func replies(of server: IntentServer, to method: String) async throws -> JSONValue {
    let request = #"{"jsonrpc":"2.0","method":"\#(method)","id":1}"#
    return try JSONValue(parsing: await InProcessServer(server).finish(request).output)
  }

  @Test func `an intent that has just come is found before anybody has told`() async throws {
    let server = try await server()
    #expect(try await replies(of: server, to: "New")["error"]?["code"] == -32601)
    menu.add("New")
    #expect(try await replies(of: server, to: "New")["result"]?["status"] == "ok")
  }

  @Test func `what was seen earlier does not count once more has been seen`() async throws {
    menu.hold()
    let client = TestClient(try await server(), drainTimeout: .seconds(120))
    try client.sendRequest(1, "initialize", ["protocolVersion": "2025-11-25", "capabilities": [:]])
    try client.sendNotification("notifications/initialized")
    try client.sendRequest(2, "ping")
    for id in [1, 2] as [JSONValue] { #expect(try await client.next()?["id"] == id) }
    try await wait(for: "first look") { menu.looks == 1 }
    menu.stopHolding()
    menu.add("New")
    menu.tell()
    #expect(try await client.next()?["method"] == "notifications/tools/list_changed")
    menu.release()
    try client.sendRequest(3, "tools/list")
    let listed = try await client.next()?["result"]?["tools"]
    #expect(listed?.array?.contains { $0["name"] == "New" } == true)
    #expect(try await client.finish().code == 0)
  }
}
