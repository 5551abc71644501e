package import Foundation
package import IntentKit
import JSONText
import Testing

/// A kind of provider that keeps the rules of `ProviderContract`.
package struct ProviderConformer: Sendable, CustomTestStringConvertible {
  package let testDescription: String
  let make: @Sendable () async throws -> ProviderFixture

  package init(
    _ description: String,
    _ make: @escaping @Sendable () async throws -> ProviderFixture
  ) {
    testDescription = description
    self.make = make
  }
}

/// A new provider, with calls to check it with.
package struct ProviderFixture: Sendable {
  let provider: any IntentProvider
  /// The providers whose intents this one may call.
  let others: [any IntentProvider]
  let source: CallSource
  /// Calls that succeed if they run in this order.
  let calls: [IntentCall]
  /// Calls that are valid for the schemas, but are refused.
  let refusedCalls: [IntentCall]
  /// Changes the intents; nil if they can't change.
  let changeIntents: (@Sendable () async throws -> Void)?
  /// Returns everything that calls can change.
  let state: @Sendable () async throws -> [String: Data?]

  package init(
    _ provider: any IntentProvider,
    beside others: [any IntentProvider] = [],
    source: CallSource = .file,
    calls: [IntentCall],
    refusedCalls: [IntentCall] = [],
    changeIntents: (@Sendable () async throws -> Void)? = nil,
    state: @escaping @Sendable () async throws -> [String: Data?]
  ) {
    self.provider = provider
    self.others = others
    self.source = source
    self.calls = calls
    self.refusedCalls = refusedCalls
    self.changeIntents = changeIntents
    self.state = state
  }

  private static let now = Date(timeIntervalSince1970: 1_795_172_400)

  var engine: IntentEngine { IntentEngine(providers: [provider] + others, now: { Self.now }) }

  var context: CallContext {
    var context = CallContext(now: Self.now, source: source)
    context.engine = engine
    return context
  }

  func groupContext(_ rule: CallGroupFailurePolicy) -> CallGroupContext {
    var context = CallGroupContext(rule: rule, now: { Self.now }, source: source)
    context.engine = engine
    return context
  }

  /// Returns a call as the engine passes it to the provider.
  func validated(_ call: IntentCall) async throws -> ValidatedCall {
    let definition = try #require(try await provider.definition(of: call.intent))
    var values = call.values
    if !provider.capabilities.contains(.ownDefaults) {
      for property in definition.properties.members where values[property.key] == nil {
        values[property.key] = property.value["default"]
      }
    }
    return ValidatedCall(definition: definition, values: values, key: IdempotencyKey(call))
  }

  /// The calls that may change something.
  func writes() async throws -> [IntentCall] {
    var writes: [IntentCall] = []
    for call in calls
    where try await provider.definition(of: call.intent)?.effects.readOnly == false {
      writes.append(call)
    }
    return writes
  }

  /// Calls that are invalid by the schema of an intent.
  func invalidCalls() async -> [IntentCall] {
    await provider.definitions().flatMap { definition -> [IntentCall] in
      let values = calls.first { $0.intent == definition.id }?.values ?? [:]
      var wrong: [JSONObject] = []
      if definition.parameters["additionalProperties"] == false {
        wrong.append(values.merging(["noSuchParameter": 1]))
      }
      for name in definition.parameters["required"]?.array?.compactMap(\.string) ?? [] {
        var missing = values
        missing[name] = nil
        wrong.append(missing)
      }
      for property in definition.properties.members where property.value["type"] == "string" {
        wrong.append(values.merging([property.key: [:]]))
      }
      return wrong.map { IntentCall(definition.id, with: $0) }
    }
  }
}
