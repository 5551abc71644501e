import IntentKit

struct NotifyIntent: SystemIntent {
  static let definition = PackageResources.Notify_json

  struct Parameters: Codable {
    let text: String
    let title: String?
  }

  struct Result: Codable {}

  let parameters: Parameters

  func plan(by actions: SystemActions, in context: CallContext) -> SystemIntentPlan<Result> {
    .sentence("Would show the notification \(parameters.text.quoted).")
  }

  func perform(by actions: SystemActions, in context: CallContext) async throws
    -> IntentOutput<Result>
  {
    try await actions.notify(parameters.title ?? "Minuta", parameters.text)
    return IntentOutput(Result(), dialog: "Showed the notification \(parameters.text.quoted).")
  }
}
