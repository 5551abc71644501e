import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests resources as served to MCP clients, in the protocol revisions with and without a
/// handshake.
@Suite(.timeLimit(.minutes(10))) struct MCPResourceTests {
  private static let meta: JSONValue = [
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": [:],
  ]
  private static let subscription = "io.modelcontextprotocol/subscriptionId"

  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  private func handshake(with rpcClient: RPCTestClient) throws {
    let params: JSONValue = ["protocolVersion": "2025-11-25", "capabilities": [:]]
    try rpcClient.sendRequest("handshake", "initialize", params)
    try rpcClient.sendNotification("notifications/initialized", [:])
  }

  /// Reads a URI after a handshake (`legacy`) and without one (`modern`), and returns both
  /// responses.
  private func read(_ uri: String) async throws -> (legacy: JSONValue, modern: JSONValue) {
    let rpcClient = try RPCTestClient(fixture)
    try handshake(with: rpcClient)
    try rpcClient.sendRequest("legacy", "resources/read", ["uri": .string(uri)])
    try rpcClient.sendRequest(
      "modern",
      "resources/read",
      ["uri": .string(uri), "_meta": Self.meta]
    )
    let (messages, code) = try await rpcClient.finish()
    #expect(code == 0)
    #expect(messages.count == 3)
    return (try await rpcClient.reply(to: "legacy"), try await rpcClient.reply(to: "modern"))
  }

  @Test func `A45 a resource can be read with and without a handshake`() async throws {
    _ = try await fixture.outcome(["start", "Work"])
    let replies = try await read("minuta://tags")
    for reply in [replies.legacy, replies.modern] {
      let content = reply["result"]?["contents"]?.array?.first
      #expect(content?["uri"] == "minuta://tags")
      let value = try JSONValue(parsing: content?["text"]?.string ?? "")
      #expect(value["tags"]?.array?.map { $0["name"] } == ["Work"])
    }
    #expect(replies.modern["result"]?["resultType"] == "complete")
  }

  /// URIs that name no resource; `STORE` stands for the data folder.
  private static let missing = [
    "", "tags", "/etc/passwd", "../tags.json", "minuta:", "minuta:tags", "minuta://",
    "minuta://nothing", "minuta://tags/", "minuta://tags/x", "minuta://Tags", "MINUTA://tags",
    "minuta://tags?x", "minuta://tags#x", "minuta://tags%00", "minuta://%74ags",
    "minuta://tags/../tags", "minuta://tags/%2e%2e/state", "minuta://../../../etc/passwd",
    "minuta://summary/", "minuta://summary/.", "minuta://summary/..", "minuta://summary/../tags",
    "minuta://summary/%2e%2e", "minuta://summary/%2E%2E%2Ftags", "minuta://summary/..%2ftags",
    "minuta://summary/..%5ctags", "minuta://records/today/../../tags", "minuta://records/%2Fetc",
    "minuta://records/today%00", "minuta://records/%", "minuta://records/%zz",
    "minuta://records/%ff", "file:", "file://", "file:///", "file:///etc/passwd",
    "file://localhost/etc/passwd", "FILE:///etc/passwd", "file:///etc/../etc/passwd",
    "file:///%65tc/passwd", "file:///%2e%2e/etc/passwd", "file://STORE/tags.json",
    "file://STORE/../secret", "file://STORE/records/..%2F..%2F..%2Fsecret",
    "file://STORE/%2e%2e/secret", "minuta://STORE/../secret", "minuta://records/..%2F..%2Fsecret",
  ]

  @Test(arguments: missing)
  func `A45 an unknown URI fails with the code of the protocol version`(
    template: String
  ) async throws {
    try fixture.home.write("kept to oneself", to: "secret")
    _ = try await fixture.outcome(["start", "Work"])
    let uri = template.replacing("STORE", with: fixture.store)
    let replies = try await read(uri)
    #expect(replies.legacy["error"]?["code"] == -32002)
    #expect(replies.legacy["error"]?["data"]?["uri"]?.string == uri)
    #expect(replies.modern["error"]?["code"] == -32602)
    #expect(replies.legacy["result"] == nil && replies.modern["result"] == nil)
  }

  /// A URI is percent-decoded only once, so `%252e` becomes `%2e`, which is no valid range.
  @Test(arguments: ["minuta://summary/%252e%252e", "minuta://records/never"])
  func `A45 an invalid value in a URI is refused with and without a handshake`(uri: String)
    async throws
  {
    let replies = try await read(uri)
    #expect(replies.legacy["error"]?["code"] == -32602)
    #expect(replies.modern["error"]?["code"] == -32602)
  }

  @Test func `a report is read as a drawing`() async throws {
    _ = try await fixture.outcome(["log", "Work", "1h", "--comment", "Plan"])
    let replies = try await read("minuta://report/all")
    for reply in [replies.legacy, replies.modern] {
      let content = reply["result"]?["contents"]?.array?.first
      #expect(content?["mimeType"] == "image/svg+xml")
      #expect(content?["text"]?.string?.hasPrefix("<?xml") == true)
      #expect(content?["text"]?.string?.contains(">Plan<") == true)
    }
  }

  @Test func `a listener of a report gets changes of its records`() async throws {
    let rpcClient = try RPCTestClient(fixture)
    let uri = "minuta://report/thisMonth"
    _ = try await listen(1, to: ["resourceSubscriptions": [.string(uri)]], rpcClient)
    _ = try await fixture.outcome(["start", "Work", "--comment", "Live"])
    _ = try await rpcClient.first("change") { isUpdate($0, of: uri, 1) }
    let parameters: JSONValue = ["uri": .string(uri), "_meta": Self.meta]
    let reply = try await rpcClient.request(2, "resources/read", parameters)
    let text = reply["result"]?["contents"]?.array?.first?["text"]?.string
    #expect(text?.contains(">Live<") == true)
    #expect(try await rpcClient.finish().code == 0)
  }

  // MARK: Subscriptions

  private func tag(of message: JSONValue) -> JSONValue? {
    (message["params"] ?? message["result"])?["_meta"]?[Self.subscription]
  }

  private func listen(
    _ id: JSONValue,
    to wanted: JSONValue,
    _ rpcClient: RPCTestClient
  ) async throws -> JSONValue? {
    try rpcClient.sendRequest(
      id,
      "subscriptions/listen",
      ["notifications": wanted, "_meta": Self.meta]
    )
    let first = try await rpcClient.first("answer to \(id)") { tag(of: $0) == id || $0["id"] == id }
    #expect(first["method"] == "notifications/subscriptions/acknowledged")
    return first["params"]?["notifications"]
  }

  @Test(arguments: [7, "a", "", 0] as [JSONValue])
  func `A46 a listener gets an acknowledgement, then changes by other processes`(
    id: JSONValue
  ) async throws {
    let rpcClient = try RPCTestClient(fixture)
    let all = ["minuta://state", "minuta://nothing", "minuta://tags"] as JSONValue
    let agreed = try await listen(
      id,
      to: ["resourceSubscriptions": all, "toolsListChanged": true],
      rpcClient
    )
    #expect(
      agreed == [
        "toolsListChanged": true, "resourceSubscriptions": ["minuta://state", "minuta://tags"],
      ]
    )
    let other = try await listen("b", to: ["resourceSubscriptions": ["minuta://tags"]], rpcClient)
    #expect(other == ["resourceSubscriptions": ["minuta://tags"]])
    _ = try await fixture.outcome(["start", "Work"])
    for (id, uri) in [(id, "minuta://state"), (id, "minuta://tags"), ("b", "minuta://tags")] {
      _ = try await rpcClient.first("change of \(uri)") { isUpdate($0, of: uri, id) }
    }
    let (messages, code) = try await rpcClient.finish()
    #expect(code == 0)
    // At the end of input, the server ends each subscription with a final response.
    for id in [id, "b"] {
      let own = messages.filter { tag(of: $0) == id }
      let end: JSONValue = [
        "jsonrpc": "2.0", "result": ["resultType": "complete", "_meta": [Self.subscription: id]],
        "id": id,
      ]
      #expect(own.last == end)
      #expect(
        own.dropFirst().dropLast().allSatisfy {
          isUpdate($0, of: "minuta://state", id) || isUpdate($0, of: "minuta://tags", id)
        }
      )
    }
    #expect(messages.allSatisfy { tag(of: $0) == id || tag(of: $0) == "b" })
  }

  @Test func `A46 A29 a cancelled listener gets nothing more, and others continue`() async throws {
    let rpcClient = try RPCTestClient(fixture)
    for id in [1, 2] as [JSONValue] {
      _ = try await listen(id, to: ["resourceSubscriptions": ["minuta://state"]], rpcClient)
    }
    _ = try await fixture.outcome(["start", "Work"])
    for id in [1, 2] as [JSONValue] {
      _ = try await rpcClient.first("change") { isUpdate($0, of: "minuta://state", id) }
    }
    try rpcClient.sendNotification("notifications/cancelled", ["requestId": 1, "_meta": Self.meta])
    _ = try await rpcClient.request("after", "server/discover", ["_meta": Self.meta])
    let before = rpcClient.messages.count
    _ = try await fixture.outcome(["stop"])
    try await wait(for: "change") {
      rpcClient.messages.dropFirst(before).contains { isUpdate($0, of: "minuta://state", 2) }
    }
    let (messages, code) = try await rpcClient.finish()
    #expect(code == 0)
    #expect(messages.dropFirst(before).allSatisfy { tag(of: $0) == 2 })
    #expect(messages.last?["id"] == 2)
  }

  @Test func `A46 a client with a handshake gets updates without a tag`() async throws {
    let rpcClient = try RPCTestClient(fixture)
    try handshake(with: rpcClient)
    let greeting = try await rpcClient.reply(to: "handshake")
    #expect(greeting["result"]?["capabilities"]?["resources"]?["subscribe"] == true)
    for (id, uri) in [(1, "minuta://state"), (2, "minuta://tags"), (3, "minuta://nothing")] {
      try rpcClient.sendRequest(
        .number(JSONNumber(id)),
        "resources/subscribe",
        ["uri": .string(uri)]
      )
    }
    #expect(try await rpcClient.reply(to: 1)["result"] == [:])
    #expect(try await rpcClient.reply(to: 2)["result"] == [:])
    #expect(try await rpcClient.reply(to: 3)["error"]?["code"] == -32002)
    _ = try await fixture.outcome(["start", "Work"])
    for uri in ["minuta://state", "minuta://tags"] {
      _ = try await rpcClient.first("change of \(uri)") { isUpdate($0, of: uri, nil) }
    }
    try rpcClient.sendRequest(4, "resources/unsubscribe", ["uri": "minuta://tags"])
    #expect(try await rpcClient.reply(to: 4)["result"] == [:])
    let before = rpcClient.messages.count
    _ = try await fixture.outcome(["switch", "Play"])
    try await wait(for: "change") {
      rpcClient.messages.dropFirst(before).contains { isUpdate($0, of: "minuta://state", nil) }
    }
    let (messages, code) = try await rpcClient.finish()
    #expect(code == 0)
    #expect(messages.dropFirst(before).allSatisfy { isUpdate($0, of: "minuta://state", nil) })
  }

  /// Returns whether a message announces an update of the resource `uri`, whatever its revision
  /// number.
  ///
  /// - Parameter id: the id of the `listen` request; nil for a subscription by `resources/subscribe`.
  private func isUpdate(_ message: JSONValue, of uri: String, _ id: JSONValue?) -> Bool {
    message["method"] == "notifications/resources/updated"
      && message["params"]?["uri"] == .string(uri) && tag(of: message) == id
  }

  /// Each cancellation is followed by another request.
  ///
  /// Once that request is answered, nothing may be sent to the cancelled listener.
  @Test func `A46 A29 a listener that is cancelled at once gets no acknowledgement`() async throws {
    let rpcClient = try RPCTestClient(fixture)
    for number in 0..<200 {
      let id = JSONValue.number(JSONNumber(number))
      let notifications: JSONValue = ["resourceSubscriptions": ["minuta://state"]]
      try rpcClient.send(all: [
        RPCTestClient.message(
          id,
          "subscriptions/listen",
          ["notifications": notifications, "_meta": Self.meta]
        ),
        RPCTestClient.message(nil, "notifications/cancelled", ["requestId": id]),
        RPCTestClient.message(.string("after \(number)"), "server/discover", ["_meta": Self.meta]),
      ])
    }
    let (messages, code) = try await rpcClient.finish()
    #expect(code == 0)
    #expect(messages.count { $0["id"] != nil } == 200)
    for number in 0..<200 {
      let id = JSONValue.number(JSONNumber(number))
      let end = messages.firstIndex { $0["id"]?.string == "after \(number)" } ?? messages.count
      #expect(!messages.dropFirst(end).contains { tag(of: $0) == id }, "\(number)")
    }
  }

  /// Creates 1,000 records, so that reading the resource takes long enough for a change in between.
  @Test func `A46 a change after the acknowledgement is notified`() async throws {
    try fixture.home.write(#"{"tags":[]}"#, to: "store/tags.json")
    for number in 0..<1000 {
      let time = Date(timeIntervalSince1970: 1_577_836_800 + Double(number) * 3600)
      let (start, end) = (time.ISO8601Format(), time.addingTimeInterval(1800).ISO8601Format())
      let folder = start.prefix(7).replacing("-", with: "/")
      try fixture.home.write(
        #"{"id":"\#(UUID())","startTime":"\#(start)","endTime":"\#(end)","images":[]}"#,
        to: "store/records/\(folder)/\(start.prefix(13).replacing("T", with: "_"))0000.json"
      )
    }
    let tag: JSONValue = [
      "id": .string(UUID().uuidString), "name": "Work", "color": "#000000", "isArchived": false,
      "createdAt": "2026-01-01T00:00:00Z",
    ]
    try fixture.home.write(JSONValue.object(["tags": [tag]]).text(), to: "store/new")
    let rpcClient = try RPCTestClient(fixture)
    _ = try await listen(
      1,
      to: ["resourceSubscriptions": ["minuta://summary/all", "minuta://tags"]],
      rpcClient
    )
    #expect(rename(fixture.store + "/new", fixture.store + "/tags.json") == 0)
    try await wait(for: "change", limit: .seconds(20)) {
      rpcClient.messages.contains { isUpdate($0, of: "minuta://tags", 1) }
    }
    #expect(try await rpcClient.finish().code == 0)
  }
}
