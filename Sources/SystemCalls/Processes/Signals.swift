import CSystem
import Foundation
import Glibc
import Synchronization

/// The signal handling of this process.
package enum Signals {
  /// Ignores SIGPIPE and SIGXFSZ, so that such a write fails with an error instead of ending the
  /// process.
  package static func ignoreWriteSignals() {
    for number in writeSignals { signal(number, SIG_IGN) }
  }

  static let writeSignals = [SIGPIPE, SIGXFSZ]

  /// Whether SIGINT or SIGTERM arrived since `recordTerminationRequests` was called.
  package static var isTerminationRequested: Bool {
    wasTerminationRequested.load(ordering: .relaxed)
  }

  /// Only records the first SIGINT or SIGTERM.
  ///
  /// A second one ends the process, after running the termination handlers.
  package static func recordTerminationRequests() {
    // Initialize these variables now: a signal handler must not be the first to access them.
    wasTerminationRequested.store(false, ordering: .relaxed)
    isTerminating.store(false, ordering: .relaxed)
    _ = terminationPipe.load(ordering: .relaxed)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      if wasTerminationRequested.exchange(true, ordering: .relaxed) { beginTermination(number) }
    }
    action.sa_flags = SA_RESTART
    for number in [SIGINT, SIGTERM] where !isIgnored(number) { sigaction(number, &action, nil) }
  }

  /// Adds a function that runs once when a signal asks the process to end, after those added
  /// before.
  ///
  /// A second signal ends the process immediately. Signals that are ignored or recorded stay so.
  package static func addTerminationHandler(_ body: @escaping @Sendable () async -> Void) {
    let isFirst = terminationHandlers.withLock { handlers in
      handlers.append(body)
      return handlers.count == 1
    }
    if isFirst { installHandlers() }
  }

  /// Kills the child processes on termination, after all termination handlers.
  static func killChildrenAtTermination() { addTerminationHandler {} }

  private static func installHandlers() {
    var ends: [CInt] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { return }
    // Initialize this variable now: a signal handler must not be the first to access it.
    isTerminating.store(false, ordering: .relaxed)
    terminationPipe.store(ends[1], ordering: .relaxed)
    let reading = ends[0]
    let thread: Void? = try? SystemThread.start {
      guard let number = (try? readOnce(reading, path: nil, atMost: 1))?.first else { return }
      Task {
        for handler in terminationHandlers.withLock({ $0 }) { await handler() }
        ChildProcessRegistry.killAll()
        // Dispatch's pool threads block signals, so send it to the whole process.
        kill(getpid(), CInt(number))
      }
    }
    // Without a thread that reads the pipe, keep the default signal handling.
    if thread == nil {
      terminationPipe.store(-1, ordering: .relaxed)
      for end in ends { close(end) }
      return
    }
    var action = sigaction()
    action.__sigaction_handler.sa_handler = beginTermination
    action.sa_flags = SA_RESTART
    for number in [SIGHUP, SIGINT, SIGTERM] where hasDefaultAction(number) {
      sigaction(number, &action, nil)
    }
  }

  /// If termination has begun, waits until its handlers have ended the process.
  package static func waitForTermination() async {
    while isTerminating.load(ordering: .relaxed) { try? await Task.sleep(for: .seconds(1)) }
  }

  private static func hasDefaultAction(_ number: CInt) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_DFL, to: Int.self)
  }

  /// Returns whether a signal is ignored, for example because `nohup` started the process.
  private static func isIgnored(_ number: CInt) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// The functions to run before termination, in this order.
private let terminationHandlers = Mutex<[@Sendable () async -> Void]>([])
private let wasTerminationRequested = Atomic(false)
private let isTerminating = Atomic(false)
/// The pipe to which the signal handler writes the signal's number; little else is safe in a
/// handler.
private let terminationPipe = Atomic<CInt>(-1)

/// Starts the termination handlers, or ends the process if there are none.
///
/// Runs in a signal handler.
private func beginTermination(_ number: CInt) {
  signal(number, SIG_DFL)
  let pipe = terminationPipe.load(ordering: .relaxed)
  if pipe < 0 {
    kill(getpid(), number)
    return
  }
  isTerminating.store(true, ordering: .relaxed)
  var number = UInt8(truncatingIfNeeded: number)
  _ = write(pipe, &number, 1)
}
