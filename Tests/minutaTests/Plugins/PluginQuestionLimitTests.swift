import JSONText
import MinutaTestSupport
import Testing

/// Tests servers that ask too many questions, or one question twice.
@Suite(.timeLimit(.minutes(10)), .requires("python3"))
struct PluginQuestionLimitTests {
  @Test func `a question whose id is in use is refused and not shown`() async throws {
    try await PluginFixture.run { plugins in
      try await plugins.add("demo", ["legacy"])
      let rpcClient = try plugins.clientWithElicitation()
      try rpcClient.sendRequest(
        "call",
        "tools/call",
        ["name": "demo__repeat", "arguments": ["form": ElicitationForms.flight]]
      )
      let isQuestion = { (message: JSONValue) in message["method"] == "elicitation/create" }
      try await wait(for: "question") { rpcClient.messages.contains(where: isQuestion) }
      let id = rpcClient.messages.first(where: isQuestion)?["id"] ?? .null
      let reply: JSONValue = ["action": "accept", "content": ElicitationForms.answers]
      try rpcClient.send(["jsonrpc": "2.0", "id": id, "result": reply])
      let result = try await rpcClient.reply(to: "call")["result"]
      #expect(result?["structuredContent"] == ["error": -32600, "said": reply])
      #expect(rpcClient.messages.count(where: isQuestion) == 1)
      #expect(try await rpcClient.finish().code == 0)
    }
  }

  @Test(arguments: [12, 25])
  func `more than ten questions are declined, and then the server is stopped`(count: Int)
    async throws
  {
    try await PluginFixture.run { plugins in
      try await plugins.add("demo", ["legacy"])
      let rpcClient = try plugins.clientWithElicitation()
      let forms = JSONValue.array(Array(repeating: ElicitationForms.flight, count: count))
      try rpcClient.sendRequest(
        "call",
        "tools/call",
        ["name": "demo__ask", "arguments": ["forms": forms]]
      )
      let reply: JSONValue = ["action": "accept", "content": ElicitationForms.answers]
      for number in 1...10 {
        let isQuestion = { (message: JSONValue) in message["method"] == "elicitation/create" }
        try await wait(for: "question") { rpcClient.messages.count(where: isQuestion) == number }
        let id = rpcClient.messages.last(where: isQuestion)?["id"] ?? .null
        try rpcClient.send(["jsonrpc": "2.0", "id": id, "result": reply])
      }
      let result = try await rpcClient.reply(to: "call")["result"]
      let declined: JSONValue = ["action": "decline"]
      if count == 12 {
        let expected = Array(repeating: reply, count: 10) + [declined, declined]
        #expect(result?["structuredContent"]?["said"] == .array(expected), "\(result ?? .null)")
      } else {
        #expect(result?["isError"] == true, "\(result ?? .null)")
        try await wait(for: "end of the call") {
          try plugins.record.contains { $0["method"] == "notifications/cancelled" }
        }
      }
      #expect(try await rpcClient.finish().code == 0)
    }
  }
}
