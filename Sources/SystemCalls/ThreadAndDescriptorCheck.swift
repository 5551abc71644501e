import CSystem
import Dispatch
import Foundation
import Glibc
import Synchronization

/// Checks that the Swift runtime can get the threads and descriptors for tasks and timers.
///
/// Dispatch crashes if it gets no descriptor, and retries forever if it gets no thread. So check
/// both before the first task runs, to report an error instead.
package enum ThreadAndDescriptorCheck {
  /// The number of descriptors that Dispatch and this program need at the same time.
  ///
  /// Dispatch keeps four: epoll, eventfd and two timers. It also opens `/proc/TID/stat` each second,
  /// and crashes if our own files, pipes and directories have left it none.
  private static let descriptors = 16
  /// The number of threads needed in addition to one per processor: those of Dispatch, of our
  /// readers, writers and watchers, and of a child process.
  private static let ownThreads = 16

  private static let isReserved = Mutex(false)

  /// Checks that tasks and timers can run, and throws an error otherwise.
  ///
  /// Only the first call does any work.
  ///
  /// - Throws: The system's error if it has too few threads or descriptors.
  package static func reserve() async throws(SystemError) {
    if isReserved.withLock(\.self) { return }
    try tryDescriptors()
    try tryThreads()
    // Start a timer on each clock, so that Dispatch opens its descriptors now and keeps them. A
    // timer that is due immediately would not open any.
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

  /// Starts all threads at once to check that the system allows that many.
  private static func tryThreads() throws(SystemError) {
    let count = ProcessInfo.processInfo.activeProcessorCount + ownThreads
    let (caller, gate) = (pthread_self(), DispatchSemaphore(value: 0))
    let failure = SystemThread.run(on: count) {
      // The calling thread runs this only after all other threads have started, so release them.
      if pthread_self() == caller {
        for _ in 1..<count { gate.signal() }
      } else {
        gate.wait()
      }
    }
    if let failure { throw failure }
  }
}
