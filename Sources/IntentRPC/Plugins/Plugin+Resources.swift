import IntentKit
import JSONText

extension Plugin {
  /// Reads a resource.
  ///
  /// A single JSON document is returned as the value; anything else as content blocks.
  func read(_ uri: String) async throws(IntentError) -> IntentResult {
    do throws(PluginError) {
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
        throw PluginError(error, of: name)
      }
    } catch {
      throw error.intentError
    }
  }

  private static func json(in contents: [JSONValue]) -> JSONObject? {
    guard contents.count == 1, contents[0]["mimeType"] == "application/json",
      let text = contents[0]["text"]?.string
    else { return nil }
    return (try? JSONValue(parsing: text))?.object
  }
}
