import IntentKit
import JSONText

extension Plugin {
  /// Reads one of the plugin's resources.
  ///
  /// A resource that is a single JSON document becomes the result's value; any other is returned as
  /// MCP content blocks.
  func read(_ uri: String) async throws(Failure) -> IntentResult {
    let client = try await running().client
    do throws(MCPServerError) {
      let answer = try await client.sendRequest("resources/read", ["uri": .string(uri)])
      guard let contents = answer["contents"]?.array else {
        throw .malformedResponse(method: "resources/read")
      }
      let value = Self.json(in: contents) ?? ["contents": .array(contents)]
      let text: JSONValue = ["type": "text", "text": .string(JSONValue.object(value).text())]
      return IntentResult(
        value,
        dialog: "\(name): \(uri).",
        content: IntentResult.Content([text], isWhole: false)
      )
    } catch {
      throw Failure(error, of: name)
    }
  }

  private static func json(in contents: [JSONValue]) -> JSONObject? {
    guard contents.count == 1, contents[0]["mimeType"] == "application/json",
      let text = contents[0]["text"]?.string
    else { return nil }
    return (try? JSONValue(parsing: text))?.object
  }
}
