public import Foundation
import JSONText

/// Finds the provider of an intent and takes a call through it: definition, check, perform.
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

  /// An engine over the same providers for which the time stands still.
  public func at(_ date: Date) -> IntentEngine {
    IntentEngine(providers: providers, now: { date }, isRehearsal: isRehearsal)
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
    await offers().map(\.definition)
  }

  /// Tells when the intents may have changed, a stream for each provider that tells.
  public func definitionChanges() async -> [AsyncStream<Void>] {
    var streams: [AsyncStream<Void>] = []
    for provider in providers {
      if let stream = await provider.definitionChanges() { streams.append(stream) }
    }
    return streams
  }

  /// All intents with how their calls stand to others, in the order of `definitions`.
  public func offers() async -> [IntentOffer] { await offers(of: providers[...]) }

  package var hasSeveralProviders: Bool { providers.count > 1 }

  /// The intents of the first provider, which are to be had at once.
  package func firstOffers() async -> [IntentOffer] { await offers(of: providers.prefix(1)) }

  private func offers(of providers: ArraySlice<any IntentProvider>) async -> [IntentOffer] {
    var known: Set<String> = []
    var offers: [IntentOffer] = []
    for provider in providers {
      for definition in await provider.definitions() where known.insert(definition.id).inserted {
        offers.append(IntentOffer(definition: definition, mayOvertake: provider.mayOvertake))
      }
    }
    return offers
  }

  /// Does what a call asks for.
  ///
  /// Nothing is written before every value has been checked.
  ///
  /// - Parameters:
  ///   - canAsk: whether the caller can answer what the call needs, and then call again.
  ///   - report: told how much of the call is done, from 0 to 1, where it takes long.
  public func perform(
    _ call: Call,
    from door: Door,
    canAsk: Bool = false,
    report: @escaping @Sendable (_ part: Double, _ message: String?) -> Void = { _, _ in }
  ) async -> Outcome {
    do throws(IntentError) {
      let (index, checked) = try await find(call, from: door)
      let context = CallContext(now: now(), door: door, canAsk: canAsk, report: report)
      return outcome(.success(try await providers[index].perform(checked, in: context)))
    } catch {
      if canAsk, let needs = await needs(error, of: call) { return .needsInput(needs) }
      return error.outcome
    }
  }

  /// Whether what was answered with a stamp would be answered again, found out without waiting.
  public func isCurrent(_ stamp: AnswerStamp) -> Bool {
    let now = now()
    return providers.contains { $0.stamp(at: now) == stamp }
  }

  /// What a call that failed needs to be done; nil where no value helps.
  private func needs(_ error: IntentError, of call: Call) async -> Needs? {
    switch error {
    case .needsValue(let parameter, let schema, let error):
      return Needs(error.message, parameter: parameter, schema: schema)
    case .needsInput(let needs, _): return needs
    case .invalidValue(let problem) where problem.isMissing:
      let definition = try? await place(of: call.intent)?.definition
      guard
        problem.pointer.tokens.count == 1, let name = problem.pointer.tokens.first,
        let schema = definition?.properties[name]
      else { return nil }
      return Needs(error.outcome.sentence, parameter: name, schema: schema)
    default: return nil
    }
  }

  /// Does calls in order, each seeing what those before it did, and makes it all last at once.
  ///
  /// - Returns: The outcomes of the first calls, at least of one; the caller goes on with the rest.
  ///   By `allOrNothing` those of all, or up to one that failed; then none was done. Calls that
  ///   cannot be done together have one outcome.
  public func performGroup(
    _ calls: [BatchCall],
    as rule: GroupRule,
    from door: Door
  ) async -> [Outcome] {
    let group = await group(calls, as: rule, from: door)
    guard let provider = group.provider else {
      return group.problem.map { [$0.outcome] } ?? []
    }
    if let problem = group.problem, case .allOrNothing = rule { return [problem.outcome] }
    let context = GroupContext(rule: rule, now: now, door: door)
    do throws(IntentError) {
      let results = try await providers[provider].performGroup(group.calls, in: context)
      return results.map(outcome)
    } catch {
      if case .allOrNothing = rule { return [error.outcome] }
      return group.calls.map { _ in error.outcome }
    }
  }

  /// The first calls that one provider has, and what is the matter with the one after them.
  private func group(
    _ calls: [BatchCall],
    as rule: GroupRule,
    from door: Door
  ) async -> (provider: Int?, calls: [CheckedCall], problem: IntentError?) {
    var provider: Int?
    var group: [CheckedCall] = []
    for step in calls {
      do throws(IntentError) {
        var (index, checked) = try await find(step.call, from: door)
        checked.place = step.place
        if let provider, provider != index {
          if case .allOrNothing = rule { throw .notTogether(step.call.intent) }
          break
        }
        provider = index
        group.append(checked)
      } catch {
        return (provider, group, error)
      }
    }
    return (provider, group, nil)
  }

  private func outcome(_ result: Result<Answer, IntentError>) -> Outcome {
    switch result {
    case .success(let answer): isRehearsal ? .planned(answer.asPlan) : .ok(answer)
    case .failure(let error): error.outcome
    }
  }

  /// Where batches stand that were done before, as far as that is known: the last place of each
  /// that lasts, the newest batch first.
  public func batchPlaces() async throws(IntentError) -> [BatchPlace] {
    var places: [BatchPlace] = []
    for provider in providers { places += try await provider.batchPlaces() }
    return places
  }

  /// Tells when the answer of a call may have changed, where its provider tells; nil where it does not.
  public func changes(of call: Call, from door: Door) async -> AsyncStream<Void>? {
    guard let (index, checked) = try? await find(call, from: door) else { return nil }
    return await providers[index].changes(of: checked)
  }

  /// Everything that is wrong with a call before anything is looked up in any store; of what is
  /// wrong with its values beyond their schema, the first.
  public func problems(with call: Call, from door: Door) async -> [IntentError] {
    if let definition = try? await place(of: call.intent)?.definition,
      definition.doors.contains(door)
    {
      let problems = SchemaCheck(definition.parameters).problems(in: .object(call.values))
      if !problems.isEmpty { return problems.map { .invalidValue($0) } }
    }
    return await problem(with: call, from: door).map { [$0] } ?? []
  }

  /// What is wrong with a call before anything is looked up in any store; nil where nothing is.
  public func problem(with call: Call, from door: Door) async -> IntentError? {
    do throws(IntentError) {
      let (index, checked) = try await find(call, from: door)
      let context = CallContext(now: now(), door: door)
      try await providers[index].check(checked.values, of: checked.definition, in: context)
      return nil
    } catch {
      return error
    }
  }

  /// What keeps a call from being done all or nothing with another; nil where nothing does.
  public func problem(with call: Call, beside other: Call) async -> IntentError? {
    guard let found = try? await place(of: call.intent),
      let other = try? await place(of: other.intent)
    else { return nil }
    let canShare = await providers[found.provider].canShare(found.definition)
    return canShare && found.provider == other.provider ? nil : .notTogether(call.intent)
  }

  private func place(
    of intent: String
  ) async throws(IntentError) -> (provider: Int, definition: IntentDefinition)? {
    for (index, provider) in providers.enumerated() {
      if let definition = try await provider.definition(of: intent) { return (index, definition) }
    }
    return nil
  }

  /// The place of the provider that has an intent, and the call checked against its definition.
  private func find(
    _ call: Call,
    from door: Door
  ) async throws(IntentError) -> (provider: Int, call: CheckedCall) {
    if let (index, definition) = try await place(of: call.intent) {
      if call.key != nil, !providers[index].keepsKeys { throw .keyUnsupported(call.intent) }
      try check(call, against: definition, from: door)
      var values = call.values
      if providers[index].fillsDefaults {
        for property in definition.properties.members where values[property.key] == nil {
          values[property.key] = property.value["default"]
        }
      }
      let checked = CheckedCall(
        definition: definition,
        values: values,
        key: CallKey(call),
        input: call.input
      )
      return (index, checked)
    }
    let ids = await definitions().map(\.id)
    throw .unknownIntent(call.intent, near: NearMiss.of(call.intent, in: ids))
  }

  /// Checks that a call is allowed here and fits its definition.
  private func check(
    _ call: Call,
    against definition: IntentDefinition,
    from door: Door
  ) throws(IntentError) {
    guard definition.doors.contains(door) else { throw .wrongDoor(definition.id, door) }
    let problems = SchemaCheck(definition.parameters).problems(in: .object(call.values))
    if let problem = problems.first { throw .invalidValue(problem) }
  }
}

extension Answer {
  /// What the sentence of a plan begins with.
  package static let planPrefix = "Dry run, nothing was written: "

  fileprivate var asPlan: Answer {
    var answer = self
    answer.dialog = Self.planPrefix + dialog
    return answer
  }
}

/// Stands in a rehearsal for a provider that has none.
private struct WithoutRehearsal: IntentProvider {
  let provider: any IntentProvider

  var mayOvertake: Bool { provider.mayOvertake }

  func definitions() async -> [IntentDefinition] {
    await provider.definitions()
  }

  func definitionChanges() async -> AsyncStream<Void>? { await provider.definitionChanges() }

  var keepsKeys: Bool { provider.keepsKeys }

  var fillsDefaults: Bool { provider.fillsDefaults }

  func definition(of id: String) async throws(IntentError) -> IntentDefinition? {
    try await provider.definition(of: id)
  }

  func check(
    _ values: JSONObject,
    of definition: IntentDefinition,
    in context: CallContext
  ) async throws(IntentError) {
    try await provider.check(values, of: definition, in: context)
  }

  func perform(
    _ call: CheckedCall,
    in context: CallContext
  ) async throws(IntentError) -> Answer {
    throw .noDryRun(call.definition.id)
  }

  func batchPlaces() async throws(IntentError) -> [BatchPlace] {
    try await provider.batchPlaces()
  }

  func rehearsal() async -> (any IntentProvider)? { self }
}
