/// What the user has settled about time.
package struct TimeRules: Sendable, Equatable {
  /// When a day begins, in seconds after midnight on the clock.
  package var dayStart = 0
  package var weekStart = Weekday.monday
  package var overlap = OverlapPolicy.allow
  package var targets = TargetPlan()

  package init() {}
}
