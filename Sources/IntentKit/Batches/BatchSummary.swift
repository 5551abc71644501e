public import JSONText

/// What one call of a batch answered.
public struct BatchCallResult: Sendable, Equatable {
  /// The place of the call, counted from 0.
  public let index: Int
  /// What was asked for.
  public let intent: String
  /// What it answered.
  public let outcome: Outcome
  /// How long it took until that lasted, with the calls that were committed with it.
  public let duration: Duration

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
  /// How many calls it has, as far as it was read.
  public internal(set) var calls = 0
  /// How many were done, or would be.
  public private(set) var succeeded = 0
  /// How many of those had been done before under their keys.
  public private(set) var repeated = 0
  /// How many failed.
  public private(set) var failed = 0
  /// How many had been done already by a run that was interrupted.
  public internal(set) var skipped = 0
  /// Whether it was asked to end before its end.
  public internal(set) var isCancelled = false
  /// What the first that failed answered.
  public private(set) var firstFailure: Outcome?

  mutating func count(
    _ outcome: Outcome,
    of call: IntentCall,
    at index: Int,
    after duration: Duration = .zero
  ) -> BatchCallResult {
    if outcome.error == nil {
      succeeded += 1
      if outcome.result?.isRepeated == true { repeated += 1 }
    } else {
      failed += 1
      firstFailure = firstFailure ?? outcome
    }
    return BatchCallResult(index: index, intent: call.intent, outcome: outcome, duration: duration)
  }

  /// How many were not begun.
  public var notRun: Int { calls - succeeded - failed - skipped }

  /// The summary as the last line of output has it.
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
