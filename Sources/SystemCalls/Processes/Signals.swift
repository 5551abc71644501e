import CSystem
import Foundation
import Glibc
import Synchronization

/// The signal handling of this process.
package enum Signals {
  /// Ignores SIGPIPE and SIGXFSZ, so that a write to a closed pipe, or beyond the file size limit,
  /// fails with an error instead of ending the process.
  package static func ignoreWriteSignals() {
    for number in writeSignals { signal(number, SIG_IGN) }
  }

  static let writeSignals = [SIGPIPE, SIGXFSZ]

  /// Makes the other functions handle termination signals.
  ///
  /// Without this, they have no effect, so that a program can run within another process, such as
  /// that of the tests, whose signals keep their handling. Don't call this in a library.
  package static func handleTerminationSignals() {
    handlesTerminationSignals.store(true, ordering: .relaxed)
  }

  /// Whether SIGINT or SIGTERM arrived since `recordTerminationRequests` was called.
  package static var isTerminationRequested: Bool {
    wasTerminationRequested.load(ordering: .relaxed)
  }

  /// Records termination requests, for a process that waits for them and for other conditions.
  ///
  /// - Returns: The condition that is met from the first request on.
  package static func recordedTerminationRequest() throws(SystemError) -> DescriptorCondition {
    let event = try systemCall("eventfd") { eventfd(0, O_CLOEXEC | O_NONBLOCK) }
    terminationEvent.store(event, ordering: .relaxed)
    recordTerminationRequests()
    return .readable(event)
  }

  /// Installs handlers for SIGINT and SIGTERM.
  ///
  /// The first signal is only recorded. A second one ends the process, after the termination
  /// handlers have run.
  package static func recordTerminationRequests() {
    if !handlesTerminationSignals.load(ordering: .relaxed) { return }
    // Access these global variables now: initializing them lazily in a signal handler isn't safe.
    wasTerminationRequested.store(false, ordering: .relaxed)
    isTerminating.store(false, ordering: .relaxed)
    _ = terminationPipe.load(ordering: .relaxed)
    _ = terminationEvent.load(ordering: .relaxed)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      if wasTerminationRequested.exchange(true, ordering: .relaxed) {
        beginTermination(number)
      } else {
        notifyTerminationEvent()
      }
    }
    action.sa_flags = SA_RESTART
    for number in [SIGINT, SIGTERM] where !isIgnored(number) { sigaction(number, &action, nil) }
  }

  /// Adds a function to run once when SIGHUP, SIGINT or SIGTERM asks the process to end.
  ///
  /// The functions run in the order in which they were added. A second signal of the same
  /// kind ends the process immediately. The handling of a signal doesn't change if the signal is ignored or
  /// `recordTerminationRequests` already handles it.
  package static func addTerminationHandler(_ body: @escaping @Sendable () async -> Void) {
    if !handlesTerminationSignals.load(ordering: .relaxed) { return }
    let isFirst = terminationHandlers.withLock { handlers in
      handlers.append(body)
      return handlers.count == 1
    }
    if isFirst { installHandlers() }
  }

  /// Makes a termination signal kill the child processes, after all termination handlers have run.
  ///
  /// Signals are handled only if there is a termination handler, so this adds an empty one.
  static func killChildrenAtTermination() { addTerminationHandler {} }

  private static func installHandlers() {
    var ends: [CInt] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { return }
    // Access this global variable now: initializing it lazily in a signal handler isn't safe.
    isTerminating.store(false, ordering: .relaxed)
    terminationPipe.store(ends[1], ordering: .relaxed)
    let reading = ends[0]
    let thread: Void? = try? SystemThread.start {
      guard let number = (try? readOnce(reading, path: nil, atMost: 1))?.first else { return }
      Task {
        for handler in terminationHandlers.withLock({ $0 }) { await handler() }
        ChildProcessRegistry.killAll()
        // Send the signal to the whole process, because this thread of Dispatch's pool blocks
        // signals.
        kill(getpid(), CInt(number))
      }
    }
    // Keep the default signal handling if there is no thread to read the pipe.
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

  /// Waits until the termination handlers have ended the process; returns if termination hasn't
  /// begun.
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

/// The functions to run before the process ends, in this order.
private let terminationHandlers = Mutex<[@Sendable () async -> Void]>([])
private let handlesTerminationSignals = Atomic(false)
private let wasTerminationRequested = Atomic(false)
private let isTerminating = Atomic(false)
/// The pipe through which the signal handler sends the signal's number to a thread; -1 if there is
/// none.
///
/// The thread runs the termination handlers, because a signal handler may call only few functions.
private let terminationPipe = Atomic<CInt>(-1)

/// The descriptor that becomes readable when a request is recorded; -1 if nothing waits for it.
private let terminationEvent = Atomic<CInt>(-1)

/// Ends a wait for a termination request.
///
/// Runs in a signal handler.
private func notifyTerminationEvent() {
  let event = terminationEvent.load(ordering: .relaxed)
  var one: UInt64 = 1
  if event >= 0 { _ = write(event, &one, MemoryLayout.size(ofValue: one)) }
}

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
