import IntentKit
import JSONText

extension Plugin {
  /// Reads a resource.
  ///
  /// What is JSON and stands alone is answered as such; all else in the blocks that it came in.
  func read(_ uri: String) async throws(IntentError) -> Answer {
    do throws(PluginError) {
      let client = try await running().client
      do throws(ServerError) {
        let answer = try await client.ask("resources/read", ["uri": .string(uri)])
        guard let contents = answer["contents"]?.array else {
          throw .malformedAnswer(method: "resources/read")
        }
        let value = Self.json(in: contents) ?? ["contents": .array(contents)]
        let text: JSONValue = ["type": "text", "text": .string(JSONValue.object(value).text())]
        return Answer(
          value,
          dialog: "\(name): \(uri).",
          content: Answer.Content([text], isWhole: false)
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
