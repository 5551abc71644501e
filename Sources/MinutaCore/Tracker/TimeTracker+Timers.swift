package import Foundation

extension TimeTracker {
  /// Starts a timer, unless one with the same tag is running.
  ///
  /// If `stopsOthers` is set, the other running timers stop when this one starts.
  package mutating func startTimer(_ start: TimerStartRequest) throws(TrackingError)
    -> TimerStartResult
  {
    guard start.start <= now else { throw .startInFuture(start.start) }
    let tag = try tag(for: start.tag)
    let before = try transaction.runningRecords()
    let running = start.isParallel ? nil : before.first { $0.tagId == tag?.id }
    let others = before.filter { $0.id != running?.id }
    let stopped = start.stopsOthers ? try stop(others, at: moment(start.start)) : []
    if let running {
      let timer = TaggedRecord(record: running, tag: tag)
      return TimerStartResult(timer: timer, wasRunning: true, stopped: stopped)
    }
    let record = TimeRecord(
      id: makeID(),
      startTime: start.start.truncatedToSeconds,
      tagId: tag?.id,
      comment: start.comment,
      timeZone: start.timeZone.name
    )
    transaction.create(record)
    return TimerStartResult(
      timer: TaggedRecord(record: record, tag: tag),
      wasRunning: false,
      stopped: stopped,
      stillRunning: start.stopsOthers ? [] : try tagged(others)
    )
  }

  /// Stops the selected timers.
  ///
  /// Timers that have already stopped keep their end.
  ///
  /// - Parameter end: the end to give the timers that are still running, or nil for now.
  package mutating func stopTimers(
    _ selection: TimerSelection,
    at end: Date?
  ) throws(TrackingError) -> TimerStopResult {
    if let end, end > now { throw .endInFuture(end) }
    let selected = try timers(selection)
    let wereRunning = selected.contains { $0.isRunning }
    return TimerStopResult(timers: try stop(selected, at: end), wereRunning: wereRunning)
  }

  /// Stops those of the records that are running timers.
  ///
  /// - Parameter end: the end to give them, or nil for now.
  mutating func stop(
    _ records: [TimeRecord],
    at end: Date?
  ) throws(TrackingError) -> [TaggedRecord] {
    var stopped: [TimeRecord] = []
    for record in records {
      var ended = record
      if record.isRunning {
        if let end, end < record.startTime {
          let timer = records.count > 1 ? try tagged(record) : nil
          throw .endBeforeStart(start: record.startTime, end: end, timer: timer)
        }
        // If the clock was set back before the start, stopping now gives the timer its start as its
        // end.
        ended.endTime = (end ?? record.end(at: now)).truncatedToSeconds
        try change(record, to: ended)
      }
      stopped.append(ended)
    }
    return try tagged(stopped)
  }

  func timers(_ selection: TimerSelection) throws(TrackingError) -> [TimeRecord] {
    switch selection {
    case .all: return try transaction.runningRecords()
    case .record(let id): return [try existingRecord(id)]
    case .tag(let reference):
      let id = try existingTag(reference).id
      return try transaction.runningRecords().filter { $0.tagId == id }
    }
  }

  /// Returns the latest start among the selected timers, or nil if there are none.
  package func latestStart(of selection: TimerSelection) throws(TrackingError) -> Date? {
    if case .tag(let reference) = selection, try transaction.tags().find(reference) == nil {
      return nil
    }
    return try timers(selection).map(\.startTime).max()
  }

  /// Adds a record for time that has already been spent, or that is planned.
  package mutating func logTime(_ time: LogTimeRequest) throws(TrackingError) -> TaggedRecord {
    let (start, end) = (time.start.truncatedToSeconds, time.end.truncatedToSeconds)
    guard Timestamp.range.contains(start), Timestamp.range.contains(end) else {
      throw .timeOutOfRange
    }
    if end < start { throw .endBeforeStart(start: start, end: end) }
    if end > now, !time.isPlanned { throw .endInFuture(end) }
    let tag = try tag(for: time.tag)
    let record = TimeRecord(
      id: makeID(),
      startTime: start,
      endTime: end,
      tagId: tag?.id,
      comment: time.comment,
      timeZone: time.timeZone.name
    )
    transaction.create(record)
    return TaggedRecord(record: record, tag: tag)
  }

  /// Returns the tag that a new record gets.
  ///
  /// Creates the tag if the reference is an unused name. Throws if the tag is archived.
  mutating func tag(for reference: TagReference?) throws(TrackingError) -> Tag? {
    guard let reference else { return nil }
    if let tag = try transaction.tags().find(reference) {
      if tag.isArchived { throw .tagArchived(tag) }
      return tag
    }
    return try addTag(named: reference.text)
  }
}

/// A request to start a timer.
package struct TimerStartRequest: Sendable {
  package let tag: TagReference?
  package let comment: String?
  package let start: Date
  /// Whether to start another timer even if one with this tag is already running.
  package let isParallel: Bool
  /// Whether to stop all running timers at the start of this one.
  package let stopsOthers: Bool
  package let timeZone: TimeZone

  package init(
    tag: TagReference?,
    comment: String?,
    start: Date,
    isParallel: Bool,
    stopsOthers: Bool = false,
    timeZone: TimeZone
  ) {
    self.tag = tag
    self.comment = comment
    self.start = start
    self.isParallel = isParallel
    self.stopsOthers = stopsOthers
    self.timeZone = timeZone
  }
}

package struct TimerStartResult: Sendable {
  package let timer: TaggedRecord
  package let wasRunning: Bool
  /// The timers that were stopped because this one started.
  package var stopped: [TaggedRecord] = []
  /// The timers that keep running at the same time.
  package var stillRunning: [TaggedRecord] = []
}

/// The timers to stop or cancel.
package enum TimerSelection: Sendable, Hashable {
  case all
  case tag(TagReference)
  case record(UUID)
}

package struct TimerStopResult: Sendable {
  package let timers: [TaggedRecord]
  /// Whether any of the timers was still running before the call.
  package let wereRunning: Bool
}

/// A request to add a record with a start and an end.
package struct LogTimeRequest: Sendable {
  package let tag: TagReference?
  package let comment: String?
  package let start: Date
  package let end: Date
  /// Whether the record may end in the future.
  package let isPlanned: Bool
  package let timeZone: TimeZone

  package init(
    tag: TagReference?,
    comment: String?,
    start: Date,
    end: Date,
    isPlanned: Bool,
    timeZone: TimeZone
  ) {
    self.tag = tag
    self.comment = comment
    self.start = start
    self.end = end
    self.isPlanned = isPlanned
    self.timeZone = timeZone
  }
}
