/// Runs the calls of a batch in order and commits their changes in groups.
///
/// By default, validates all calls before it runs the first one.
public struct BatchRunner: Sendable {
  private let engine: IntentEngine
  private let source: CallSource
  private let options: BatchOptions

  /// Creates a batch runner.
  public init(engine: IntentEngine, source: CallSource, options: BatchOptions = BatchOptions()) {
    self.engine = engine
    self.source = source
    self.options = options
  }

  /// Validates all calls, unless the options say otherwise, and then runs them in order if all are
  /// valid.
  ///
  /// - Parameter report: Called with each result after it is committed.
  /// - Throws: An error from reading `calls`, or `BatchInterruptedError`.
  public func perform(
    _ calls: any BatchSource,
    report: @escaping (BatchCallResult) async -> Void
  ) async throws -> BatchSummary {
    let observer = ClosureBatchObserver(report: report)
    let check = options.validatesBeforeRunning ? try await check(calls, for: observer) : nil
    if let check, check.summary.firstFailure != nil { return check.summary }
    return try await perform(calls, after: check, for: observer)
  }

  /// Validates every call without running any.
  ///
  /// - Throws: An error from reading `calls`.
  public func check(
    _ calls: any BatchSource,
    for observer: any BatchObserver
  ) async throws -> BatchValidationResult {
    var check = BatchValidationResult()
    var reader = try calls.reader()
    var first: IntentCall?
    while let next = try reader.next() {
      let index = check.summary.calls
      if let first, index == 1, let problem = await engine.problem(with: first, beside: first) {
        await observer.didProduce([check.summary.count(.failed(problem), of: first, at: 0)])
      }
      if let problem = await problem(with: next.call, beside: first) {
        let result = check.summary.count(.failed(problem), of: next.call, at: index)
        await observer.didProduce([result])
      }
      // All calls of an atomic batch need the same provider, so compare each call with the first.
      if options.isAtomic, index == 0, check.summary.failed == 0 { first = next.call }
      check.note(next)
      if check.summary.calls.isMultiple(of: BatchValidationResult.checkpointInterval) {
        await observer.didValidate(check.summary.calls)
      }
    }
    return check
  }

  private func problem(with call: IntentCall, beside first: IntentCall?) async -> Failure? {
    if let problem = await engine.problem(with: call, from: source) { return problem }
    guard let first else { return nil }
    return await engine.problem(with: call, beside: first)
  }

  /// Runs calls in order.
  ///
  /// - Parameter check: The result of validating the same calls. Nil if they weren't validated.
  /// - Throws: `BatchInterruptedError` if the batch ended for a reason other than a failed call.
  public func perform(
    _ calls: any BatchSource,
    after check: BatchValidationResult?,
    for observer: any BatchObserver
  ) async throws(BatchInterruptedError) -> BatchSummary {
    var summary = BatchSummary()
    summary.calls = check?.summary.calls ?? 0
    do {
      var groups = CallGroupReader(try calls.reader(), options, after: check)
      if options.isAtomic {
        try await performTogether(&groups, &summary, observer)
      } else {
        while try await performGroup(of: &groups, &summary, observer) {}
      }
      return summary
    } catch {
      throw BatchInterruptedError(summary: summary, cause: error)
    }
  }

  /// Runs the next group of calls.
  ///
  /// - Returns: Whether the batch may continue with another group.
  private func performGroup(
    of groups: inout CallGroupReader,
    _ summary: inout BatchSummary,
    _ observer: any BatchObserver
  ) async throws -> Bool {
    let group = try groups.next()
    summary.skipped = groups.skipped
    if options.validatesBeforeRunning == false { summary.calls += group.steps.count }
    if try await !perform(group.steps[...], &summary, observer) { return false }
    switch group.stopReason {
    case nil: return true
    case .end: return false
    case .problem(let error): throw error
    case .invalidCall(let outcome, let index):
      summary.calls += 1
      await observer.didProduce([summary.count(outcome, of: IntentCall(""), at: index)])
      return options.continuesOnError
    }
  }

  /// Runs a group of calls, committing as many at a time as the provider supports.
  ///
  /// - Returns: Whether the batch may continue.
  private func perform(
    _ steps: ArraySlice<CallGroup.IndexedCall>,
    _ summary: inout BatchSummary,
    _ observer: any BatchObserver
  ) async throws -> Bool {
    var rest = steps
    while !rest.isEmpty {
      if observer.shouldStop {
        summary.isCancelled = true
        return false
      }
      try await observer.willPerform(rest.map(\.call))
      let outcomes = await engine.performGroup(
        rest.map(\.call),
        as: options.continuesOnError ? .each : .untilFailure,
        from: source,
        after: summary.failuresSinceChange
      )
      var results: [BatchCallResult] = []
      var hasEnded = false
      for outcome in outcomes {
        // After a failure, report a later call only if it is uncertain whether it ran.
        if hasEnded, outcome.error?.kind != .uncertain { break }
        guard let step = rest.popFirst() else { break }
        results.append(summary.count(outcome, of: step.call.call, at: step.index))
        hasEnded = hasEnded || outcome.error != nil && !options.continuesOnError
      }
      await observer.didProduce(results)
      if hasEnded { return false }
    }
    return true
  }

  private func performTogether(
    _ groups: inout CallGroupReader,
    _ summary: inout BatchSummary,
    _ observer: any BatchObserver
  ) async throws {
    var steps: [CallGroup.IndexedCall] = []
    reading: while true {
      let group = try groups.next()
      steps += group.steps
      switch group.stopReason {
      case nil: continue
      case .problem(let error): throw error
      case .end, .invalidCall: break reading
      }
    }
    summary.skipped = groups.skipped
    if steps.isEmpty { return }
    try await observer.willPerform(steps.map(\.call))
    let outcomes = await engine.performGroup(steps.map(\.call), as: .allOrNothing, from: source)
    // If one call of an atomic batch failed, none took effect, so report only the failure.
    let hasFailed = outcomes.last?.error != nil
    var results: [BatchCallResult] = []
    for (step, outcome) in zip(steps, outcomes) where !hasFailed || outcome.error != nil {
      results.append(summary.count(outcome, of: step.call.call, at: step.index))
    }
    await observer.didProduce(results)
  }
}

/// An observer that passes each result to a closure.
private struct ClosureBatchObserver: BatchObserver {
  let report: (BatchCallResult) async -> Void

  func didProduce(_ results: [BatchCallResult]) async {
    for result in results { await report(result) }
  }
}
