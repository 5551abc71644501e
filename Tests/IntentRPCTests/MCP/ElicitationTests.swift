import JSONText
import MinutaTestSupport
import Testing

@testable import IntentRPC

@Suite(.timeLimit(.minutes(10))) struct ElicitationTests {
  private let provider: ControllableProvider

  init() throws { provider = try ControllableProvider() }

  // The following tests use protocol versions with a handshake.

  private func makeSession(
    _ version: String = "2025-11-25",
    _ capabilities: JSONValue = ["elicitation": [:]]
  ) async throws -> RPCTestClient {
    let client = await RPCTestClient(provider)
    try client.sendRequest(
      0,
      "initialize",
      ["protocolVersion": .string(version), "capabilities": capabilities]
    )
    _ = try await client.next()
    return client
  }

  private func answer(_ question: JSONValue?, _ result: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": question?["id"] ?? .null, "result": result]
  }

  @Test func `A44 a client that supports forms is prompted, and the answer is used`() async throws {
    let client = try await makeSession()
    try client.sendRequest(1, "tools/call", ["name": "Paint"])
    let question = try await client.next()
    #expect(question?["method"] == "elicitation/create")
    #expect(question?["params"]?["message"] == "In which color?")
    let schema = question?["params"]?["requestedSchema"]
    #expect(schema?["required"] == ["color"])
    #expect(
      schema?["properties"]?["color"]?["oneOf"] == [
        ["const": "red", "title": "As red as a rose"], ["const": "blue", "title": "Blue"],
      ]
    )
    try client.send(answer(question, ["action": "accept", "content": ["color": "blue"]]))
    #expect(try await client.next()?["result"]?["structuredContent"] == ["done": "blue"])
    #expect(provider.finishedCalls == ["Paint blue"])
    _ = try await client.finish()
  }

  @Test func `A44 an older client receives the titles of choices as enumNames`() async throws {
    let client = try await makeSession("2025-06-18")
    try client.sendRequest(1, "tools/call", ["name": "Paint"])
    let question = try await client.next()
    let color = question?["params"]?["requestedSchema"]?["properties"]?["color"]
    #expect(color?["enum"] == ["red", "blue"])
    #expect(color?["enumNames"] == ["As red as a rose", "Blue"])
    try client.send(answer(question, ["action": "cancel"]))
    _ = try await client.finish()
  }

  @Test(
    arguments: [
      ["action": "decline"], ["action": "cancel"], ["action": "accept"],
      ["action": "accept", "content": [:]],
      [:],
    ] as [JSONValue]
  )
  func `A44 a declined or empty answer changes nothing`(reply: JSONValue) async throws {
    let client = try await makeSession()
    try client.sendRequest(1, "tools/call", ["name": "Paint"])
    try client.send(answer(try await client.next(), reply))
    let result = try await client.next()?["result"]
    #expect(result?["isError"] == true)
    #expect(provider.finishedCalls.isEmpty)
    _ = try await client.finish()
  }

  @Test func `A44 an invalid answer is prompted for again, with the reason`() async throws {
    let client = try await makeSession()
    try client.sendRequest(1, "tools/call", ["name": "Paint"])
    for color in ["green", 7] as [JSONValue] {
      let question = try await client.next()
      try client.send(answer(question, ["action": "accept", "content": ["color": color]]))
    }
    let question = try await client.next()
    #expect(question?["method"] == "elicitation/create")
    #expect(question?["params"]?["message"]?.string?.contains("'color'") == true)
    let schema = question?["params"]?["requestedSchema"]?["properties"]?["color"]
    #expect(schema?["oneOf"]?.array?.count == 2)
    try client.send(answer(question, ["action": "accept", "content": ["color": "red"]]))
    #expect(try await client.next()?["result"]?["structuredContent"] == ["done": "red"])
    #expect(provider.finishedCalls == ["Paint red"])
    _ = try await client.finish()
  }

  @Test func `a client that keeps sending invalid answers is not prompted forever`() async throws {
    let client = try await makeSession()
    try client.sendRequest(1, "tools/call", ["name": "Paint"])
    for _ in 1...10 {
      let question = try await client.next()
      #expect(question?["method"] == "elicitation/create")
      try client.send(answer(question, ["action": "accept", "content": ["color": "green"]]))
    }
    #expect(try await client.next()?["result"]?["isError"] == true)
    #expect(provider.finishedCalls.isEmpty)
    _ = try await client.finish()
  }

  @Test(arguments: [[:], ["elicitation": ["url": [:]]], ["roots": [:]]] as [JSONValue])
  func `A40 a client without forms receives an error about the missing input`(
    capabilities: JSONValue
  ) async throws {
    let client = try await makeSession("2025-11-25", capabilities)
    try client.sendRequest(1, "tools/call", ["name": "Paint"])
    let result = try await client.next()?["result"]
    #expect(result?["isError"] == true)
    #expect(result?["content"]?.array?.first?["text"] == "In which color?")
    _ = try await client.finish()
  }

  @Test func `A33 an open prompt doesn't block other calls`() async throws {
    let client = try await makeSession()
    try client.sendRequest(1, "tools/call", ["name": "Paint"])
    let question = try await client.next()
    try client.sendRequest(2, "tools/call", ["name": "Build"])
    #expect(try await client.next()?["id"] == 2)
    try client.sendRequest(3, "tools/call", ["name": "Build", "arguments": ["name": "slow"]])
    await provider.waitForStart(of: "slow")
    // After the answer, the call `Paint` must wait for the slow call, which also writes and began
    // while the prompt was open.
    try client.send(answer(question, ["action": "accept", "content": ["color": "blue"]]))
    try client.sendRequest(4, "ping")
    #expect(try await client.next()?["id"] == 4)
    #expect(provider.finishedCalls == ["Build "])
    provider.release("slow")
    #expect(Set(try await client.next(2).map { $0["id"] }) == [1, 3])
    #expect(provider.finishedCalls == ["Build ", "Build slow", "Paint blue"])
    _ = try await client.finish()
  }

  @Test func `answers are read even if the limit of open prompts is reached`() async throws {
    let client = try await makeSession()
    let count = 300
    for id in 1...count {
      try client.sendRequest(.number(JSONNumber(id)), "tools/call", ["name": "Paint"])
    }
    var prompts: [JSONValue] = []
    var rejected = 0
    while prompts.count + rejected < count {
      let message = try #require(try await client.next())
      if message["method"] == nil { rejected += 1 } else { prompts.append(message) }
    }
    #expect(prompts.count == 256)
    for question in prompts {
      try client.send(answer(question, ["action": "accept", "content": ["color": "blue"]]))
    }
    #expect(try await client.next(256).allSatisfy { $0["result"]?["isError"] == false })
    _ = try await client.finish()
  }

  @Test func `a call can be cancelled while its client is prompted`() async throws {
    let client = try await makeSession()
    try client.sendRequest(1, "tools/call", ["name": "Paint"])
    let question = try await client.next()
    try client.sendNotification("notifications/cancelled", ["requestId": 1])
    try client.send(answer(question, ["action": "accept", "content": ["color": "red"]]))
    try client.sendRequest(2, "ping")
    let (messages, code) = try await client.finish()
    // The server cancels its own request, so the client can withdraw the prompt from the user.
    #expect(messages.first?["method"] == "notifications/cancelled")
    #expect(messages.first?["params"]?["requestId"] == question?["id"])
    #expect(messages.dropFirst().map { $0["id"] } == [2])
    #expect(code == 0)
    #expect(provider.finishedCalls.isEmpty)
  }

  @Test func `the end of input ends an open prompt`() async throws {
    let client = try await makeSession()
    try client.sendRequest(1, "tools/call", ["name": "Paint"])
    _ = try await client.next()
    let (messages, code) = try await client.finish()
    #expect(messages.map { $0["id"] } == [1])
    #expect(code == 0)
    #expect(provider.finishedCalls.isEmpty)
  }

  // The following tests use the protocol version without a handshake.

  private static let meta: JSONValue = [
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": ["elicitation": ["form": [:]]],
  ]

  private func call(_ more: JSONObject = [:], tool: JSONValue = "Paint") -> JSONValue {
    let call: JSONObject = ["name": tool, "_meta": Self.meta]
    return .object(call.merging(more))
  }

  private func requestState(from client: RPCTestClient) async throws -> JSONValue {
    try client.sendRequest(1, "tools/call", call())
    let result = try #require(try await client.next()?["result"])
    #expect(result["resultType"] == "input_required")
    #expect(result["inputRequests"]?["color"]?["method"] == "elicitation/create")
    return try #require(result["requestState"])
  }

  private func accepting(_ color: JSONValue) -> JSONValue {
    ["color": ["action": "accept", "content": ["color": color]]]
  }

  @Test func `A44 a call that needs input is repeated with the answer`() async throws {
    let client = await RPCTestClient(provider)
    let state = try await requestState(from: client)
    try client.sendRequest(
      2,
      "tools/call",
      call(["requestState": state, "inputResponses": accepting("red")])
    )
    let result = try await client.next()?["result"]
    #expect(result?["resultType"] == "complete")
    #expect(result?["structuredContent"] == ["done": "red"])
    _ = try await client.finish()
  }

  @Test func `A44 a repeated call with an invalid answer is prompted again`() async throws {
    let client = await RPCTestClient(provider)
    let first: JSONObject = [
      "requestState": try await requestState(from: client), "inputResponses": accepting("green"),
    ]
    try client.sendRequest(2, "tools/call", call(first))
    let result = try #require(try await client.next()?["result"])
    #expect(result["resultType"] == "input_required")
    let state = try #require(result["requestState"])
    try client.sendRequest(
      3,
      "tools/call",
      call(["requestState": state, "inputResponses": accepting("red")])
    )
    #expect(try await client.next()?["result"]?["structuredContent"] == ["done": "red"])
    _ = try await client.finish()
  }

  @Test func `A44 a request state is valid once, and only for its own call`() async throws {
    let client = await RPCTestClient(provider)
    let state = try await requestState(from: client)
    let given: JSONObject = ["requestState": state, "inputResponses": accepting("red")]
    let forged: JSONObject = ["requestState": "0", "inputResponses": accepting("red")]
    try client.sendRequest(2, "tools/call", call(forged))
    try client.sendRequest(3, "tools/call", call(given, tool: "Build"))
    try client.sendRequest(4, "tools/call", call(given))
    try client.sendRequest(5, "tools/call", call(["requestState": state]))
    let (messages, _) = try await client.finish()
    #expect(messages.map { $0["error"]?["code"] } == [-32602, -32602, -32602, -32602])
    #expect(provider.finishedCalls.isEmpty)
  }

  @Test func `A44 a request state that has expired belongs to no call`() async throws {
    let (calls, call) = AsyncStream<Int>.makeStream()
    let pending = PendingElicitations<Int>(timeout: .milliseconds(1)) { call.yield($0) }
    let state = pending.add(1)
    #expect(await calls.first { _ in true } == 1)
    #expect(pending.take(state) == nil)
  }

  @Test func `A44 a declined prompt changes nothing`() async throws {
    let client = await RPCTestClient(provider)
    let state = try await requestState(from: client)
    let declined: JSONValue = ["color": ["action": "decline"]]
    try client.sendRequest(
      2,
      "tools/call",
      call(["requestState": state, "inputResponses": declined])
    )
    #expect(try await client.next()?["result"]?["isError"] == true)
    #expect(provider.finishedCalls.isEmpty)
    _ = try await client.finish()
  }

  @Test func `A40 without a handshake the server sends no requests`() async throws {
    let client = await RPCTestClient(provider)
    _ = try await requestState(from: client)
    #expect(try await client.finish().messages.isEmpty)
  }
}
