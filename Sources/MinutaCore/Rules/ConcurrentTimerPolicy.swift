/// The policy for timers that are already running when another one starts.
package enum ConcurrentTimerPolicy: Sendable {
  /// Keeps them running and reports them.
  case warn
  /// Keeps them running.
  case allow
  /// Stops them first.
  case stop
}
