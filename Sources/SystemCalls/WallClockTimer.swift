import CSystem
import Glibc

/// A timer for a time of the wall clock, such as the next full minute.
///
/// It also fires if the clock is set, and right after a suspend that lasted beyond its time.
package final class WallClockTimer: Sendable {
  private let descriptor: CInt

  package init() throws(SystemError) {
    descriptor = try systemCall("timerfd_create") {
      timerfd_create(CLOCK_REALTIME, CInt(TFD_CLOEXEC) | CInt(TFD_NONBLOCK))
    }
  }

  deinit { close(descriptor) }

  /// The condition that is met once the timer has fired, until it is set again.
  package var hasFired: DescriptorCondition { .readable(descriptor) }

  /// Sets the timer, in place of an earlier time.
  ///
  /// - Parameter seconds: The time in seconds since 1970; the timer fires at once if it is past.
  package func set(_ seconds: Double) throws(SystemError) {
    let whole = seconds.rounded(.down)
    var time = itimerspec()
    // Zeros would stop the timer.
    time.it_value.tv_sec = Int(clamping: Int64(min(max(whole, 1), 1e15)))
    time.it_value.tv_nsec = min(max(Int((seconds - whole) * 1e9), 0), 999_999_999)
    do throws(SystemError) {
      try set(time)
    } catch  where error.code == ECANCELED {
      // The clock was set since the last time, so the caller's time may be wrong: fire at once.
      time.it_value.tv_sec = 1
      try set(time)
    }
  }

  private func set(_ time: itimerspec) throws(SystemError) {
    let flags = CInt(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
    try withUnsafePointer(to: time) { time throws(SystemError) in
      _ = try systemCall("timerfd_settime") { timerfd_settime(descriptor, flags, time, nil) }
    }
  }
}
