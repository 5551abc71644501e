/// The numbers of steps in a workflow run that were done, planned, failed or skipped.
struct StepCounts: Sendable, Equatable {
  var done = 0
  var planned = 0
  var failed = 0
  var skipped = 0

  mutating func count(_ status: StepStatus, isCall: Bool) {
    switch status {
    case .ok where isCall: done += 1
    case .planned where isCall, .unknown where isCall: planned += 1
    case .failed, .timeout: failed += 1
    case .skipped: skipped += 1
    case .ok, .planned, .unknown, .cancelled, .running: break
    }
  }

  func adding(_ other: StepCounts) -> StepCounts {
    StepCounts(
      done: done + other.done,
      planned: planned + other.planned,
      failed: failed + other.failed,
      skipped: skipped + other.skipped
    )
  }

  /// The counts as text, such as "2 done, 1 failed", with a period at the end.
  var sentence: String {
    let parts = [(done, "done"), (planned, "planned"), (failed, "failed"), (skipped, "skipped")]
      .filter { $0.0 > 0 }
    let listed = parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    return parts.isEmpty ? "nothing to do." : "\(listed)."
  }
}
