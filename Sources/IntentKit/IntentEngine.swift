public import Foundation
import JSONText

/// Finds the provider of an intent and takes a call through it: definition, check, resolve, perform.
public struct IntentEngine: Sendable {
  private let providers: [any IntentProvider]
  private let now: @Sendable () -> Date
  private let isRehearsal: Bool

  /// Makes an engine; where two providers have one id, the earlier counts.
  ///
  /// - Parameter now: the clock; it is read once a call.
  public init(providers: [any IntentProvider], now: @escaping @Sendable () -> Date) {
    self.init(providers: providers, now: now, isRehearsal: false)
  }

  private init(
    providers: [any IntentProvider],
    now: @escaping @Sendable () -> Date,
    isRehearsal: Bool
  ) {
    self.providers = providers
    self.now = now
    self.isRehearsal = isRehearsal
  }

  /// An engine that answers as this one would and changes nothing: what it does is `planned`.
  public func rehearsal() async -> IntentEngine {
    var twins: [any IntentProvider] = []
    for provider in providers {
      twins.append(await provider.rehearsal() ?? WithoutRehearsal(provider: provider))
    }
    return IntentEngine(providers: twins, now: now, isRehearsal: true)
  }

  /// The definitions of all intents, by provider; none that an earlier one hides.
  public func definitions() async -> [IntentDefinition] {
    var known: Set<String> = []
    var definitions: [IntentDefinition] = []
    for provider in providers {
      definitions += await provider.definitions().filter { known.insert($0.id).inserted }
    }
    return definitions
  }

  /// Does what a call asks for.
  ///
  /// Nothing is written before every value has been checked.
  public func perform(_ call: Call, from door: Door) async -> Outcome {
    do throws(IntentError) {
      let (provider, definition) = try await find(call.intent)
      let values = try check(call, against: definition, from: door)
      let context = CallContext(now: now(), door: door, key: CallKey(call))
      if let key = context.key, let answer = try await provider.kept(key) {
        return outcome(answer)
      }
      let resolved = try await provider.resolve(values, of: definition, in: context)
      var answer = try await provider.perform(definition.id, with: resolved.values, in: context)
      let sentences = [answer.dialog] + resolved.notes
      answer.dialog = sentences.filter { !$0.isEmpty }.joined(separator: " ")
      return outcome(answer)
    } catch {
      return error.outcome
    }
  }

  /// Does calls all or nothing, each seeing what those before it did.
  ///
  /// - Returns: An outcome for each; where one failed, that one alone, with its place.
  public func performTogether(
    _ calls: [Call],
    from door: Door
  ) async throws(TogetherFailure) -> [Outcome] {
    var checked: [CheckedCall] = []
    var provider: (any IntentProvider)?
    for (index, call) in calls.enumerated() {
      do throws(IntentError) {
        let found = try await find(call.intent)
        let values = try check(call, against: found.definition, from: door)
        checked.append(
          CheckedCall(definition: found.definition, values: values, key: CallKey(call))
        )
        provider = provider ?? found.provider
        let ids = await provider?.definitions().map(\.id) ?? []
        if !ids.contains(call.intent) { throw .notTogether(call.intent) }
      } catch {
        throw TogetherFailure(index: index, error: error)
      }
    }
    let answers = try await provider?.performTogether(checked, at: now(), from: door)
    return (answers ?? []).map(outcome)
  }

  private func outcome(_ answer: Answer) -> Outcome {
    isRehearsal ? .planned(answer.asPlan) : .ok(answer)
  }

  /// What is wrong with a call before anything is looked up in any store; nil where nothing is.
  public func problem(with call: Call, from door: Door) async -> IntentError? {
    do throws(IntentError) {
      let (provider, definition) = try await find(call.intent)
      let values = try check(call, against: definition, from: door)
      let context = CallContext(now: now(), door: door)
      try await provider.check(values, of: definition, in: context)
      return nil
    } catch {
      return error
    }
  }

  private func find(
    _ id: String
  ) async throws(IntentError) -> (provider: any IntentProvider, definition: IntentDefinition) {
    for provider in providers {
      for definition in await provider.definitions() where definition.id == id {
        return (provider, definition)
      }
    }
    throw .unknownIntent(id, near: NearMiss.of(id, in: await definitions().map(\.id)))
  }

  /// The values of a call that is allowed here and fits its definition, with defaults filled in.
  private func check(
    _ call: Call,
    against definition: IntentDefinition,
    from door: Door
  ) throws(IntentError) -> JSONObject {
    guard definition.doors.contains(door) else { throw .wrongDoor(definition.id, door) }
    let problems = SchemaCheck(definition.parameters).problems(in: .object(call.values))
    if let problem = problems.first { throw .invalidValue(problem) }
    var values = call.values
    for property in definition.properties.members where values[property.key] == nil {
      values[property.key] = property.value["default"]
    }
    return values
  }
}

extension Answer {
  fileprivate var asPlan: Answer {
    Answer(value, dialog: "Dry run, nothing was written: \(dialog)")
  }
}

/// Stands in a rehearsal for a provider that has none.
private struct WithoutRehearsal: IntentProvider {
  let provider: any IntentProvider

  func definitions() async -> [IntentDefinition] {
    await provider.definitions()
  }

  func check(
    _ values: JSONObject,
    of definition: IntentDefinition,
    in context: CallContext
  ) async throws(IntentError) {
    try await provider.check(values, of: definition, in: context)
  }

  func resolve(
    _ values: JSONObject,
    of definition: IntentDefinition,
    in context: CallContext
  ) async throws(IntentError) -> ResolvedValues {
    ResolvedValues(values)
  }

  func perform(
    _ intent: String,
    with values: JSONObject,
    in context: CallContext
  ) async throws(IntentError) -> Answer {
    throw .noDryRun(intent)
  }

  func kept(_ key: CallKey) async throws(IntentError) -> Answer? {
    try await provider.kept(key)
  }

  func performTogether(
    _ calls: [CheckedCall],
    at now: Date,
    from door: Door
  ) async throws(TogetherFailure) -> [Answer] {
    throw TogetherFailure(index: 0, error: .noDryRun(calls.first?.definition.id ?? ""))
  }

  func rehearsal() async -> (any IntentProvider)? { self }
}
