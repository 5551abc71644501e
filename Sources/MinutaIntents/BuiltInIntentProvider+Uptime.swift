import Foundation
import IntentKit
import JSONText
import MinutaCore

extension BuiltInIntentProvider {
  /// Notes that the machine is awake, where one of some calls shows that somebody is there.
  ///
  /// A timer that was given a start in the past is as its user wants it up to now.
  func recordUptime(
    of calls: [ValidatedCall],
    _ results: [Result<IntentResult, IntentError>],
    at now: Date
  ) {
    let telling = zip(calls, results).filter { call, _ in
      catalog.entry(call.definition.id)?.type.recordsUptime ?? false
    }
    guard !isDryRun, !telling.isEmpty, let uptimeSource else { return }
    var times = uptimeSource.uptimeHistory()
    var isNew = uptimeSource.reading(at: now).map { times.note($0) } ?? false
    for case (_, .success(let answer)) in telling where answer.value["alreadyRunning"] != true {
      guard let timer = answer.value["record"]?.backdatedTimer(at: now) else { continue }
      times.markReviewed(timer, at: now)
      isNew = true
    }
    if isNew { uptimeSource.save(times) }
  }
}

extension JSONValue {
  /// The id of a running timer that started a while before.
  fileprivate func backdatedTimer(at now: Date) -> UUID? {
    guard
      self["endTime"] == nil,
      let start = self["startTime"]?.string.flatMap(Timestamp.date),
      now.timeIntervalSince(start) >= UptimeHistory.minimumIdleSeconds
    else { return nil }
    return self["id"]?.string.flatMap(UUID.of)
  }
}
