public import JSONText

/// The result of one call in a batch.
public struct BatchCallResult: Sendable, Equatable {
  /// The index of the call in the batch, counted from 0.
  public let index: Int
  /// The ID of the call's intent.
  public let intent: String
  /// The outcome of the call.
  public let outcome: Outcome

  /// Creates the result of a call.
  package init(index: Int, intent: String, outcome: Outcome) {
    self.index = index
    self.intent = intent
    self.outcome = outcome
  }

  /// The result as JSON, which is printed on a line of its own.
  public var json: JSONValue {
    [
      "index": .number(JSONNumber(index)),
      "pointer": .string(JSONPointer([String(index)]).description),
      "outcome": outcome.json,
    ]
  }
}

/// The numbers of calls in a batch that succeeded, failed, were skipped or didn't run.
public struct BatchSummary: Sendable, Equatable {
  /// The number of calls in the batch that have been read so far.
  public internal(set) var calls = 0
  /// The number of calls that succeeded, or would succeed in a dry run.
  public private(set) var succeeded = 0
  /// The number of successful calls that only returned the stored result for their idempotency key.
  public private(set) var repeated = 0
  /// The number of calls that failed.
  public private(set) var failed = 0
  /// The number of calls skipped because an earlier, interrupted run already attempted them.
  public internal(set) var skipped = 0
  /// Whether the batch was stopped on request before all calls ran.
  public internal(set) var isCancelled = false
  /// The outcome of the first failed call; nil if none failed.
  public private(set) var firstFailure: Outcome?
  /// The indices of the calls that failed since the last change, which the next change records.
  private(set) var failuresSinceChange: [Int] = []

  mutating func count(
    _ outcome: Outcome,
    of call: IntentCall,
    at index: Int
  ) -> BatchCallResult {
    if outcome.error == nil {
      succeeded += 1
      if outcome.result?.isRepeated == true {
        repeated += 1
      } else if outcome.result?.revision != nil {
        failuresSinceChange = []
      }
    } else {
      failed += 1
      failuresSinceChange.append(index)
      firstFailure = firstFailure ?? outcome
    }
    return BatchCallResult(index: index, intent: call.intent, outcome: outcome)
  }

  /// The number of calls that didn't run, such as those after a failure.
  public var notRun: Int { calls - succeeded - failed - skipped }

  /// The summary as JSON, which is printed after all results.
  public var json: JSONValue {
    var counts: JSONObject = [
      "calls": .number(JSONNumber(calls)), "ok": .number(JSONNumber(succeeded)),
      "failed": .number(JSONNumber(failed)), "notRun": .number(JSONNumber(notRun)),
    ]
    if repeated > 0 { counts["repeated"] = .number(JSONNumber(repeated)) }
    if skipped > 0 { counts["skipped"] = .number(JSONNumber(skipped)) }
    if isCancelled { counts["cancelled"] = true }
    return ["summary": .object(counts)]
  }
}
