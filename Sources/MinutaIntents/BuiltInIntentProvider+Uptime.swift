import Foundation
import IntentKit
import JSONText
import MinutaCore

extension BuiltInIntentProvider {
  /// Updates the uptime log if one of the calls shows that the user is present.
  ///
  /// A running timer with a start in the past counts as reviewed, because the user has just chosen
  /// that start.
  func recordUptime(
    of calls: [ValidatedCall],
    _ results: [Result<IntentResult, Failure>],
    at now: Date
  ) {
    let userCalls = zip(calls, results).filter { call, _ in
      catalog.entry(call.definition.id)?.type.recordsUptime ?? false
    }
    guard !isDryRun, !userCalls.isEmpty, let uptimeSource else { return }
    var history = uptimeSource.uptimeHistory()
    var isNew = uptimeSource.reading(at: now).map { history.note($0) } ?? false
    for case (_, .success(let result)) in userCalls where result.value["alreadyRunning"] != true {
      guard let timer = result.value["record"]?.backdatedTimer(at: now) else { continue }
      history.markReviewed(timer, at: now)
      isNew = true
    }
    if isNew { uptimeSource.save(history) }
  }
}

extension JSONValue {
  /// Returns the id of a running timer if it started long enough ago to seem forgotten.
  fileprivate func backdatedTimer(at now: Date) -> UUID? {
    guard
      self["endTime"] == nil,
      let start = self["startTime"]?.string.flatMap(Timestamp.date),
      now.timeIntervalSince(start) >= UptimeHistory.minimumIdleSeconds
    else { return nil }
    return self["id"]?.string.flatMap(UUID.of)
  }
}
