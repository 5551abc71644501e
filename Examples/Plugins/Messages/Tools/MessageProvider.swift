import Foundation
import IntentKit
import JSONText

/// Provides the tools for chats and messages to the engine.
struct MessageProvider: IntentProvider {
  private let service: any MessageService
  private let person: String
  private let loaded: [(definition: IntentDefinition, intent: any MessageIntent.Type)]
  private var isDryRun = false

  /// Creates a provider.
  ///
  /// - Parameter person: the name of the sender or reader if a call gives none.
  /// - Throws: `JSONError` or `Failure` for an invalid definition.
  init(service: any MessageService, person: String) throws {
    self.service = service
    self.person = person
    loaded = try MessageIntents.all.map { intent in
      (try IntentDefinition(json: JSONValue(parsing: intent.definition)), intent)
    }
  }

  private init(dryRun service: any MessageService, for provider: MessageProvider) {
    self.service = service
    person = provider.person
    loaded = provider.loaded
    isDryRun = true
  }

  var capabilities: ProviderCapabilities { .idempotencyKeys }

  func definitions() -> [IntentDefinition] { loaded.map(\.definition) }

  func perform(
    _ call: ValidatedCall,
    in context: CallContext
  ) async throws(Failure) -> IntentResult {
    guard let (_, intent) = loaded.first(where: { $0.definition.id == call.definition.id }) else {
      throw .unknownIntent(call.definition.id, near: nil)
    }
    do throws(MessageError) {
      let answer = try await intent.perform(
        MessageRequest(
          values: call.values,
          service: service,
          now: context.now,
          person: person,
          key: call.key.map { DraftIdempotencyKey(key: $0.key, fingerprint: $0.call) }
        )
      )
      return answer.makeResult(for: call.values, isDryRun: isDryRun)
    } catch {
      throw error.failure
    }
  }

  func dryRunCopy() async -> (any IntentProvider)? {
    MessageProvider(dryRun: await service.dryRunCopy(), for: self)
  }
}

extension MessageResult {
  fileprivate func makeResult(for values: JSONObject, isDryRun: Bool) -> IntentResult {
    var value = value
    var dialog = dialog
    // Removes duplicates: two reads of one chat may skip the same file.
    let files = skippedFiles.reduce(into: [SkippedFile]()) { files, file in
      if !files.contains(file) { files.append(file) }
    }
    if let first = files.first {
      value["skippedFiles"] = .array(
        files.map { ["file": .string($0.path), "reason": .string($0.reason)] }
      )
      let others = files.count == 1 ? "" : ", and \(files.count - 1) more"
      dialog += " Could not be used: '\(first.path)' (\(first.reason))\(others)."
    }
    return IntentResult(
      value,
      dialog: dialog,
      plan: isDryRun ? DryRunPlan(values: values, changes: changes) : nil,
      isRepeated: isRepeated
    )
  }
}
