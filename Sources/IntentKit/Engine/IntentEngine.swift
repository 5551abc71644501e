public import Foundation
import JSONText
import MinutaLog

/// Finds the provider of an intent and takes a call through it: definition, check, perform.
public struct IntentEngine: Sendable {
  private(set) var providers: [any IntentProvider]
  private var now: @Sendable () -> Date
  let runs: any WorkflowRunRecorder
  let hooks: (any HookSource)?
  private(set) var isDryRun = false
  /// Whether intents that may change something are refused.
  public private(set) var isReadOnly = false
  /// What led to the calls that it does.
  private(set) var chain = CallChain()
  /// The step that they are done for; nil where they are part of none.
  private(set) var parentStep: ParentStep?

  /// Makes an engine; where two providers have one id, the earlier counts.
  ///
  /// - Parameters:
  ///   - now: the clock; it is read once a call.
  ///   - runs: where runs of workflows are begun; nil where nothing is noted of them.
  ///   - hooks: the hooks of the user; nil where there are none.
  public init(
    providers: [any IntentProvider],
    now: @escaping @Sendable () -> Date,
    runs: (any WorkflowRunRecorder)? = nil,
    hooks: (any HookSource)? = nil
  ) {
    self.providers = providers
    self.now = now
    self.runs = runs ?? NoopRunRecorder()
    self.hooks = hooks
  }

  /// An engine over the same providers for which the time stands still.
  public func at(_ date: Date) -> IntentEngine {
    var engine = self
    engine.now = { date }
    return engine
  }

  /// An engine that refuses every intent that may change something, also within a workflow or batch.
  public func readOnly() -> IntentEngine {
    var engine = self
    engine.isReadOnly = true
    return engine
  }

  /// An engine that does the calls that something led to.
  package func within(_ chain: CallChain) -> IntentEngine {
    var engine = self
    engine.chain = chain
    return engine
  }

  /// An engine that does the call of a step.
  func within(_ step: ParentStep?) -> IntentEngine {
    var engine = self
    engine.parentStep = step
    return engine
  }

  /// An engine that has a workflow beside all others.
  public func with(_ workflow: Workflow) -> IntentEngine {
    let given = WorkflowProvider(SingleWorkflowSource(workflow), beside: providers, now: now)
    var engine = self
    engine.providers.insert(given, at: min(1, providers.count))
    return engine
  }

  /// An engine that answers as this one would and changes nothing: what it does is `planned`.
  public func dryRunCopy() async -> IntentEngine {
    var dryRunProviders: [any IntentProvider] = []
    for provider in providers {
      dryRunProviders.append(
        await provider.dryRunCopy() ?? DryRunUnsupportedProvider(provider: provider)
      )
    }
    var engine = self
    engine.providers = dryRunProviders
    engine.isDryRun = true
    return engine
  }

  /// Reads the clock.
  func clock() -> Date { now() }

  /// Does what a call asks for.
  ///
  /// Nothing is written before every value has been checked.
  ///
  /// - Parameters:
  ///   - canRequestInput: whether the caller can answer what the call needs, and then call again.
  ///   - report: told how much of the call is done, from 0 to 1, where it takes long.
  ///   - allowNextCall: lets what came after the call begin, where the call waits for something that has
  ///     nothing to do with that.
  public func perform(
    _ call: IntentCall,
    from source: CallSource,
    canRequestInput: Bool = false,
    report: @escaping @Sendable (_ part: Double, _ message: String?) -> Void = { _, _ in },
    allowNextCall: @escaping @Sendable () -> Void = {}
  ) async -> Outcome {
    let start = ContinuousClock.now
    let outcome = await outcome(
      of: call,
      from: source,
      canRequestInput: canRequestInput,
      report,
      allowNextCall
    )
    outcome.log(call.intent, from: source, took: .now - start)
    return outcome
  }

  private func outcome(
    of call: IntentCall,
    from source: CallSource,
    canRequestInput: Bool,
    _ report: @escaping @Sendable (Double, String?) -> Void,
    _ allowNextCall: @escaping @Sendable () -> Void
  ) async -> Outcome {
    do throws(IntentError) {
      let found = try await applyBeforeHooks(
        to: try await resolve(call, from: source),
        from: source
      )
      var context = CallContext(
        now: now(),
        source: source,
        canRequestInput: canRequestInput,
        report: report
      )
      (context.chain, context.engine, context.allowNextCall) = (chain, self, allowNextCall)
      context.collectsEvents = await hasWaitingHooks(of: [found.call])
      let answer = try await providers[found.provider].perform(found.call, in: context)
      let notes = await notifyHooks(answer.events, of: found.call, from: source)
      return outcome(.success(answer.addingNotes(found.notes + notes)))
    } catch {
      if canRequestInput, let needs = await inputRequest(for: error, of: call) {
        return .needsInput(needs)
      }
      return error.outcome
    }
  }

  /// Whether what was answered with a stamp would be answered again, found out without waiting.
  public func isCurrent(_ validator: CacheValidator) -> Bool {
    let now = now()
    return providers.contains { $0.cacheValidator(at: now) == validator }
  }

  /// What a call that failed needs to be done; nil where no value helps.
  private func inputRequest(for error: IntentError, of call: IntentCall) async -> InputRequest? {
    switch error {
    case .needsValue(let parameter, let schema, let error):
      return InputRequest(error.message, parameter: parameter, schema: schema)
    case .needsInput(let needs, _): return needs
    case .invalidValue(let problem) where problem.isMissing:
      let definition = try? await lookUp(intent: call.intent)?.definition
      guard
        problem.pointer.tokens.count == 1, let name = problem.pointer.tokens.first,
        let schema = definition?.properties[name]
      else { return nil }
      return InputRequest(error.outcome.sentence, parameter: name, schema: schema)
    default: return nil
    }
  }

  func outcome(_ result: Result<IntentResult, IntentError>) -> Outcome {
    switch result {
    case .success(let answer): isDryRun ? .planned(answer.markedAsDryRun) : .ok(answer)
    case .failure(let error): error.outcome
    }
  }

  /// Where batches stand that were done before, as far as that is known: the last place of each
  /// that lasts, the newest batch first.
  public func batchPositions() async throws(IntentError) -> [BatchPosition] {
    var places: [BatchPosition] = []
    for provider in providers { places += try await provider.batchPositions() }
    return places
  }

  /// Tells when the answer of a call may have changed, where its provider tells; nil where it does not.
  public func changes(of call: IntentCall, from source: CallSource) async -> AsyncStream<Void>? {
    guard let found = try? await resolve(call, from: source) else { return nil }
    return await providers[found.provider].changes(of: found.call)
  }

  /// Everything that is wrong with a call before anything is looked up in any store; of what is
  /// wrong with its values beyond their schema, the first.
  public func problems(with call: IntentCall, from source: CallSource) async -> [IntentError] {
    if let definition = try? await lookUp(intent: call.intent)?.definition,
      definition.sources.contains(source)
    {
      let problems = SchemaValidator(definition.parameters).problems(in: .object(call.values))
      if !problems.isEmpty { return problems.map { .invalidValue($0) } }
    }
    return await problem(with: call, from: source).map { [$0] } ?? []
  }

  /// What is wrong with a call before anything is looked up in any store; nil where nothing is.
  public func problem(with call: IntentCall, from source: CallSource) async -> IntentError? {
    do throws(IntentError) {
      let found = try await resolve(call, from: source)
      var context = CallContext(now: now(), source: source)
      context.engine = self
      let call = found.call
      try await providers[found.provider].check(call.values, of: call.definition, in: context)
      return nil
    } catch {
      return error
    }
  }

  /// What keeps a call from being done all or nothing with another; nil where nothing does.
  public func problem(with call: IntentCall, beside other: IntentCall) async -> IntentError? {
    guard let found = try? await lookUp(intent: call.intent),
      let other = try? await lookUp(intent: other.intent)
    else { return nil }
    guard await providers[found.provider].canRunInAtomicGroup(found.definition) else {
      return .atomicGroupUnsupported(call.intent)
    }
    // Where the other shares with nobody, that is not this call's fault.
    let isApart = found.provider != other.provider
    let isFree = await providers[other.provider].canRunInAtomicGroup(other.definition)
    return isApart && isFree ? .atomicGroupUnsupported(call.intent) : nil
  }

  func lookUp(
    intent: String
  ) async throws(IntentError) -> (provider: Int, definition: IntentDefinition)? {
    for (index, provider) in providers.enumerated() {
      if let definition = try await provider.definition(of: intent) { return (index, definition) }
    }
    return nil
  }

  /// The place of the provider that has an intent, and the call checked against its definition.
  func resolve(_ call: IntentCall, from source: CallSource) async throws(IntentError)
    -> ResolvedCall
  {
    if let (index, definition) = try await lookUp(intent: call.intent) {
      if call.key != nil, !providers[index].supportsIdempotencyKeys {
        throw .keyUnsupported(call.intent)
      }
      try check(call, against: definition, from: source)
      var values = call.values
      if providers[index].fillsDefaults {
        for property in definition.properties.members where values[property.key] == nil {
          values[property.key] = property.value["default"]
        }
      }
      let checked = ValidatedCall(
        definition: definition,
        values: values,
        key: IdempotencyKey(call),
        input: call.input
      )
      return ResolvedCall(provider: index, call: checked)
    }
    let ids = await definitions().map(\.id)
    throw .unknownIntent(call.intent, near: TypoSuggestion.closest(to: call.intent, in: ids))
  }

  /// Checks that a call is allowed here and fits its definition.
  private func check(
    _ call: IntentCall,
    against definition: IntentDefinition,
    from source: CallSource
  ) throws(IntentError) {
    guard definition.sources.contains(source) else {
      throw .sourceNotAllowed(definition.id, source)
    }
    if isReadOnly, !definition.effects.readOnly { throw .readOnly(definition.id) }
    let problems = SchemaValidator(definition.parameters).problems(in: .object(call.values))
    if let problem = problems.first { throw .invalidValue(problem) }
  }
}

/// A call, and who does it.
struct ResolvedCall: Sendable {
  let provider: Int
  var call: ValidatedCall
  /// What is to be said of it beside its answer.
  var notes: [String] = []
}

extension IntentResult {
  /// The sentence that a plan ends with.
  package static let dryRunNote = "Dry run: nothing was written."

  /// The sentence of a plan, without the note that ends it.
  package var dialogWithoutDryRunNote: String {
    guard dialog.hasSuffix(Self.dryRunNote) else { return dialog }
    return String(dialog.dropLast(Self.dryRunNote.count + 1))
  }

  /// The answer with more sentences.
  func addingNotes(_ notes: [String]) -> IntentResult {
    if notes.isEmpty { return self }
    var answer = self
    answer.dialog = ([dialog] + notes).joined(separator: " ")
    return answer
  }

  fileprivate var markedAsDryRun: IntentResult {
    addingNotes([Self.dryRunNote])
  }
}
