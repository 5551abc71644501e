import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests questions that a server asks during a call, in both protocol generations (with and without
/// a handshake) and from every source.
@Suite(
  .serialized,
  .requires("python3"),
  .timeLimit(.minutes(10))
) struct PluginElicitationTests {
  private func said(_ answers: JSONValue?) -> JSONValue {
    ["said": [answers.map { ["action": "accept", "content": $0] } ?? ["action": "decline"]]]
  }

  private func run(
    _ era: String,
    _ body: (PluginFixture) async throws -> Void
  ) async throws {
    try await PluginFixture.run { plugins in
      try await plugins.add("demo", [era])
      try await body(plugins)
    }
  }

  // MARK: Plain JSON-RPC

  private func editor(_ plugins: PluginFixture) async throws -> RPCTestClient {
    let rpcClient = try RPCTestClient(plugins.fixture)
    _ = try await rpcClient.request("init", "initialize", ["capabilities": ["needsInput": true]])
    return rpcClient
  }

  /// Calls the tool `ask` with forms to show; `input` is the answer to the form shown by the
  /// previous call.
  private func ask(
    _ rpcClient: RPCTestClient,
    _ id: JSONValue,
    forms: [JSONValue] = [ElicitationForms.flight],
    input: JSONValue? = nil
  ) async throws -> JSONValue {
    var params: JSONObject = ["intent": "demo__ask", "with": ["forms": .array(forms)]]
    params["input"] = input
    return try await rpcClient.request(id, "minuta/run", .object(params))
  }

  private func input(_ question: JSONValue, _ answers: JSONValue?) -> JSONValue {
    var input: JSONObject = ["state": question["result"]?["inputRequest"]?["state"] ?? .null]
    input["answers"] = answers
    return .object(input)
  }

  @Test(arguments: ["legacy", "modern"])
  func `a question over plain JSON-RPC is an outcome, answered by another call`(era: String)
    async throws
  {
    try await run(era) { plugins in
      let rpcClient = try await editor(plugins)
      let question = try await ask(rpcClient, 1)
      #expect(question["result"]?["status"] == "needsInput", "\(question)")
      let needs = question["result"]?["inputRequest"]
      #expect(needs?["message"] == "demo: Which flight?")
      #expect(
        needs?["schema"]?["properties"] == ElicitationForms.flight["requestedSchema"]?["properties"]
      )
      let done = try await ask(rpcClient, 2, input: input(question, ElicitationForms.answers))
      #expect(done["result"]?["value"] == said(ElicitationForms.answers), "\(done)")
      let again = try await ask(rpcClient, 3, input: input(question, ElicitationForms.answers))
      #expect(again["error"]?["data"]?["code"] == "staleReply")
      let declined = try await ask(rpcClient, 5, input: input(try await ask(rpcClient, 4), nil))
      #expect(declined["result"]?["value"] == said(nil))
      #expect(try await rpcClient.finish().code == 0)
    }
  }

  @Test(arguments: ["legacy", "modern"])
  func `an invalid answer is asked for again and never reaches the server`(era: String)
    async throws
  {
    try await run(era) { plugins in
      let rpcClient = try await editor(plugins)
      var question = try await ask(rpcClient, 0)
      let wrong: [JSONValue] = [
        ["to": "Bern", "seats": 1], ["to": "Rome"], ["to": "Rome", "seats": "2"],
        ["to": "Rome", "seats": 0], ["to": "Rome", "seats": 1, "isDirect": "yes"],
      ]
      for (number, answers) in wrong.enumerated() {
        let id = JSONValue.number(JSONNumber(number + 1))
        question = try await ask(rpcClient, id, input: input(question, answers))
        #expect(question["result"]?["status"] == "needsInput", "\(question)")
        #expect(question["result"]?["dialog"]?.string?.hasSuffix(" Which flight?") == true)
      }
      let done = try await ask(rpcClient, "end", input: input(question, ElicitationForms.answers))
      #expect(done["result"]?["value"] == said(ElicitationForms.answers))
      #expect(try await rpcClient.finish().code == 0)
    }
  }

  @Test(arguments: ["legacy", "modern"])
  func `several questions are asked one after the other`(era: String) async throws {
    try await run(era) { plugins in
      let rpcClient = try await editor(plugins)
      let forms = [ElicitationForms.flight, ElicitationForms.consent]
      let first = try await ask(rpcClient, 1, forms: forms)
      let second = try await ask(
        rpcClient,
        2,
        forms: forms,
        input: input(first, ElicitationForms.answers)
      )
      #expect(second["result"]?["inputRequest"]?["message"] == "demo: Delete it?", "\(second)")
      let done = try await ask(rpcClient, 3, forms: forms, input: input(second, nil))
      let said = done["result"]?["value"]?["said"]
      #expect(
        said == [["action": "accept", "content": ElicitationForms.answers], ["action": "decline"]]
      )
      #expect(try await rpcClient.finish().code == 0)
    }
  }

  @Test func `concurrent questions are asked in order and answered separately`()
    async throws
  {
    try await run("legacy") { plugins in
      let rpcClient = try await editor(plugins)
      let forms = try (1...10).map { number in
        let flight = try #require(ElicitationForms.flight.object)
        return JSONValue.object(flight.merging(["message": .string("Flight \(number)?")]))
      }
      let call: JSONObject = ["intent": "demo__both", "with": ["forms": .array(forms)]]
      var reply = try await rpcClient.request(0, "minuta/run", .object(call))
      // The fourth question is declined, with the answer nil; all other questions are answered.
      let answers = (1...10).map { number -> JSONValue? in
        number == 4 ? nil : ["to": "Oslo", "seats": .number(JSONNumber(number))]
      }
      for (number, answer) in zip(1..., answers) {
        let message = reply["result"]?["inputRequest"]?["message"]
        #expect(message == .string("demo: Flight \(number)?"), "\(reply)")
        let id = JSONValue.number(JSONNumber(number))
        try rpcClient.sendRequest(
          id,
          "minuta/run",
          .object(call.merging(["input": input(reply, answer)]))
        )
        reply = try await rpcClient.reply(to: id)
      }
      let said = reply["result"]?["value"]?["said"]?.array ?? []
      #expect(said.map { $0["content"] } == answers, "\(reply)")
      #expect(try await rpcClient.finish().code == 0)
    }
  }

  @Test(arguments: ["late", "leave"])
  func `a finished call asks nothing more and blocks no other`(tool: String)
    async throws
  {
    try await run("legacy") { plugins in
      let rpcClient = try await editor(plugins)
      let question = try await ask(
        rpcClient,
        0,
        forms: [ElicitationForms.flight, ElicitationForms.consent]
      )
      for id in (1...20).map({ JSONValue.number(JSONNumber($0)) }) {
        let form = try #require(ElicitationForms.consent.object).merging(["message": "For whom?"])
        let with: JSONValue = ["form": .object(form)]
        try rpcClient.sendRequest(
          id,
          "minuta/run",
          ["intent": .string("demo__\(tool)"), "with": with]
        )
        let reply = try await rpcClient.reply(to: id)
        // The tool `leave` asks a question just before its result, so the reply may be that
        // question.
        let mayAsk = tool == "leave" && reply["result"]?["status"] == "needsInput"
        #expect(reply["result"]?["status"] == "ok" || mayAsk, "\(reply)")
      }
      let next = try await ask(
        rpcClient,
        "next",
        forms: [ElicitationForms.flight, ElicitationForms.consent],
        input: input(question, ElicitationForms.answers)
      )
      // The tool `late` asks after its own call has ended, so its question can only belong to the
      // first call, which is still running.
      let expected: JSONValue = tool == "late" ? "demo: For whom?" : "demo: Delete it?"
      #expect(next["result"]?["inputRequest"]?["message"] == expected, "\(next)")
      #expect(try await rpcClient.finish().code == 0)
    }
  }

  @Test func `the time for an answer doesn't count for the timeout`() async throws {
    try await run("legacy") { plugins in
      try plugins.limit(call: 300)
      let rpcClient = try await editor(plugins)
      let question = try await ask(rpcClient, 1)
      // Two other calls time out meanwhile; the call that waits for the user's answer must not.
      for id in ["a", "b"] as [JSONValue] {
        #expect(try await rpcClient.request(id, "demo__hang", [:])["error"] != nil)
      }
      let done = try await ask(rpcClient, 2, input: input(question, ElicitationForms.answers))
      #expect(done["result"]?["value"] == said(ElicitationForms.answers), "\(done)")
      #expect(try await rpcClient.finish().code == 0)
    }
  }

  // MARK: MCP

  @Test(arguments: ["legacy", "modern"])
  func `a client with a handshake is asked while its call waits`(era: String) async throws {
    try await run(era) { plugins in
      let rpcClient = try plugins.clientWithElicitation()
      for reply in [
        ["action": "accept", "content": ElicitationForms.answers], ["action": "decline"],
      ] as [JSONValue] {
        let count = rpcClient.messages.count { $0["method"] == "elicitation/create" }
        let id = JSONValue.string("call \(count)")
        let params: JSONValue = [
          "name": "demo__ask", "arguments": ["forms": [ElicitationForms.flight]],
        ]
        try rpcClient.sendRequest(id, "tools/call", params)
        try await wait(for: "question") {
          rpcClient.messages.count { $0["method"] == "elicitation/create" } > count
        }
        let question = rpcClient.messages.last { $0["method"] == "elicitation/create" }
        #expect(question?["params"]?["message"] == "demo: Which flight?")
        try rpcClient.send(["jsonrpc": "2.0", "id": question?["id"] ?? .null, "result": reply])
        let result = try await rpcClient.reply(to: id)["result"]
        #expect(result?["structuredContent"] == ["said": [reply]], "\(result ?? .null)")
      }
      #expect(try await rpcClient.finish().code == 0)
    }
  }

  @Test(arguments: ["legacy", "modern"])
  func `a client without a handshake gets an inputRequired result`(era: String) async throws {
    try await run(era) { plugins in
      let rpcClient = try RPCTestClient(plugins.fixture)
      let meta: JSONValue = [
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": ["elicitation": ["form": [:]]],
      ]
      let call: JSONObject = [
        "name": "demo__ask", "arguments": ["forms": [ElicitationForms.flight]], "_meta": meta,
      ]
      let question = try await rpcClient.request(1, "tools/call", .object(call))["result"]
      #expect(question?["resultType"] == "input_required", "\(question ?? .null)")
      let request = try #require(question?["inputRequests"]?.object?.members.first)
      #expect(request.value["params"]?["message"] == "demo: Which flight?")
      let reply: JSONValue = ["action": "accept", "content": ElicitationForms.answers]
      let more: JSONObject = [
        "requestState": question?["requestState"] ?? .null,
        "inputResponses": .object([request.key: reply]),
      ]
      try rpcClient.sendRequest(2, "tools/call", .object(call.merging(more)))
      let result = try await rpcClient.reply(to: 2)["result"]
      #expect(result?["structuredContent"] == said(ElicitationForms.answers), "\(result ?? .null)")
      #expect(try await rpcClient.finish().code == 0)
    }
  }

  @Test func `a call that is cancelled while its question is open ends in the server`() async throws
  {
    try await run("legacy") { plugins in
      let rpcClient = try plugins.clientWithElicitation()
      let params: JSONValue = [
        "name": "demo__ask", "arguments": ["forms": [ElicitationForms.flight]],
      ]
      try rpcClient.sendRequest(1, "tools/call", params)
      _ = try await rpcClient.first("question") { $0["method"] == "elicitation/create" }
      try rpcClient.sendNotification("notifications/cancelled", ["requestId": 1])
      try await wait(for: "end of the question") {
        try plugins.record.contains { $0["result"]?["action"] != nil }
      }
      try rpcClient.sendRequest(2, "tools/call", ["name": "demo__echo"])
      #expect(try await rpcClient.reply(to: 2)["result"]?["isError"] == false)
      #expect(try await rpcClient.finish().code == 0)
    }
  }
}
