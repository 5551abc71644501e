import IntentKit
import JSONText

enum NotifyIntent: SystemIntent {
  static let definition = PackageResources.Notify_json

  static func plan(_ arguments: IntentArguments) -> String {
    "Would show the notification \(text(arguments).quoted)."
  }

  static func perform(_ arguments: IntentArguments, by actions: SystemActions) async throws
    -> IntentResult
  {
    try await actions.notify(arguments.string("title") ?? "Minuta", text(arguments))
    return IntentResult([:], dialog: "Showed the notification \(text(arguments).quoted).")
  }

  private static func text(_ arguments: IntentArguments) -> String {
    arguments.string("text") ?? ""
  }
}
