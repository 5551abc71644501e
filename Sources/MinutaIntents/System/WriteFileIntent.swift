import IntentKit
import JSONText

struct WriteFileIntent: SystemIntent {
  static let definition = PackageResources.WriteFile_json

  struct Parameters: Codable {
    let path: String
    let content: JSONValue
  }

  struct Result: Codable {
    let path: String
    let bytes: Int
  }

  let parameters: Parameters

  func plan(by actions: SystemActions, in context: CallContext) throws
    -> SystemIntentPlan<Result>
  {
    _ = try actions.output(parameters.path)
    return .sentence("Would write \(content.count) bytes to \(parameters.path.quoted).")
  }

  func perform(by actions: SystemActions, in context: CallContext) async throws
    -> IntentOutput<Result>
  {
    let content = content
    let path = try await actions.write(parameters.path, content)
    return IntentOutput(
      Result(path: path, bytes: content.count),
      dialog: "Wrote \(content.count) bytes to \(path.quoted)."
    )
  }

  /// The content to write: a text as it is, and any other value as JSON.
  private var content: [UInt8] {
    guard let text = parameters.content.string else { return parameters.content.bytes(.indented) }
    return Array(text.utf8)
  }
}
