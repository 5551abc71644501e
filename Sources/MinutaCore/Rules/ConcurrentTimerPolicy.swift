/// The policy for timers that are running when another timer starts.
package enum ConcurrentTimerPolicy: Sendable {
  /// Keeps the running timers and reports them to the caller.
  case warn
  /// Keeps the running timers without reporting them.
  case allow
  /// Stops the running timers before the new one starts.
  case stop
}
