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
  /// - Parameters:
  ///   - checked: takes how many calls have been checked, now and then.
  ///   - report: takes each result once it lasts: of a call that was done, or of one that the
  ///     check found wrong.
  /// - Throws: What the source throws.
  public func perform(
    _ source: any CallSource,
    checked: (Int) async -> Void = { _ in },
    report: (BatchResult) async -> Void
  ) async throws -> BatchSummary {
    var summary = BatchSummary()
    if options.isChecked {
      try await check(source, &summary, checked, report)
      if summary.firstFailure != nil { return summary }
    }
    if options.isAtomic {
      try await performTogether(source, &summary, report)
    } else {
      try await performGroups(of: source, &summary, report)
    }
    return summary
  }

  private func check(
    _ source: any CallSource,
    _ summary: inout BatchSummary,
    _ checked: (Int) async -> Void,
    _ report: (BatchResult) async -> Void
  ) async throws {
    var reader = try source.reader()
    var first: Call?
    while let next = try reader.next() {
      if let first, summary.calls == 1,
        let problem = await engine.problem(with: first, beside: first)
      {
        await report(summary.count(problem.outcome, of: first, at: 0))
      }
      if let problem = await problem(with: next.call, beside: first) {
        await report(summary.count(problem.outcome, of: next.call, at: summary.calls))
      }
      // What is done all or nothing goes together with the first.
      if options.isAtomic, summary.calls == 0, summary.failed == 0 { first = next.call }
      summary.calls += 1
      if summary.calls.isMultiple(of: Self.groupLimit) { await checked(summary.calls) }
    }
  }

  private func problem(with call: Call, beside first: Call?) async -> IntentError? {
    if let problem = await engine.problem(with: call, from: door) { return problem }
    guard let first else { return nil }
    return await engine.problem(with: call, beside: first)
  }

  private func performGroups(
    of source: any CallSource,
    _ summary: inout BatchSummary,
    _ report: (BatchResult) async -> Void
  ) async throws {
    var reader = try source.reader()
    var index = 0
    while index < options.skipped, try reader.next() != nil {
      index += 1
    }
    summary.skipped = index
    var hasEnded = false
    while true {
      let (calls, problem) = group(&reader)
      if !options.isChecked { summary.calls += calls.count }
      var rest = calls[...]
      while !rest.isEmpty {
        let rule: GroupRule = options.goesOn ? .each : .untilFailure
        let start = ContinuousClock.now
        let outcomes = await engine.performGroup(Array(rest), as: rule, from: door)
        let duration = ContinuousClock.now - start
        for outcome in outcomes {
          // What may yet be done is not said not to have been run.
          if hasEnded, outcome.error?.kind != .uncertain { return }
          guard let call = rest.popFirst() else { break }
          await report(summary.count(outcome, of: call.call, at: index, after: duration))
          index += 1
          hasEnded = hasEnded || outcome.error != nil && !options.goesOn
        }
        if hasEnded { return }
      }
      if let problem { throw problem }
      if calls.isEmpty { return }
    }
  }

  /// The calls that are at hand, as many as are committed at once, and what keeps the next one from
  /// being read.
  private func group(
    _ reader: inout any CallReader
  ) -> (calls: [BatchCall], problem: (any Error)?) {
    var calls: [BatchCall] = []
    do {
      while calls.count < Self.groupLimit, calls.isEmpty || reader.isNextAtHand,
        let next = try reader.next()
      {
        calls.append(next)
      }
      return (calls, nil)
    } catch {
      return (calls, error)
    }
  }

  /// The most calls that are made to last at once.
  private static let groupLimit = 1000

  private func performTogether(
    _ source: any CallSource,
    _ summary: inout BatchSummary,
    _ report: (BatchResult) async -> Void
  ) async throws {
    var reader = try source.reader()
    var calls: [BatchCall] = []
    while let next = try reader.next() { calls.append(next) }
    summary.skipped = min(options.skipped, calls.count)
    calls.removeFirst(summary.skipped)
    if calls.isEmpty { return }
    let start = ContinuousClock.now
    let outcomes = await engine.performGroup(calls, as: .allOrNothing, from: door)
    let duration = ContinuousClock.now - start
    // Where one failed, none of those before it was done.
    let hasFailed = outcomes.last?.error != nil
    for (index, outcome) in outcomes.enumerated() where !hasFailed || outcome.error != nil {
      await report(
        summary.count(outcome, of: calls[index].call, at: index + summary.skipped, after: duration)
      )
    }
  }
}

/// How calls are done.
public struct BatchOptions: Sendable {
  /// Whether all calls are done or none is.
  public var isAtomic = false
  /// Whether a failure leaves the rest to be done.
  public var goesOn = false
  /// Whether all calls are checked before the first is done.
  public var isChecked = true
  /// How many of the first calls have been done already.
  public var skipped = 0

  /// Makes options: checked, ending at the first failure.
  public init() {}
}
