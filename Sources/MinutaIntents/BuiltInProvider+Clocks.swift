import Foundation
import IntentKit
import JSONText
import MinutaCore

extension BuiltInProvider {
  /// Notes that the machine is awake, where one of some calls shows that somebody is there.
  ///
  /// A timer that was given a start in the past is as its user wants it up to now.
  func noteClocks(
    of calls: [CheckedCall],
    _ results: [Result<Answer, IntentError>],
    at now: Date
  ) {
    let telling = zip(calls, results).filter { call, _ in
      catalogue.intent(call.definition.id)?.type.notesClocks ?? false
    }
    guard !isRehearsal, !telling.isEmpty, let wakefulness else { return }
    var times = wakefulness.awakeTimes()
    var isNew = wakefulness.reading(at: now).map { times.note($0) } ?? false
    for case (_, .success(let answer)) in telling where answer.value["alreadyRunning"] != true {
      guard let timer = answer.value["record"]?.backdatedTimer(at: now) else { continue }
      times.settle(timer, at: now)
      isNew = true
    }
    if isNew { wakefulness.keep(times) }
  }
}

extension JSONValue {
  /// The id of a running timer that started a while before.
  fileprivate func backdatedTimer(at now: Date) -> UUID? {
    guard
      self["endTime"] == nil,
      let start = self["startTime"]?.string.flatMap(Timestamp.date),
      now.timeIntervalSince(start) >= AwakeTimes.shortest
    else { return nil }
    return self["id"]?.string.flatMap(UUID.of)
  }
}
