package import Foundation

/// The operations on timers.
package protocol TimerService {
  /// Starts a timer, unless one with the same tag is running.
  ///
  /// If `stopsOthers` is set, the other running timers stop when this one starts.
  mutating func startTimer(_ start: TimerStartRequest) throws(TrackingError)
    -> TimerStartResult

  /// Stops the selected timers.
  ///
  /// Timers that have already stopped keep their end.
  ///
  /// - Parameter end: the end to give the timers that are still running, or nil for now.
  mutating func stopTimers(
    _ selection: TimerSelection,
    at end: Date?
  ) throws(TrackingError) -> TimerStopResult

  /// Returns the latest start among the selected timers, or nil if there are none.
  func latestStart(of selection: TimerSelection) throws(TrackingError) -> Date?

  /// Stops all running timers and starts another at the same moment.
  ///
  /// If a timer with the requested tag is already running, it keeps running instead. If the request
  /// has a comment, that timer must have the same comment.
  mutating func switchTimer(
    to start: TimerStartRequest
  ) throws(TrackingError) -> TimerSwitchResult

  /// Stops the running timers with a tag, or starts a timer if there are none.
  ///
  /// Without a tag, stops all timers. If none is running, starts one with the tag and the comment
  /// of the record with the latest start.
  mutating func toggleTimer(
    _ start: TimerStartRequest
  ) throws(TrackingError) -> TimerToggleResult

  /// Starts a timer with the tag and the comment of an existing record.
  mutating func resumeTimer(
    like id: UUID,
    at start: Date,
    stoppingOthers: Bool,
    timeZone: TimeZone
  ) throws(TrackingError) -> TimerStartResult

  /// Deletes running timers, and returns them.
  ///
  /// A tag that the start of such a timer created is deleted too if nothing else uses it.
  ///
  /// To prevent accidents, `.all` is rejected if several timers are running.
  mutating func cancelTimers(
    _ selection: TimerSelection
  ) throws(TrackingError) -> [TaggedRecord]

  /// Returns the timers that were probably forgotten.
  ///
  /// These have idle time that the user hasn't reviewed yet.
  ///
  /// - Parameter minimumAway: the minimum length in seconds of an absence that counts.
  func unresolvedTime(
    _ uptimeSource: any UptimeSource,
    by days: LocalCalendar,
    minimumAway: Int
  ) throws(TrackingError) -> UnresolvedTime

  /// Applies the user's decision about a forgotten timer.
  ///
  /// - Parameter kept: the number of seconds at the start of each idle period that still count as
  ///   work.
  mutating func resolve(
    _ timer: ForgottenTimer,
    _ resolution: ForgottenTimerDecision,
    keeping kept: Int
  ) throws(TrackingError) -> ForgottenTimerResult
}
