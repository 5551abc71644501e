import Foundation
import IntentKit
import JSONText

/// The intents of chats and messages.
struct MessageProvider: IntentProvider {
  private let service: any MessageService
  private let person: String
  private let loaded: [(definition: IntentDefinition, intent: any MessageIntent.Type)]
  private var isRehearsal = false

  /// Makes a provider.
  ///
  /// - Parameter person: who sends and reads where a call names nobody.
  /// - Throws: `JSONError` or `IntentError` for a definition that is wrong.
  init(service: any MessageService, person: String) throws {
    self.service = service
    self.person = person
    loaded = try MessageIntents.all.map { intent in
      (try IntentDefinition(json: JSONValue(parsing: intent.definition)), intent)
    }
  }

  private init(rehearsing service: any MessageService, for provider: MessageProvider) {
    self.service = service
    person = provider.person
    loaded = provider.loaded
    isRehearsal = true
  }

  var keepsKeys: Bool { true }

  func definitions() -> [IntentDefinition] { loaded.map(\.definition) }

  func perform(
    _ call: CheckedCall,
    in context: CallContext
  ) async throws(IntentError) -> Answer {
    guard let (_, intent) = loaded.first(where: { $0.definition.id == call.definition.id }) else {
      throw .unknownIntent(call.definition.id, near: nil)
    }
    do throws(MessageError) {
      let answer = try await intent.perform(
        MessageCall(
          values: call.values,
          service: service,
          now: context.now,
          person: person,
          key: call.key.map { DraftKey(key: $0.key, call: $0.call) }
        )
      )
      return answer.answer(to: call.values, isRehearsal: isRehearsal)
    } catch {
      throw error.intentError
    }
  }

  func rehearsal() async -> (any IntentProvider)? {
    MessageProvider(rehearsing: await service.rehearsal(), for: self)
  }
}

extension MessageAnswer {
  fileprivate func answer(to values: JSONObject, isRehearsal: Bool) -> Answer {
    var value = value
    var dialog = dialog
    // Two looks at one chat may meet the same file.
    let files = setAside.reduce(into: [SetAsideFile]()) { files, file in
      if !files.contains(file) { files.append(file) }
    }
    if let first = files.first {
      value["setAside"] = .array(
        files.map { ["file": .string($0.path), "reason": .string($0.reason)] }
      )
      let others = files.count == 1 ? "" : ", and \(files.count - 1) more"
      dialog += " Could not be used: '\(first.path)' (\(first.reason))\(others)."
    }
    return Answer(
      value,
      dialog: dialog,
      plan: isRehearsal ? Plan(values: values, changes: changes) : nil,
      isRepeated: isRepeated
    )
  }
}
