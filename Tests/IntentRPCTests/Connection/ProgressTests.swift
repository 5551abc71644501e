import Contracts
import IntentRPC
import JSONText
import MinutaTestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct ProgressTests {
  private let provider: ControllableProvider

  init() throws { provider = try ControllableProvider() }

  @Test(arguments: [0, "a", 9_007_199_254_740_993] as [JSONValue])
  func `A31 progress increases under the client's token until the response`(token: JSONValue)
    async throws
  {
    let client = try await RPCTestClient(provider, in: .mcp)
    try client.sendRequest(1, "tools/call", ["name": "Measure", "_meta": ["progressToken": token]])
    let (messages, _) = try await client.finish()
    let progress = messages.dropLast()
    #expect(progress.allSatisfy { $0["params"]?["progressToken"] == token })
    #expect(
      progress.map { $0["params"]?["progress"]?.text() } == ["0", "0.25", "0.5", "0.75", "1"]
    )
    #expect(messages.last?["id"] == 1)
  }

  @Test func `A31 without a token there is no progress`() async throws {
    let client = try await RPCTestClient(provider, in: .mcp)
    try client.sendRequest(1, "tools/call", ["name": "Measure"])
    #expect(try await client.finish().messages.map { $0["id"] } == [1])
  }

  @Test func `A31 a cancelled request sends no more progress`() async throws {
    let client = try await RPCTestClient(provider, in: .mcp)
    try client.sendRequest(
      1,
      "tools/call",
      ["name": "Build", "arguments": ["name": "slow"], "_meta": ["progressToken": 1]]
    )
    #expect(try await client.next()?["params"]?["progress"] == 0)
    await provider.waitForStart(of: "slow")
    try client.sendNotification("notifications/cancelled", ["requestId": 1])
    try client.sendRequest(2, "ping")
    #expect(try await client.next()?["id"] == 2)
    provider.release("slow")
    #expect(try await client.finish().messages.isEmpty)
  }

  private func kinds(_ messages: [JSONValue]) -> [String?] {
    messages.map { $0["params"]?["value"]?["kind"]?.string ?? $0["id"]?.text() }
  }

  @Test func `A32 an editor receives begin, report and end`() async throws {
    let client = await RPCTestClient(provider)
    try client.sendRequest(1, "Measure", ["workDoneToken": "w"])
    let (messages, _) = try await client.finish()
    try #require(kinds(messages) == ["begin", "report", "report", "report", "end", "1"])
    #expect(messages.dropLast().allSatisfy { $0["params"]?["token"] == "w" })
    #expect(messages[1]["params"]?["value"]?["percentage"] == 25)
  }

  @Test func `A32 a failed or cancelled request also sends end`() async throws {
    let client = await RPCTestClient(provider)
    try client.sendRequest(1, "Paint", ["workDoneToken": 5])
    #expect(kinds(try await client.next(3)) == ["begin", "end", "1"])
    try client.sendRequest(2, "Look", ["workDoneToken": 6, "name": "slow"])
    await provider.waitForStart(of: "slow")
    try client.sendNotification("$/cancelRequest", ["id": 2])
    #expect(kinds(try await client.next(3)) == ["begin", "end", "2"])
    provider.release("slow")
    #expect(try await client.finish().messages.isEmpty)
  }
}
