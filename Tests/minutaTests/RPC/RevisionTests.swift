import JSONText
import MinutaTestSupport
import Testing

/// Tests the revision in change notifications, which is the number of the last history entry.
@Suite(.timeLimit(.minutes(10))) struct RevisionTests {
  private let fixture: MinutaFixture

  init() throws { fixture = try MinutaFixture() }

  private func revision(of message: JSONValue) -> JSONValue? {
    message["params"]?["revision"] ?? message["params"]?["_meta"]?["dev.minuta/revision"]
  }

  @Test func `a subscriber receives the revision of its own calls and of other processes`()
    async throws
  {
    let rpcClient = try RPCTestClient(fixture)
    #expect(try await rpcClient.request(1, "minuta/subscribe", [:])["result"]?["revision"] == 0)
    try rpcClient.sendRequest(2, "StartTimer", ["tag": "Work"])
    #expect(try await rpcClient.reply(to: 2)["result"]?["revision"] == 1)
    _ = try await rpcClient.first("own change") { revision(of: $0) == 1 }
    // Another process makes two changes at once, so the revision jumps from 1 to 3.
    let other = #"[{"intent":"LogTime","with":{"tag":"A","duration":"1m"}},{"intent":"StopTimer"}]"#
    _ = try await fixture.run(["run", "-"], input: other)
    _ = try await rpcClient.first("change of another process") {
      revision(of: $0) == 3 && $0["params"]?["value"]?["running"] == []
    }
    let (messages, _) = try await rpcClient.finish()
    let revisions = messages.filter { $0["method"] == "minuta/changed" }
      .compactMap { revision(of: $0)?.integer }
    #expect(revisions == revisions.sorted())
  }

  @Test(arguments: [true, false])
  func `a resource and its updates have the revision over MCP`(isModern: Bool) async throws {
    _ = try await fixture.outcome(["start", "Work"])
    let rpcClient = try RPCTestClient(fixture)
    let meta: JSONObject = isModern ? ["_meta": PluginFixture.meta] : [:]
    let uri: JSONValue = "minuta://status"
    if isModern {
      let wanted: JSONObject = ["notifications": ["resourceSubscriptions": [uri]]]
      try rpcClient.sendRequest(1, "subscriptions/listen", .object(wanted.merging(meta)))
      _ = try await rpcClient.first("acknowledgement") {
        $0["method"] == "notifications/subscriptions/acknowledged"
      }
    } else {
      try rpcClient.sendRequest(
        0,
        "initialize",
        ["protocolVersion": "2025-11-25", "capabilities": [:]]
      )
      _ = try await rpcClient.request(1, "resources/subscribe", ["uri": uri])
    }
    try rpcClient.sendRequest(
      2,
      "resources/read",
      .object((["uri": uri] as JSONObject).merging(meta))
    )
    let read = try await rpcClient.reply(to: 2)["result"]?["contents"]?.array?.first
    #expect(read?["_meta"]?["dev.minuta/revision"] == 1)
    _ = try await fixture.outcome(["stop"])
    _ = try await rpcClient.first("update") {
      $0["method"] == "notifications/resources/updated" && revision(of: $0) == 2
    }
    _ = try await rpcClient.finish()
  }
}
