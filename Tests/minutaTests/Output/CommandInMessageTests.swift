import JSONText
import MinutaTestSupport
import Testing

/// Commands that messages quote.
@Suite struct CommandInMessageTests {
  private let fixture: MinutaFixture

  init() throws { fixture = try MinutaFixture() }

  @Test func `a command in a message names the data folder that was given, also over RPC`()
    async throws
  {
    let store = ["--store", "\(fixture.home.path)/Ann's store"]
    let command = "\n  minuta --store '\(fixture.home.path)/Ann'\\''s store' records"
    let printed = try await fixture.run(["edit", "99999999", "--comment", "x"] + store)
    #expect(printed.errors.contains(command), "\(printed)")
    let parameters: JSONObject = ["record": "99999999", "comment": "x"]
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": "UpdateRecord", "params": .object(parameters),
    ]
    let reply = try await fixture.run(["rpc"] + store, input: request.text() + "\n")
    let message = try JSONValue(parsing: reply.output)["error"]?["message"]?.string ?? ""
    #expect(message.contains(command), "\(reply)")
  }

  @Test(arguments: [
    ["run"], ["check"], ["schema"], ["plugin", "add"], ["plugin", "add", "x"],
    ["plugin", "remove"],
    ["config", "set"], ["config", "get"], ["keys", "install"], ["schedule", "add"],
    ["sync", "take"],
    ["merge-file"], ["delete"], ["export"], ["split"],
  ])
  func `a command without its argument ends with 3 if nobody can be asked`(words: [String])
    async throws
  {
    let result = try await fixture.run(words)
    #expect(result.status == 3, "\(result)")
    #expect(try fixture.records().isEmpty)
  }
}
