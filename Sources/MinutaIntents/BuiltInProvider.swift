package import Foundation
package import IntentKit
package import JSONText
package import MinutaCore

/// The intents of time tracking.
package struct BuiltInProvider: IntentProvider {
  let catalogue: BuiltInCatalogue
  private let tracking: any TimeTracking
  private let days: DayReckoning
  private let rules: TimeRules
  let wakefulness: (any Wakefulness)?
  private let readFile: @Sendable (String) throws -> [UInt8]
  private let tellsLocalTimes: Bool
  let examineConfiguration: (@Sendable (IntentEngine) async -> [Finding])?
  /// The findings of that, once a call needs them.
  var configurationFindings: [Finding]?
  private(set) var isRehearsal = false

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - timeZone: the zone of a call that names none.
  ///   - rules: what the user has settled about time.
  ///   - wakefulness: what knows when the machine was awake; nil where nothing does.
  ///   - tellsLocalTimes: whether records have local times also in the answer of a call that is done
  ///     by itself; those of workflows always have.
  ///   - readFile: reads a regular file that a call names, or throws `FileProblem`.
  ///   - examineConfiguration: looks for problems outside the store; nil where there can be none.
  package init(
    catalogue: BuiltInCatalogue,
    tracking: any TimeTracking,
    timeZone: TimeZone,
    rules: TimeRules = TimeRules(),
    wakefulness: (any Wakefulness)? = nil,
    tellsLocalTimes: Bool = true,
    readFile: @escaping @Sendable (String) throws -> [UInt8],
    examineConfiguration: (@Sendable (IntentEngine) async -> [Finding])? = nil
  ) {
    self.examineConfiguration = examineConfiguration
    self.catalogue = catalogue
    self.tracking = tracking
    days = DayReckoning(
      timeZone: TimeZone(named: timeZone.identifier) ?? timeZone,
      dayStart: rules.dayStart,
      weekStart: rules.weekStart
    )
    self.rules = rules
    self.wakefulness = wakefulness
    self.tellsLocalTimes = tellsLocalTimes
    self.readFile = readFile
  }

  package func definitions() -> [IntentDefinition] { catalogue.definitions }

  package func definition(of id: String) -> IntentDefinition? { catalogue.definition(of: id) }

  package func check(
    _ values: JSONObject,
    of definition: IntentDefinition,
    in context: CallContext
  ) async throws(IntentError) {
    var resolver = ValueResolver(checkingAt: context.now, days: days)
    do {
      try NamedFiles.check(values, of: definition, from: context.door)
      let resolved = try resolver.resolve(values, of: definition)
      let intent = catalogue.intent(definition.id)
      try intent?.type.check(IntentValues(resolved.values), now: context.now)
    } catch {
      throw intentError(error, definition.id, context.now)
    }
  }

  package var keepsKeys: Bool { true }

  package func kept(_ key: CallKey) async throws(IntentError) -> Answer? {
    do {
      return try await tracking.read(now: .distantPast) { tracker in try tracker.kept(key) }
    } catch {
      throw intentError(error, "", .distantPast)
    }
  }

  package func canShare(_ definition: IntentDefinition) -> Bool {
    !isAlone(definition)
  }

  private func isAlone(_ definition: IntentDefinition) -> Bool {
    catalogue.intent(definition.id)?.type.commitsAlone ?? true
  }

  package func perform(
    _ call: CheckedCall,
    in context: CallContext
  ) async throws(IntentError) -> Answer {
    var group = GroupContext(rule: .untilFailure, now: { context.now }, door: context.door)
    (group.chain, group.wantsEvents) = (context.chain, context.wantsEvents)
    group.engine = context.engine
    let results = try await performGroup([call], in: group)
    guard let result = results.first else { throw .unknownIntent(call.definition.id, near: nil) }
    return try result.get()
  }

  package func performGroup(
    _ calls: [CheckedCall],
    in context: GroupContext
  ) async throws(IntentError) -> [Result<Answer, IntentError>] {
    if let examined = await examined(for: calls, context.engine) {
      return try await examined.performGroup(calls, in: context)
    }
    let calls = try group(calls, by: context.rule)
    let isReadOnly = calls.allSatisfy(changesNothing)
    let context = isReadOnly ? context.inWholeSeconds : context
    let start = context.now()
    do {
      if let first = calls.first, isAlone(first.definition) { try await tracking.settle() }
      if isReadOnly {
        return try await tracking.read(now: start) { tracker in
          try perform(calls, in: context, since: start, &tracker)
        }
      }
      let origin = context.origin(of: "Batch", at: calls.last?.place, now: start)
      let results = try await tracking.write(origin) { tracker in
        try perform(calls, in: context, since: start, &tracker)
      }
      noteClocks(of: calls, results, at: start)
      return results
    } catch let failure as GroupFailure {
      return failure.results
    } catch {
      throw intentError(error, calls.first?.definition.id ?? "", start)
    }
  }

  private func changesNothing(_ call: CheckedCall) -> Bool {
    guard let intent = catalogue.intent(call.definition.id) else { return true }
    return intent.isReadOnly || intent.type.changesNothing(IntentValues(call.values))
  }

  /// The first calls that can be committed at once.
  private func group(
    _ calls: [CheckedCall],
    by rule: GroupRule
  ) throws(IntentError) -> [CheckedCall] {
    let alone = calls.firstIndex { isAlone($0.definition) }
    if case .allOrNothing = rule {
      if let alone, calls.count > 1 { throw .notTogether(calls[alone].definition.id) }
      return calls
    }
    return Array(calls.prefix(max(1, alone ?? calls.count)))
  }

  /// Does calls until one fails where that ends them, or the first has waited for long enough.
  private func perform(
    _ calls: [CheckedCall],
    in context: GroupContext,
    since start: Date,
    _ tracker: inout TimeTracker
  ) throws -> [Result<Answer, IntentError>] {
    var results: [Result<Answer, IntentError>] = []
    let isTogether = if case .allOrNothing = context.rule { true } else { false }
    for (index, call) in calls.enumerated() {
      let now = results.isEmpty ? start : context.now()
      tracker.now = now
      do {
        var answer = try perform(call, in: context, &tracker)
        // What is done together happens at once, with the last of it.
        if context.wantsEvents, isTogether ? index == calls.count - 1 : !answer.isRepeated {
          let times = AnswerTimes(now: now, timeZone: days.timeZone)
          answer.events = try tracker.pendingChanges().events(times)
        }
        results.append(.success(answer))
      } catch {
        tracker.dropCall()
        results.append(.failure(intentError(error, call, now)))
        switch context.rule {
        case .allOrNothing: throw GroupFailure(results: results)
        case .untilFailure: return results
        case .each: continue
        }
      }
      // What is only rehearsed is one call each, so that each plan has its own changes.
      if isTogether, !isRehearsal { continue }
      tracker.endCall(context.origin(of: call.definition.id, at: call.place, now: now))
      if isTogether { continue }
      if abs(now.timeIntervalSince(start)) >= Self.longestWait { return results }
    }
    return results
  }

  /// How long the first call of a group waits to be committed, in seconds.
  private static let longestWait = 1.0

  private func perform(
    _ call: CheckedCall,
    in context: GroupContext,
    _ tracker: inout TimeTracker
  ) throws -> Answer {
    guard let intent = catalogue.intent(call.definition.id) else {
      throw IntentError.unknownIntent(call.definition.id, near: nil)
    }
    if let key = call.key, let kept = try tracker.kept(key) {
      let times = AnswerTimes(now: tracker.now)
      return isRehearsal ? kept.planned(call.values, .none, times) : kept
    }
    try NamedFiles.check(call.values, of: call.definition, from: context.door)
    let values = try NamedFiles(read: readFile).resolve(call.values, of: call.definition)
    var resolver = ValueResolver(tracker: tracker, days: days)
    let resolved = try resolver.resolve(values, of: call.definition)
    let now = tracker.now
    var run = IntentRun(
      tracker: tracker,
      days: days,
      rules: rules,
      wakefulness: wakefulness,
      isRehearsal: isRehearsal,
      door: context.door,
      batchRun: call.place.map { BatchStep($0).runID },
      isOfHook: !context.chain.hooks.isEmpty,
      tellsLocalTimes: tellsLocalTimes || call.key != nil || context.chain.run != nil
    )
    run.configurationFindings = configurationFindings ?? []
    defer { tracker = run.tracker }
    var answer = try intent.type.perform(IntentValues(resolved.values), in: &run)
    answer = run.notingConfirmation(answer).noting(resolved.notes + run.notes)
    if intent.type.movesTime { answer = try run.settleOverlaps(answer) }
    if let key = call.key { run.tracker.keep(answer, under: key) }
    if isRehearsal, !intent.isReadOnly {
      let values = resolved.shown(by: call.definition, moments: run.moments)
      let changes = try run.tracker.pendingChanges()
      let isOpen = run.needsConfirmation
      answer = answer.planned(values, changes, run.times, needsConfirmation: isOpen)
    }
    if intent.type.namesFilesSetAside { answer = answer.naming(run.tracker.setAside()) }
    answer.dataRevision = run.tracker.lastEntry
    if !intent.isReadOnly { answer.revision = run.tracker.entry }
    if intent.isReadOnly, call.key == nil { answer.stamp = stamp(run.tracker.state, at: now) }
    return answer
  }

  package func stamp(at now: Date) -> AnswerStamp? {
    stamp(tracking.state, at: now)
  }

  /// A read is given whole seconds, so that its answer is the same for one.
  private func stamp(_ state: Int?, at now: Date) -> AnswerStamp? {
    state.map { AnswerStamp(state: $0, second: now.wholeSeconds) }
  }

  private func intentError(
    _ error: any Error,
    _ call: CheckedCall,
    _ now: Date
  ) -> IntentError {
    guard let error = error as? TrackingError else {
      return intentError(error, call.definition.id, now)
    }
    return error.intentError(of: call, words: TimeWords(now: now, days: days))
  }

  private func intentError(
    _ error: any Error,
    _ intent: String,
    _ now: Date
  ) -> IntentError {
    switch error {
    case let error as IntentError: return error
    case let error as TrackingError:
      return error.intentError(words: TimeWords(now: now, days: days))
    default:
      let message = "The intent \(intent.quoted) failed: \(error)."
      return .failed(OutcomeError(.failure, code: "internal", message: message))
    }
  }

  package func batchPlaces() async throws(IntentError) -> [BatchPlace] {
    do {
      return try await tracking.read(now: .distantPast) { tracker in
        try tracker.batchSteps().map { step in
          BatchPlace(index: step.index, digest: step.digest, run: step.run)
        }
      }
    } catch {
      throw intentError(error, "Batch", .distantPast)
    }
  }

  package func rehearsal() async -> (any IntentProvider)? {
    var twin = BuiltInProvider(
      catalogue: catalogue,
      tracking: await tracking.rehearsal(),
      timeZone: days.timeZone,
      rules: rules,
      wakefulness: wakefulness,
      tellsLocalTimes: tellsLocalTimes,
      readFile: readFile,
      examineConfiguration: examineConfiguration
    )
    twin.isRehearsal = true
    return twin
  }
}

extension GroupContext {
  /// The context with a clock that shows no part of a second.
  fileprivate var inWholeSeconds: GroupContext {
    var context = GroupContext(rule: rule, now: { [now] in now().inWholeSeconds }, door: door)
    (context.chain, context.wantsEvents) = (chain, wantsEvents)
    return context
  }

  /// Where what a call changes comes from.
  fileprivate func origin(of intent: String, at place: BatchPlace?, now: Date) -> ChangeOrigin {
    ChangeOrigin(
      now: now,
      door: door.rawValue,
      intent: intent,
      step: place.map(BatchStep.init),
      run: chain.run
    )
  }
}

extension BatchStep {
  fileprivate init(_ place: BatchPlace) {
    self.init(index: place.index, digest: place.digest, run: place.run)
  }
}

/// Ends a transaction whose calls are done all or not at all.
private struct GroupFailure: Error {
  let results: [Result<Answer, IntentError>]
}
