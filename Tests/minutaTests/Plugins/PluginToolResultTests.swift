import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests how the results of tools are validated and converted.
@Suite(
  .serialized,
  .requires("python3"),
  .timeLimit(.minutes(10))
) struct PluginToolResultTests {
  struct Example: Sendable {
    var schema: JSONValue?
    let result: JSONValue
    /// The expected value; nil if the result must be rejected.
    var value: JSONValue?
    var says = ""

    var tool: JSONObject {
      var tool: JSONObject = ["inputSchema": ["type": "object"]]
      tool["outputSchema"] = schema
      return tool
    }
  }

  private static let image: JSONValue = [
    "type": "image", "data": "R0lGODlhAQABAAAAADs=", "mimeType": "image/gif",
  ]
  private static let resource: JSONValue = [
    "type": "resource", "resource": ["uri": "x:y", "text": "z"],
  ]
  private static let list: JSONValue = ["type": "array", "items": ["type": "integer"]]
  private static let object: JSONValue = [
    "type": "object", "properties": ["n": ["type": "integer"]], "required": ["n"],
  ]

  private static let examples = [
    Example(result: ["content": []], value: ["content": []]),
    Example(result: ["content": [image, resource]], value: ["content": [image, resource]]),
    Example(result: ["structuredContent": ["a": 1]], value: ["a": 1]),
    Example(result: ["content": [], "structuredContent": [1]], value: ["result": [1]]),
    Example(result: ["content": [], "structuredContent": .null], value: ["content": []]),
    Example(schema: object, result: ["structuredContent": ["n": 5]], value: ["n": 5]),
    Example(schema: list, result: ["structuredContent": [1, 2]], value: ["result": [1, 2]]),
    Example(
      schema: ["anyOf": [object, ["type": "null"]]],
      result: ["structuredContent": ["n": 1]],
      value: ["n": 1]
    ),
    Example(
      schema: ["type": "array", "items": ["$ref": "#/$defs/x"], "$defs": ["x": object]],
      result: ["structuredContent": [["n": 1]]],
      value: ["result": [["n": 1]]]
    ),
    Example(
      schema: ["type": "string"],
      result: ["content": [], "structuredContent": "x"],
      value: ["result": "x"]
    ),
    Example(result: [:], says: "'content' is missing"),
    Example(result: ["content": "x"], says: "'content' is not an array of content blocks"),
    Example(result: ["content": [5]], says: "'content' is not an array of content blocks"),
    Example(
      result: ["content": [["text": "x"]]],
      says: "'content' is not an array of content blocks"
    ),
    Example(schema: object, result: ["content": []], says: "'n' is missing"),
    Example(schema: object, result: ["structuredContent": ["n": "5"]], says: "'n' must be"),
    Example(schema: list, result: ["structuredContent": ["a"]], says: "Item 1 of 'result' must be"),
    Example(result: ["resultType": "strange", "content": []], says: "is not valid MCP"),
    Example(result: [1], says: "is not valid MCP"),
    Example(result: .null, says: "is not valid MCP"),
    Example(result: ["isError": true, "content": [["type": "text", "text": "No."]]], says: "No."),
    Example(result: ["isError": true, "content": [image]], says: "without an error message"),
    Example(
      schema: object,
      result: ["isError": true, "content": [["type": "text", "text": "None."]]],
      says: "None."
    ),
  ]

  /// Returns one tool for each example, named `raw0`, `raw1` and so on.
  private func tools() -> [JSONValue] {
    Self.examples.indices.map { number in
      .object(Self.examples[number].tool.merging(["name": .string("raw\(number)")]))
    }
  }

  @Test func `results keep their type and structure, and a mismatch is reported`() async throws {
    try await PluginFixture.run { plugins in
      try plugins.keep(tools: tools())
      try await plugins.add()
      let rpcClient = try RPCTestClient(plugins.fixture)
      for (number, example) in Self.examples.enumerated() {
        let id = JSONValue.number(JSONNumber(number))
        try rpcClient.sendRequest(id, "demo__raw\(number)", ["result": example.result])
        let reply = try await rpcClient.reply(to: id)
        if let value = example.value {
          #expect(reply["result"]?["value"] == value, "\(example): \(reply)")
        } else {
          let message = reply["error"]?["message"]?.string ?? ""
          #expect(message.contains(example.says), "\(example): \(reply)")
        }
      }
      #expect(try await rpcClient.finish().code == 0)
    }
  }

  @Test func `content and structure are forwarded unchanged over MCP`()
    async throws
  {
    try await PluginFixture.run { plugins in
      try plugins.keep(tools: tools())
      try await plugins.add()
      let rpcClient = try RPCTestClient(plugins.fixture)
      for (number, example) in Self.examples.enumerated() {
        let id = JSONValue.number(JSONNumber(number))
        let call: JSONValue = [
          "name": .string("demo__raw\(number)"), "arguments": ["result": example.result],
          "_meta": PluginFixture.meta,
        ]
        let result = try await rpcClient.request(id, "tools/call", call)["result"]
        #expect(result?["isError"] == .bool(example.value == nil), "\(example)")
        if example.value != nil {
          #expect(result?["content"] == example.result["content"] ?? [], "\(example)")
        }
        if let value = example.value, value["content"] == nil {
          #expect(result?["structuredContent"] == value)
        }
      }
      #expect(try await rpcClient.finish().code == 0)
    }
  }

  @Test func `tool output reaches the terminal as text only`() async throws {
    try await PluginFixture.run { plugins in
      try await plugins.add()
      let said = "one\n\u{1B}]0;title\u{07}two\r\u{202E}three"
      let result: JSONValue = ["content": [["type": "text", "text": .string(said)]]]
      let values: JSONValue = ["result": result]
      let shown = try await plugins.fixture.run("demo__raw", "--with", values.text())
      #expect(shown.output == "one\n\\u{1b}]0;title\\u{7}two\\u{d}\\u{202e}three\n")
    }
  }
}
