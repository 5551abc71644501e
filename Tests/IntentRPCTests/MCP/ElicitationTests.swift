import IntentRPC
import JSONText
import Testing

@Suite(.timeLimit(.minutes(10))) struct ElicitationTests {
  private let workshop: ControllableProvider

  init() throws { workshop = try ControllableProvider() }

  // With a handshake

  private func conversation(
    _ version: String = "2025-11-25",
    _ capabilities: JSONValue = ["elicitation": [:]]
  ) async throws -> TestClient {
    let client = await TestClient(workshop)
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

  @Test func `A44 a client with forms is asked, and the answer used`() async throws {
    let client = try await conversation()
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
    #expect(workshop.done == ["Paint blue"])
    _ = try await client.finish()
  }

  @Test func `A44 an older client is given names beside the choices`() async throws {
    let client = try await conversation("2025-06-18")
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
  func `A44 who will not say changes nothing`(reply: JSONValue) async throws {
    let client = try await conversation()
    try client.sendRequest(1, "tools/call", ["name": "Paint"])
    try client.send(answer(try await client.next(), reply))
    let result = try await client.next()?["result"]
    #expect(result?["isError"] == true)
    #expect(workshop.done.isEmpty)
    _ = try await client.finish()
  }

  @Test func `A44 an answer that cannot be used is asked for again, with the reason`() async throws
  {
    let client = try await conversation()
    try client.sendRequest(1, "tools/call", ["name": "Paint"])
    for color in ["green", 7] as [JSONValue] {
      let question = try await client.next()
      try client.send(answer(question, ["action": "accept", "content": ["color": color]]))
    }
    let question = try await client.next()
    #expect(question?["method"] == "elicitation/create")
    #expect(question?["params"]?["message"] == "'color' must be a text, not '7'.")
    let schema = question?["params"]?["requestedSchema"]?["properties"]?["color"]
    #expect(schema?["oneOf"]?.array?.count == 2)
    try client.send(answer(question, ["action": "accept", "content": ["color": "red"]]))
    #expect(try await client.next()?["result"]?["structuredContent"] == ["done": "red"])
    #expect(workshop.done == ["Paint red"])
    _ = try await client.finish()
  }

  @Test func `who never answers what can be used is not asked for ever`() async throws {
    let client = try await conversation()
    try client.sendRequest(1, "tools/call", ["name": "Paint"])
    for _ in 1...10 {
      let question = try await client.next()
      #expect(question?["method"] == "elicitation/create")
      try client.send(answer(question, ["action": "accept", "content": ["color": "green"]]))
    }
    #expect(try await client.next()?["result"]?["isError"] == true)
    #expect(workshop.done.isEmpty)
    _ = try await client.finish()
  }

  @Test(arguments: [[:], ["elicitation": ["url": [:]]], ["roots": [:]]] as [JSONValue])
  func `A40 a client without forms is told what is missing`(capabilities: JSONValue) async throws {
    let client = try await conversation("2025-11-25", capabilities)
    try client.sendRequest(1, "tools/call", ["name": "Paint"])
    let result = try await client.next()?["result"]
    #expect(result?["isError"] == true)
    #expect(result?["content"]?.array?.first?["text"] == "In which color?")
    _ = try await client.finish()
  }

  @Test func `A33 a question before its user holds up no other call`() async throws {
    let client = try await conversation()
    try client.sendRequest(1, "tools/call", ["name": "Paint"])
    let question = try await client.next()
    try client.sendRequest(2, "tools/call", ["name": "Build"])
    #expect(try await client.next()?["id"] == 2)
    try client.sendRequest(3, "tools/call", ["name": "Build", "arguments": ["name": "slow"]])
    await workshop.hasBegun("slow")
    // What was asked for goes on behind the writes that have begun since.
    try client.send(answer(question, ["action": "accept", "content": ["color": "blue"]]))
    try client.sendRequest(4, "ping")
    #expect(try await client.next()?["id"] == 4)
    #expect(workshop.done == ["Build "])
    workshop.open("slow")
    #expect(Set(try await client.next(2).map { $0["id"] }) == [1, 3])
    #expect(workshop.done == ["Build ", "Build slow", "Paint blue"])
    _ = try await client.finish()
  }

  @Test func `however many questions are open, their answers are read`() async throws {
    let client = try await conversation()
    let count = 300
    for id in 1...count {
      try client.sendRequest(.number(JSONNumber(id)), "tools/call", ["name": "Paint"])
    }
    var asked: [JSONValue] = []
    var refused = 0
    while asked.count + refused < count {
      let message = try #require(try await client.next())
      if message["method"] == nil { refused += 1 } else { asked.append(message) }
    }
    #expect(asked.count == 256)
    for question in asked {
      try client.send(answer(question, ["action": "accept", "content": ["color": "blue"]]))
    }
    #expect(try await client.next(256).allSatisfy { $0["result"]?["isError"] == false })
    _ = try await client.finish()
  }

  @Test func `a call that is cancelled while its client is asked is over`() async throws {
    let client = try await conversation()
    try client.sendRequest(1, "tools/call", ["name": "Paint"])
    let question = try await client.next()
    try client.sendNotification("notifications/cancelled", ["requestId": 1])
    try client.send(answer(question, ["action": "accept", "content": ["color": "red"]]))
    try client.sendRequest(2, "ping")
    let (messages, code) = try await client.finish()
    // Its user need not answer any more.
    #expect(messages.first?["method"] == "notifications/cancelled")
    #expect(messages.first?["params"]?["requestId"] == question?["id"])
    #expect(messages.dropFirst().map { $0["id"] } == [2])
    #expect(code == 0)
    #expect(workshop.done.isEmpty)
  }

  @Test func `the end of the input ends a question`() async throws {
    let client = try await conversation()
    try client.sendRequest(1, "tools/call", ["name": "Paint"])
    _ = try await client.next()
    let (messages, code) = try await client.finish()
    #expect(messages.map { $0["id"] } == [1])
    #expect(code == 0)
    #expect(workshop.done.isEmpty)
  }

  // Without one

  private static let meta: JSONValue = [
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": ["elicitation": ["form": [:]]],
  ]

  private func call(_ more: JSONObject = [:], tool: JSONValue = "Paint") -> JSONValue {
    let call: JSONObject = ["name": tool, "_meta": Self.meta]
    return .object(call.merging(more))
  }

  private func asked(_ client: TestClient) async throws -> JSONValue {
    try client.sendRequest(1, "tools/call", call())
    let result = try #require(try await client.next()?["result"])
    #expect(result["resultType"] == "input_required")
    #expect(result["inputRequests"]?["color"]?["method"] == "elicitation/create")
    return try #require(result["requestState"])
  }

  private func accepting(_ color: JSONValue) -> JSONValue {
    ["color": ["action": "accept", "content": ["color": color]]]
  }

  @Test func `A44 a call that needs input is made again with it`() async throws {
    let client = await TestClient(workshop)
    let state = try await asked(client)
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

  @Test func `A44 a call that comes with what cannot be used is asked again`() async throws {
    let client = await TestClient(workshop)
    let first: JSONObject = [
      "requestState": try await asked(client), "inputResponses": accepting("green"),
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

  @Test func `A44 a state holds for its own call, once`() async throws {
    let client = await TestClient(workshop)
    let state = try await asked(client)
    let given: JSONObject = ["requestState": state, "inputResponses": accepting("red")]
    let forged: JSONObject = ["requestState": "0", "inputResponses": accepting("red")]
    try client.sendRequest(2, "tools/call", call(forged))
    try client.sendRequest(3, "tools/call", call(given, tool: "Build"))
    try client.sendRequest(4, "tools/call", call(given))
    try client.sendRequest(5, "tools/call", call(["requestState": state]))
    let (messages, _) = try await client.finish()
    #expect(messages.map { $0["error"]?["code"] } == [-32602, -32602, -32602, -32602])
    #expect(workshop.done.isEmpty)
  }

  @Test func `A44 who declines changes nothing`() async throws {
    let client = await TestClient(workshop)
    let state = try await asked(client)
    let declined: JSONValue = ["color": ["action": "decline"]]
    try client.sendRequest(
      2,
      "tools/call",
      call(["requestState": state, "inputResponses": declined])
    )
    #expect(try await client.next()?["result"]?["isError"] == true)
    #expect(workshop.done.isEmpty)
    _ = try await client.finish()
  }

  @Test func `A40 no request is ever sent where there was no handshake`() async throws {
    let client = await TestClient(workshop)
    _ = try await asked(client)
    #expect(try await client.finish().messages.isEmpty)
  }
}
