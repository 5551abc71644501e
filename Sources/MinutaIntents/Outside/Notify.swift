import IntentKit
import JSONText

enum Notify: OutsideIntent {
  static let definition = PackageResources.Notify_json

  static func plan(_ values: IntentValues) -> String {
    "Would notify: \(text(values).quoted)."
  }

  static func perform(_ values: IntentValues, by means: OutsideMeans) async throws -> Answer {
    try await means.notify(values.string("title") ?? "Minuta", text(values))
    return Answer([:], dialog: "Notified: \(text(values).quoted).")
  }

  private static func text(_ values: IntentValues) -> String { values.string("text") ?? "" }
}
