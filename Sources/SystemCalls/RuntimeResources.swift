import CSystem
import Dispatch
import Foundation
import Glibc
import Synchronization

/// The threads and descriptors that the Swift runtime needs for tasks and timers.
///
/// Dispatch traps where it gets no descriptor for epoll, and retries for ever where it gets no
/// thread. So both are tried before the first task that its pool runs.
package enum RuntimeResources {
  /// Descriptors of Dispatch: epoll, eventfd and timers.
  private static let descriptors = 4
  /// Threads beside one for each processor: Dispatch's own, our readers, writers and watches, and a
  /// child process with some of its own.
  private static let ownThreads = 16

  private static let isReserved = Mutex(false)

  /// Makes sure that tasks and timers can run from here on; the first call does the work.
  ///
  /// - Throws: The error of the system where it has too few threads or descriptors.
  package static func reserve() async throws(SystemError) {
    if isReserved.withLock(\.self) { return }
    try tryDescriptors()
    try tryThreads()
    // Dispatch keeps what it opens for its first timer of each clock, so a later shortage does no
    // harm. A timer that is due at once would open nothing.
    async let continuous: Void? = try? Task.sleep(for: .milliseconds(2))
    async let suspending: Void? = try? Task.sleep(for: .milliseconds(2), clock: .suspending)
    _ = await (continuous, suspending)
    isReserved.withLock { $0 = true }
  }

  private static func tryDescriptors() throws(SystemError) {
    var opened: [CInt] = []
    defer { for descriptor in opened { close(descriptor) } }
    for _ in 0..<descriptors { opened.append(try systemCall("eventfd") { eventfd(0, O_CLOEXEC) }) }
  }

  /// Starts the threads, all of which are there at one time.
  private static func tryThreads() throws(SystemError) {
    let count = ProcessInfo.processInfo.activeProcessorCount + ownThreads
    let (caller, gate) = (pthread_self(), DispatchSemaphore(value: 0))
    let failure = SystemThread.run(on: count) {
      // The caller comes last.
      if pthread_self() == caller {
        for _ in 1..<count { gate.signal() }
      } else {
        gate.wait()
      }
    }
    if let failure { throw failure }
  }
}
