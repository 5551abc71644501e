import Foundation
import MinutaCore

extension ForwardingServices {
  mutating func startTimer(_ start: TimerStartRequest) throws(TrackingError) -> TimerStartResult {
    try base.startTimer(start)
  }

  mutating func stopTimers(
    _ selection: TimerSelection,
    at end: Date?
  ) throws(TrackingError) -> TimerStopResult {
    try base.stopTimers(selection, at: end)
  }

  func latestStart(of selection: TimerSelection) throws(TrackingError) -> Date? {
    try base.latestStart(of: selection)
  }

  mutating func switchTimer(
    to start: TimerStartRequest
  ) throws(TrackingError) -> TimerSwitchResult {
    try base.switchTimer(to: start)
  }

  mutating func toggleTimer(
    _ start: TimerStartRequest
  ) throws(TrackingError) -> TimerToggleResult {
    try base.toggleTimer(start)
  }

  mutating func resumeTimer(
    like id: UUID,
    at start: Date,
    stoppingOthers: Bool,
    timeZone: TimeZone
  ) throws(TrackingError) -> TimerStartResult {
    try base.resumeTimer(like: id, at: start, stoppingOthers: stoppingOthers, timeZone: timeZone)
  }

  mutating func cancelTimers(_ selection: TimerSelection) throws(TrackingError) -> [TaggedRecord] {
    try base.cancelTimers(selection)
  }

  func unresolvedTime(
    _ uptimeSource: any UptimeSource,
    by days: LocalCalendar,
    minimumAway: Int
  ) throws(TrackingError) -> UnresolvedTime {
    try base.unresolvedTime(uptimeSource, by: days, minimumAway: minimumAway)
  }

  mutating func resolve(
    _ timer: ForgottenTimer,
    _ resolution: ForgottenTimerDecision,
    keeping kept: Int
  ) throws(TrackingError) -> ForgottenTimerResult {
    try base.resolve(timer, resolution, keeping: kept)
  }
}
