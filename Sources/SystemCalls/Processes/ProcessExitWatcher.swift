import CSystem
import Glibc

/// Reports the exit of another process.
package enum ProcessExitWatcher {
  /// Calls `handler` once when the process has ended, or immediately if it doesn't exist.
  package static func notifyOnExit(of process: Int, _ handler: @escaping @Sendable () -> Void) {
    guard let number = pid_t(exactly: process), number > 0 else { return }
    let descriptor = pidfd_open(number, 0)
    if descriptor == -1 {
      if errno == ESRCH { handler() }
      return
    }
    let thread: Void? = try? SystemThread.start {
      try? wait(for: POLLIN, on: descriptor)
      close(descriptor)
      handler()
    }
    if thread == nil { close(descriptor) }
  }
}
