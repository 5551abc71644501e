/// Calls done in order: checked all together, committed in groups.
public struct BatchRun: Sendable {
  private let engine: IntentEngine
  private let door: Door
  private let options: BatchOptions

  /// Makes a run.
  public init(engine: IntentEngine, door: Door, options: BatchOptions = BatchOptions()) {
    self.engine = engine
    self.door = door
    self.options = options
  }

  /// Checks every call, and does them in order if nothing is wrong with any.
  ///
  /// - Parameter report: takes each result once it lasts.
  /// - Throws: What the source throws, and `BatchStopped`.
  public func perform(
    _ source: any CallSource,
    report: @escaping (BatchResult) async -> Void
  ) async throws -> BatchSummary {
    let observer = Reporter(report: report)
    let check = options.isChecked ? try await check(source, for: observer) : nil
    if let check, check.summary.firstFailure != nil { return check.summary }
    return try await perform(source, after: check, for: observer)
  }

  /// Checks every call.
  ///
  /// - Throws: What the source throws.
  public func check(
    _ source: any CallSource,
    for observer: any BatchObserver
  ) async throws -> BatchCheck {
    var check = BatchCheck()
    var reader = try source.reader()
    var first: Call?
    while let next = try reader.next() {
      let index = check.summary.calls
      if let first, index == 1, let problem = await engine.problem(with: first, beside: first) {
        await observer.hasResults([check.summary.count(problem.outcome, of: first, at: 0)])
      }
      if let problem = await problem(with: next.call, beside: first) {
        let result = check.summary.count(problem.outcome, of: next.call, at: index)
        await observer.hasResults([result])
      }
      // What is done all or nothing goes together with the first.
      if options.isAtomic, index == 0, check.summary.failed == 0 { first = next.call }
      check.note(next)
      if check.summary.calls.isMultiple(of: BatchCheck.stride) {
        await observer.hasChecked(check.summary.calls)
      }
    }
    return check
  }

  private func problem(with call: Call, beside first: Call?) async -> IntentError? {
    if let problem = await engine.problem(with: call, from: door) { return problem }
    guard let first else { return nil }
    return await engine.problem(with: call, beside: first)
  }

  /// Does calls in order.
  ///
  /// - Parameter check: of the same calls, which found nothing wrong; nil for calls that are done
  ///   unchecked, as they come.
  /// - Throws: `BatchStopped` where no call's failure ended it.
  public func perform(
    _ source: any CallSource,
    after check: BatchCheck?,
    for observer: any BatchObserver
  ) async throws(BatchStopped) -> BatchSummary {
    var summary = BatchSummary()
    summary.calls = check?.summary.calls ?? 0
    do {
      var groups = CallGroups(try source.reader(), options, after: check)
      if options.isAtomic {
        try await performTogether(&groups, &summary, observer)
      } else {
        while try await performGroup(of: &groups, &summary, observer) {}
      }
      return summary
    } catch {
      throw BatchStopped(summary: summary, cause: error)
    }
  }

  /// Does the next calls.
  ///
  /// - Returns: Whether there may be more.
  private func performGroup(
    of groups: inout CallGroups,
    _ summary: inout BatchSummary,
    _ observer: any BatchObserver
  ) async throws -> Bool {
    let group = try groups.next()
    summary.skipped = groups.skipped
    if options.isChecked == false { summary.calls += group.steps.count }
    if try await !perform(group.steps[...], &summary, observer) { return false }
    switch group.ending {
    case nil: return true
    case .end: return false
    case .problem(let error): throw error
    case .unusable(let outcome, let index):
      summary.calls += 1
      await observer.hasResults([summary.count(outcome, of: Call(""), at: index)])
      return options.goesOn
    }
  }

  /// Does calls, as many at once as can be committed.
  ///
  /// - Returns: Whether nothing ended the batch.
  private func perform(
    _ steps: ArraySlice<CallGroup.Step>,
    _ summary: inout BatchSummary,
    _ observer: any BatchObserver
  ) async throws -> Bool {
    var rest = steps
    while !rest.isEmpty {
      if observer.wantsEnd {
        summary.isCancelled = true
        return false
      }
      try await observer.willPerform(rest.map(\.call))
      let start = ContinuousClock.now
      let outcomes = await engine.performGroup(
        rest.map(\.call),
        as: options.goesOn ? .each : .untilFailure,
        from: door
      )
      let duration = ContinuousClock.now - start
      var results: [BatchResult] = []
      var hasEnded = false
      for outcome in outcomes {
        // What may yet be done is not said not to have been run.
        if hasEnded, outcome.error?.kind != .uncertain { break }
        guard let step = rest.popFirst() else { break }
        results.append(summary.count(outcome, of: step.call.call, at: step.index, after: duration))
        hasEnded = hasEnded || outcome.error != nil && !options.goesOn
      }
      await observer.hasResults(results)
      if hasEnded { return false }
    }
    return true
  }

  private func performTogether(
    _ groups: inout CallGroups,
    _ summary: inout BatchSummary,
    _ observer: any BatchObserver
  ) async throws {
    var steps: [CallGroup.Step] = []
    reading: while true {
      let group = try groups.next()
      steps += group.steps
      switch group.ending {
      case nil: continue
      case .problem(let error): throw error
      case .end, .unusable: break reading
      }
    }
    summary.skipped = groups.skipped
    if steps.isEmpty { return }
    try await observer.willPerform(steps.map(\.call))
    let start = ContinuousClock.now
    let outcomes = await engine.performGroup(steps.map(\.call), as: .allOrNothing, from: door)
    let duration = ContinuousClock.now - start
    // Where one failed, none of those before it was done.
    let hasFailed = outcomes.last?.error != nil
    var results: [BatchResult] = []
    for (step, outcome) in zip(steps, outcomes) where !hasFailed || outcome.error != nil {
      results.append(summary.count(outcome, of: step.call.call, at: step.index, after: duration))
    }
    await observer.hasResults(results)
  }
}

/// Hands results over one by one.
private struct Reporter: BatchObserver {
  let report: (BatchResult) async -> Void

  func hasResults(_ results: [BatchResult]) async {
    for result in results { await report(result) }
  }
}
