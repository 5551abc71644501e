import JSONText
import MinutaTestSupport
import Testing

/// Tests the capabilities that `minuta rpc` lists over plain JSON-RPC.
@Suite(.timeLimit(.minutes(10))) struct CapabilityTests {
  private let fixture: MinutaFixture

  init() throws { fixture = try MinutaFixture() }

  private func capabilities(_ flags: [String] = []) async throws -> JSONValue {
    let rpcClient = try RPCTestClient(fixture, flags)
    let reply = try await rpcClient.request(1, "initialize", ["capabilities": [:]])
    _ = try await rpcClient.finish()
    return try #require(reply["result"]?["capabilities"])
  }

  @Test func `initialize lists the methods, the resources and the capabilities`() async throws {
    let found = try await capabilities()
    #expect(found["protocolVersion"] == 2)
    for name in ["dryRun", "needsInput", "progress", "cancellation", "subscriptions"] {
      #expect(found[name] == true, "\(name)")
    }
    #expect(found["readOnly"] == false)
    #expect(try await capabilities(["--read-only"])["readOnly"] == true)
    let resources = found["resources"]?.array ?? []
    #expect(resources.contains("minuta://state") && resources.contains("minuta://records/{range}"))
    #expect(resources.count == 8)
  }

  @Test func `every listed method exists, and the manual has no others`() async throws {
    let methods = try await capabilities()["methods"]?.array?.compactMap(\.string) ?? []
    #expect(Set(methods).count == methods.count)
    let own = methods.filter { $0.hasPrefix("minuta/") }
    let manual = try PackageDirectory.text(of: "Sources/minuta/Manual/rpc.md")
    for method in own { #expect(manual.contains("`\(method)"), "\(method)") }
    for part in manual.split(separator: "`minuta/").dropFirst() {
      let name = "minuta/" + part.prefix { $0.isLetter }
      #expect(own.contains(name) || name == "minuta/changed", "\(name)")
    }
    let rpcClient = try RPCTestClient(fixture)
    let silent = ["$/cancelRequest", "exit", "initialized", "shutdown"]
    for method in methods where !silent.contains(method) {
      let reply = try await rpcClient.request(.string(method), method, [:])
      #expect(reply["error"]?["code"] != -32601, "\(method)")
    }
    _ = try await rpcClient.finish()
  }

  @Test func `rpc.discover describes every intent with its parameters and its errors`()
    async throws
  {
    let rpcClient = try RPCTestClient(fixture)
    let document = try #require(try await rpcClient.request(1, "rpc.discover", [:])["result"])
    #expect(document["openrpc"]?.string?.hasPrefix("1.3.") == true)
    #expect(document["info"]?["title"] == "minuta")
    try rpcClient.sendRequest(2, "minuta/intents", [:])
    let intents = try await rpcClient.reply(to: 2)["result"]?["intents"]?.array ?? []
    let methods = document["methods"]?.array ?? []
    for intent in intents {
      let method = try #require(methods.first { $0["name"] == intent["id"] })
      let names = method["params"]?.array?.compactMap { $0["name"]?.string } ?? []
      #expect(names == intent["parameters"]?["properties"]?.object?.keys)
      #expect(
        method["errors"]?.array?.compactMap { $0["message"] } ?? [] == intent["errors"]?.array
      )
    }
    _ = try await rpcClient.finish()
  }
}
