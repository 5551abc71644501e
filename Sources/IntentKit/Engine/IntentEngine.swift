public import Foundation
import JSONText
import MinutaLog

/// Runs calls: finds the provider of the intent, validates the call, and runs it.
public struct IntentEngine: Sendable {
  package private(set) var providers: [any IntentProvider]
  private var now: @Sendable () -> Date
  private let makeRuns: @Sendable () -> any WorkflowRunRecorder
  let hooks: (any HookSource)?
  private(set) var isDryRun = false
  /// Whether the engine refuses intents that may change something.
  public private(set) var isReadOnly = false
  /// The workflow run and hooks that caused the engine's calls.
  private(set) var chain = CallChain()
  /// The workflow step that makes the engine's calls; nil outside workflows.
  private(set) var parentStep: ParentStep?

  /// Creates an engine.
  ///
  /// If two providers define intents with the same ID, the first provider's intent is used.
  ///
  /// - Parameters:
  ///     - now: The clock. It is read once per call.
  ///     - runs: A function that returns the recorder of workflow runs; called when a workflow runs.
  ///       Nil to record nothing.
  ///     - hooks: The user's hooks. Nil if there are none.
  public init(
    providers: [any IntentProvider],
    now: @escaping @Sendable () -> Date,
    runs: (@Sendable () -> any WorkflowRunRecorder)? = nil,
    hooks: (any HookSource)? = nil
  ) {
    self.providers = providers
    self.now = now
    makeRuns = runs ?? { NoopRunRecorder() }
    self.hooks = hooks
  }

  /// The recorder of workflow runs.
  var runs: any WorkflowRunRecorder { makeRuns() }

  /// Returns an engine with the same providers and a clock fixed at `date`.
  public func at(_ date: Date) -> IntentEngine {
    var engine = self
    engine.now = { date }
    return engine
  }

  /// Returns an engine that refuses intents that may change something, even in workflows and
  /// batches.
  public func readOnly() -> IntentEngine {
    var engine = self
    engine.isReadOnly = true
    return engine
  }

  /// Returns an engine for calls that a workflow run or hook causes.
  package func within(_ chain: CallChain) -> IntentEngine {
    var engine = self
    engine.chain = chain
    return engine
  }

  /// Returns an engine whose calls belong to a workflow step.
  ///
  /// - Parameter step: The workflow step. Nil if the calls don't belong to a workflow.
  func within(_ step: ParentStep?) -> IntentEngine {
    var engine = self
    engine.parentStep = step
    return engine
  }

  /// Returns an engine that can also run `workflow`.
  public func with(_ workflow: Workflow) -> IntentEngine {
    let provider = WorkflowProvider(SingleWorkflowSource(workflow), beside: providers, now: now)
    var engine = self
    engine.providers.insert(provider, at: min(1, providers.count))
    return engine
  }

  /// Returns an engine for dry runs: it changes nothing, and its calls return `planned` outcomes.
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

  /// Returns the current time.
  package func clock() -> Date { now() }

  /// Runs a call.
  ///
  /// Validates all arguments before anything is written.
  ///
  /// - Parameters:
  ///     - canRequestInput: Whether the caller can answer a request for input and repeat the call.
  ///     - report: Called with the progress of a long call, as a fraction from 0 to 1.
  ///     - allowNextCall: Called when the client's next call may start while this one waits.
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
    do throws(Failure) {
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
      return outcome(answer.addingNotes(found.notes + notes))
    } catch {
      if canRequestInput, let request = await inputRequest(for: error, of: call, from: source) {
        return .needsInput(request)
      }
      return .failed(error)
    }
  }

  /// Returns the request for input that would resolve an error, or nil if no input would.
  private func inputRequest(
    for error: Failure,
    of call: IntentCall,
    from source: CallSource
  ) async -> InputRequest? {
    if let request = error.inputRequest { return request }
    guard error.code == Failure.missingValueCode, let problem = error.problem,
      problem.pointer.tokens.count == 1, let name = problem.pointer.tokens.first,
      let definition = try? await lookUp(intent: call.intent)?.definition,
      let schema = definition.properties[name]
    else { return nil }
    // A person at a terminal is asked; a program gets the name of the parameter.
    return [.commandLine, .file].contains(source)
      ? InputRequest(missing: name, schema: schema)
      : InputRequest(error.message, parameter: name, schema: schema)
  }

  /// Returns the outcome of a call that succeeded.
  ///
  /// It doesn't take a `Result`, because the runtime would search for a conformance to make its type.
  func outcome(_ answer: IntentResult) -> Outcome {
    isDryRun ? .planned(answer.markedAsDryRun()) : .ok(answer)
  }

  /// Returns a stream with an element whenever the result of a call may have changed, or nil if the
  /// provider can't detect changes.
  public func changes(of call: IntentCall, from source: CallSource) async -> AsyncStream<Void>? {
    guard let found = try? await resolve(call, from: source) else { return nil }
    let provider = providers[found.provider] as? any ChangingIntentProvider
    return await provider?.changes(of: found.call)
  }

  /// Returns every problem of a call that can be found without reading any stored data.
  ///
  /// If the values are valid for the schema, returns only the first problem found by the provider.
  public func problems(with call: IntentCall, from source: CallSource) async -> [Failure] {
    if let definition = try? await lookUp(intent: call.intent)?.definition,
      definition.sources.contains(source)
    {
      let problems = SchemaValidator(definition.parameters).problems(in: .object(call.values))
      if !problems.isEmpty { return problems.map { .invalidValue($0) } }
    }
    return await problem(with: call, from: source).map { [$0] } ?? []
  }

  /// Returns the first problem of a call that can be found without reading any stored data, or nil.
  ///
  /// - Parameter lacksValues: Whether the call has other values too, which aren't known yet.
  public func problem(
    with call: IntentCall,
    from source: CallSource,
    lacksValues: Bool = false
  ) async -> Failure? {
    do throws(Failure) {
      let found = try await resolve(call, from: source, lacksValues: lacksValues)
      var context = CallContext(now: now(), source: source)
      (context.engine, context.lacksValues) = (self, lacksValues)
      let call = found.call
      try await providers[found.provider].check(call.values, of: call.definition, in: context)
      return nil
    } catch {
      return error
    }
  }

  /// Returns the reason a call can't run in the same atomic group as another, or nil if it can.
  public func problem(with call: IntentCall, beside other: IntentCall) async -> Failure? {
    guard let found = try? await lookUp(intent: call.intent),
      let other = try? await lookUp(intent: other.intent)
    else { return nil }
    guard await canRunInAtomicGroup(found) else {
      return .atomicGroupUnsupported(call.intent)
    }
    // If the other call can't run atomically at all, the problem is reported for that call, not for
    // this one.
    let isOtherProvider = found.provider != other.provider
    let otherSupportsAtomicGroups = await canRunInAtomicGroup(other)
    return isOtherProvider && otherSupportsAtomicGroups ? .atomicGroupUnsupported(call.intent) : nil
  }

  private func canRunInAtomicGroup(
    _ found: (provider: Int, definition: IntentDefinition)
  ) async -> Bool {
    let provider = providers[found.provider] as? any TransactionalIntentProvider
    return await provider?.canRunInAtomicGroup(found.definition) ?? false
  }

  func lookUp(
    intent: String
  ) async throws(Failure) -> (provider: Int, definition: IntentDefinition)? {
    for (index, provider) in providers.enumerated() {
      if let definition = try await provider.definition(of: intent) { return (index, definition) }
    }
    return nil
  }

  /// Finds the provider of a call's intent and validates the call.
  package func resolve(
    _ call: IntentCall,
    from source: CallSource,
    lacksValues: Bool = false
  ) async throws(Failure) -> RoutedCall {
    if let (index, definition) = try await lookUp(intent: call.intent) {
      if call.key != nil, !providers[index].capabilities.contains(.idempotencyKeys) {
        throw .keyUnsupported(call.intent)
      }
      try check(source, of: definition)
      var values = call.values
      if definition.properties[JSONObject.commentKey] == nil { values = values.withoutComment }
      values = values.withPresentNames(definition.properties)
      let problems = SchemaValidator(definition.parameters).problems(in: .object(values))
      if !lacksValues, let problem = problems.first { throw .invalidValue(problem) }
      if !providers[index].capabilities.contains(.ownDefaults) {
        for property in definition.properties.members where values[property.key] == nil {
          values[property.key] = property.value["default"]
        }
      }
      let validated = ValidatedCall(
        definition: definition,
        values: values,
        key: IdempotencyKey(call),
        input: call.input
      )
      return RoutedCall(provider: index, call: validated)
    }
    throw .unknownIntent(call.intent, near: await definitions().closestID(to: call.intent))
  }

  /// Checks that a call is permitted.
  private func check(_ source: CallSource, of definition: IntentDefinition) throws(Failure) {
    guard definition.sources.contains(source) else {
      throw .sourceNotAllowed(definition.id, source)
    }
    if isReadOnly, !definition.effects.readOnly { throw .readOnly(definition.id) }
  }
}

/// A validated call with the index of the provider that runs it.
package struct RoutedCall: Sendable {
  let provider: Int
  package internal(set) var call: ValidatedCall
  /// Sentences about hooks to append to the result's dialog.
  var notes: [Notice] = []
}

extension IntentResult {
  /// Returns the result with notes appended to its dialog.
  package func addingNotes(_ notes: [Notice]) -> IntentResult {
    var answer = self
    for note in notes where !note.sentence.isEmpty {
      answer.notice = answer.notice.rewording { $0.isEmpty ? "" : "\($0) " } + note
    }
    return answer
  }

  /// Returns the result whose dialog says, or doesn't say, that this was a dry run.
  package func markedAsDryRun(_ isDryRun: Bool = true) -> IntentResult {
    var answer = self
    answer.notice.isDryRun = isDryRun
    return answer
  }
}
