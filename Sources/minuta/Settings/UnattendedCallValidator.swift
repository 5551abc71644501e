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
        ["tag", "record"].contains($0.value["x-minuta-entity"]?.string) || $0.key == "confirm"
      })
    else { return nil }
    let outcome = await engine.dryRunCopy().perform(call, from: source)
    // Any other failure of the dry run may be gone by the time the call is made.
    if let error = outcome.error { return error.isPermanent ? error : nil }
    guard !canAsk, outcome.result?.plan?.needsConfirmation == true else { return nil }
    return .unconfirmedCall(call.intent, source)
  }
}

extension Failure {
  /// Whether a later call will fail too: it names an archived tag, or a record by an id of none.
  fileprivate var isPermanent: Bool {
    switch code {
    case "tagArchived": true
    case "recordNotFound": data["record"]?.string.map(Self.isID) ?? true
    default: false
    }
  }

  private static func isID(_ record: String) -> Bool {
    !record.isRecordNumber && !["last", "running"].contains(record.lowercased())
  }
}
