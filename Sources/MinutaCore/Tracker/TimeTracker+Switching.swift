package import Foundation

extension TimeTracker {
  /// Stops all running timers and starts another at the same moment.
  ///
  /// If a timer with the requested tag is already running, it keeps running instead. If the request
  /// has a comment, that timer must have the same comment.
  package mutating func switchTimer(
    to start: TimerStartRequest
  ) throws(TrackingError) -> TimerSwitchResult {
    guard start.start <= now else { throw .startInFuture(start.start) }
    let tag = try tag(for: start.tag)
    let running = try transaction.runningRecords()
    let kept = running.first { record in
      record.tagId == tag?.id && [nil, record.comment].contains(start.comment)
    }
    let others = running.filter { $0.id != kept?.id }
    let stopped = try stop(others, at: moment(start.start))
    if let kept {
      let timer = TaggedRecord(record: kept, tag: tag)
      return TimerSwitchResult(timer: timer, wasRunning: true, stopped: stopped)
    }
    let timer = try startTimer(start).timer
    return TimerSwitchResult(timer: timer, wasRunning: false, stopped: stopped)
  }

  /// Stops the running timers with a tag, or starts a timer if there are none.
  ///
  /// Without a tag, stops all timers. If none is running, starts one with the tag and the comment
  /// of the record with the latest start.
  package mutating func toggleTimer(
    _ start: TimerStartRequest
  ) throws(TrackingError) -> TimerToggleResult {
    let running = try transaction.runningRecords()
    guard let reference = start.tag else {
      if !running.isEmpty { return .stopped(try stopToggled(running, at: start.start)) }
      guard let last = try latestRecord() else {
        return .started(try startTimer(start))
      }
      return .started(try startTimer(start.like(last)))
    }
    let tag = try transaction.tags().find(reference)
    let selected = running.filter { $0.tagId != nil && $0.tagId == tag?.id }
    if selected.isEmpty { return .started(try startTimer(start)) }
    return .stopped(try stopToggled(selected, at: start.start))
  }

  private mutating func stopToggled(
    _ records: [TimeRecord],
    at end: Date
  ) throws(TrackingError) -> [TaggedRecord] {
    if end > now { throw .endInFuture(end) }
    return try stop(records, at: moment(end))
  }

  /// Returns nil if the date is the current time, else the date.
  ///
  /// Nil stops a timer now, which works even if the clock was set back before the timer's start.
  func moment(_ date: Date) -> Date? { date == now ? nil : date }

  /// Starts a timer with the tag and the comment of an existing record.
  package mutating func resumeTimer(
    like id: UUID,
    at start: Date,
    stoppingOthers: Bool,
    timeZone: TimeZone
  ) throws(TrackingError) -> TimerStartResult {
    let request = TimerStartRequest(
      tag: nil,
      comment: nil,
      start: start,
      isParallel: false,
      stopsOthers: stoppingOthers,
      timeZone: timeZone
    )
    return try startTimer(request.like(try existingRecord(id)))
  }

  /// Deletes running timers, and returns them.
  ///
  /// A tag that the start of such a timer created is deleted too if nothing else uses it.
  ///
  /// To prevent accidents, `.all` is rejected if several timers are running.
  package mutating func cancelTimers(
    _ selection: TimerSelection
  ) throws(TrackingError) -> [TaggedRecord] {
    let selected = try timers(selection)
    if let stopped = selected.first(where: { !$0.isRunning }) { throw .recordNotRunning(stopped) }
    if selection == .all, selected.count > 1 {
      throw .recordAmbiguous("running", candidates: try tagged(selected))
    }
    let cancelled = try tagged(selected)
    for record in selected { try change(record, to: nil) }
    for timer in cancelled { try deleteTag(createdWith: timer) }
    return cancelled
  }

  /// Deletes the tag of a cancelled timer if its start created the tag, and nothing has used or
  /// changed it since; tags below it don't need it.
  private mutating func deleteTag(createdWith timer: TaggedRecord) throws(TrackingError) {
    guard let tag = timer.tag else { return }
    var isNew = false
    try transaction.history { entry in
      let isStart = entry.records.contains { $0.id == timer.record.id && $0.before == nil }
      if isStart {
        isNew = entry.tags.contains { $0.before == nil && $0.after?.entity == tag }
      }
      return !isStart
    }
    guard isNew else { return }
    // Another program may have given a record the tag.
    try transaction.verify()
    if try !hasRecords(of: tag) { transaction.deleteTag(tag.id) }
  }
}

extension TimerStartRequest {
  /// Returns the request with the tag of a record, and with its comment unless the request has one.
  ///
  /// The new timer isn't billed, even if the record is.
  fileprivate func like(_ record: TimeRecord) -> TimerStartRequest {
    TimerStartRequest(
      tag: record.tagId.map { .id($0) },
      comment: comment ?? record.unbilledComment,
      start: start,
      isParallel: isParallel,
      stopsOthers: stopsOthers,
      timeZone: timeZone
    )
  }
}

package struct TimerSwitchResult: Sendable {
  package let timer: TaggedRecord
  package let wasRunning: Bool
  package let stopped: [TaggedRecord]
}

package enum TimerToggleResult: Sendable {
  case started(TimerStartResult)
  case stopped([TaggedRecord])
}
