/// What becomes of the timers that run when another is started.
package enum TimerPolicy: Sendable {
  /// They run on, and are named.
  case warn
  /// They run on.
  case allow
  /// They are stopped first.
  case stop
}
