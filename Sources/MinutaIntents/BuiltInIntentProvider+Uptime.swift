import Foundation
import IntentKit
import MinutaCore

extension BuiltInIntentProvider {
  /// Notes in the uptime log that the machine is awake, if one of the calls shows that the user is
  /// present.
  func recordUptime(of calls: some Sequence<ValidatedCall>, in log: any UptimeSource, at now: Date)
  {
    let isUserPresent = calls.contains {
      catalog.entry($0.definition.id)?.type.recordsUptime ?? false
    }
    guard !isDryRun, isUserPresent, let reading = log.reading(at: now) else { return }
    var history = log.uptimeHistory()
    if history.note(reading) { log.save(history) }
  }
}

extension IntentContext {
  /// Marks the timer whose start the user has just chosen as reviewed, if it started long enough
  /// ago to seem forgotten.
  func saveReviewedTimer() {
    guard !isDryRun, let uptimeSource, let timer = reviewedTimer, timer.isRunning,
      now.timeIntervalSince(timer.startTime) >= UptimeHistory.minimumIdleSeconds
    else { return }
    var history = uptimeSource.uptimeHistory()
    history.markReviewed(timer.id, at: now)
    uptimeSource.save(history)
  }
}
