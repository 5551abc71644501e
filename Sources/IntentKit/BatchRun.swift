public import JSONText

/// Calls done in order, until one fails.
public struct BatchRun: Sendable {
  private let engine: IntentEngine
  private let door: Door

  private let isAtomic: Bool

  /// Makes a run.
  ///
  /// - Parameter isAtomic: whether all calls are done or none is.
  public init(engine: IntentEngine, door: Door, isAtomic: Bool = false) {
    self.engine = engine
    self.door = door
    self.isAtomic = isAtomic
  }

  /// Checks every call, and does them in order if nothing is wrong with any.
  ///
  /// - Parameter report: takes each result as it comes: of a call that was done, or of one that
  ///   the check found wrong.
  public func perform(
    _ calls: [Call],
    report: (BatchResult) async -> Void
  ) async -> BatchSummary {
    var summary = BatchSummary(calls: calls.count)
    for (index, call) in calls.enumerated() {
      if let problem = await engine.problem(with: call, from: door) {
        let result = BatchResult(index: index, outcome: problem.outcome)
        summary.count(result.outcome)
        await report(result)
      }
    }
    guard summary.firstFailure == nil else { return summary }
    if isAtomic { return await performTogether(calls, report: report) }
    var next = 0
    while next < calls.count, summary.firstFailure == nil {
      let group = Array(calls[next..<min(next + Self.groupLimit, calls.count)])
      // What may yet be done is not said not to have been run.
      for outcome in await engine.performGroup(group, as: .untilFailure, from: door)
      where summary.firstFailure == nil || outcome.error?.kind == .uncertain {
        summary.count(outcome)
        await report(BatchResult(index: next, outcome: outcome))
        next += 1
      }
    }
    return summary
  }

  /// The most calls that are made to last at once.
  private static let groupLimit = 1000

  private func performTogether(
    _ calls: [Call],
    report: (BatchResult) async -> Void
  ) async -> BatchSummary {
    var summary = BatchSummary(calls: calls.count)
    let outcomes = await engine.performGroup(calls, as: .allOrNothing, from: door)
    var results = outcomes.enumerated().map { BatchResult(index: $0.offset, outcome: $0.element) }
    // Where one failed, none of those before it was done.
    if let last = results.last, last.outcome.error != nil { results = [last] }
    for result in results {
      summary.count(result.outcome)
      await report(result)
    }
    return summary
  }
}

/// What one call of a batch answered.
public struct BatchResult: Sendable, Equatable {
  /// The place of the call, counted from 0.
  public let index: Int
  /// What it answered.
  public let outcome: Outcome

  /// The result as a line of output has it.
  public var json: JSONValue {
    [
      "index": .number(JSONNumber(index)),
      "pointer": .string(JSONPointer([String(index)]).description),
      "outcome": outcome.json,
    ]
  }
}

/// What became of a batch.
public struct BatchSummary: Sendable, Equatable {
  /// How many calls it has.
  public let calls: Int
  /// How many were done, or would be.
  public private(set) var succeeded = 0
  /// How many failed.
  public private(set) var failed = 0
  /// What the first that failed answered.
  public private(set) var firstFailure: Outcome?

  init(calls: Int) {
    self.calls = calls
  }

  mutating func count(_ outcome: Outcome) {
    if outcome.error == nil {
      succeeded += 1
    } else {
      failed += 1
      firstFailure = firstFailure ?? outcome
    }
  }

  /// How many were not begun.
  public var notRun: Int { calls - succeeded - failed }

  /// The summary as the last line of output has it.
  public var json: JSONValue {
    let counts: JSONObject = [
      "calls": .number(JSONNumber(calls)), "ok": .number(JSONNumber(succeeded)),
      "failed": .number(JSONNumber(failed)), "notRun": .number(JSONNumber(notRun)),
    ]
    return ["summary": .object(counts)]
  }
}
