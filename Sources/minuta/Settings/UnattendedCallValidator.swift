import IntentKit
import JSONText
import MinutaDesktop

/// Checks a call that is made later, by a key or a schedule.
struct UnattendedCallValidator {
  let engine: IntentEngine
  let source: CallSource

  /// Returns the reason why a call can't work; nil if there is none that will last.
  ///
  /// - Parameter canAsk: whether a person is asked for a confirmation.
  func problem(with call: IntentCall, canAsk: Bool = false) async -> Failure? {
    if let error = await engine.problem(with: call, from: source) { return error }
    guard let definition = (try? await engine.definition(of: call.intent)) ?? nil,
      definition.properties.members.contains(where: {
        $0.value["x-minuta-entity"] == "tag" || $0.key == "confirm"
      })
    else { return nil }
    let outcome = await engine.dryRunCopy().perform(call, from: source)
    // Any other failure of the dry run may be gone by the time the call is made.
    if let error = outcome.error { return error.code == "tagArchived" ? error : nil }
    guard !canAsk, outcome.result?.plan?.needsConfirmation == true else { return nil }
    return .unconfirmedCall(call.intent, source)
  }
}
