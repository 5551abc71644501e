/// The rule for timers that are running when another is started.
package enum ConcurrentTimerPolicy: Sendable {
  /// They run on, and are named.
  case warn
  /// They run on.
  case allow
  /// They are stopped first.
  case stop
}
