import IntentKit
import JSONText

enum WriteFile: OutsideIntent {
  static let definition = PackageResources.WriteFile_json

  static func plan(_ values: IntentValues) -> String {
    "Would write \(content(values).count) bytes to \(path(values).quoted)."
  }

  static func perform(_ values: IntentValues, by means: OutsideMeans) async throws -> Answer {
    let content = content(values)
    let path = try await means.write(path(values), content)
    return Answer(
      ["path": .string(path), "bytes": .number(JSONNumber(content.count))],
      dialog: "Wrote \(content.count) bytes to \(path.quoted)."
    )
  }

  private static func path(_ values: IntentValues) -> String { values.string("path") ?? "" }

  /// A text as it is, and anything else as JSON.
  private static func content(_ values: IntentValues) -> [UInt8] {
    let content = values.value("content") ?? .null
    guard let text = content.string else {
      return content.bytes(.indented)
    }
    return Array(text.utf8)
  }
}
