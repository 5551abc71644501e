import IntentKit
import JSONText

enum WriteFileIntent: SystemIntent {
  static let definition = PackageResources.WriteFile_json

  static func plan(_ arguments: IntentArguments) -> String {
    "Would write \(content(arguments).count) bytes to \(path(arguments).quoted)."
  }

  static func perform(_ arguments: IntentArguments, by actions: SystemActions) async throws
    -> IntentResult
  {
    let content = content(arguments)
    let path = try await actions.write(path(arguments), content)
    return IntentResult(
      ["path": .string(path), "bytes": .number(JSONNumber(content.count))],
      dialog: "Wrote \(content.count) bytes to \(path.quoted)."
    )
  }

  private static func path(_ arguments: IntentArguments) -> String {
    arguments.string("path") ?? ""
  }

  /// Returns the content to write: a text as it is, and any other value as JSON.
  private static func content(_ arguments: IntentArguments) -> [UInt8] {
    let content = arguments.value("content") ?? .null
    guard let text = content.string else {
      return content.bytes(.indented)
    }
    return Array(text.utf8)
  }
}
