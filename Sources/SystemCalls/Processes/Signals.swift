import CSystem
import Foundation
import Glibc
import Synchronization

/// What the process does about signals.
package enum Signals {
  /// Makes writing to a closed pipe, and beyond what a file may have, an error of that write instead
  /// of the end of the process.
  package static func ignoreWriteSignals() {
    for number in writeSignals { signal(number, SIG_IGN) }
  }

  static let writeSignals = [SIGPIPE, SIGXFSZ]

  /// Whether the process was asked to end since `recordTerminationRequests` was called.
  package static var isTerminationRequested: Bool {
    wasTerminationRequested.load(ordering: .relaxed)
  }

  /// Makes the first of the signals that ask for the end only a note of it; a second ends at once,
  /// or after what is to be done before.
  package static func recordTerminationRequests() {
    // A handler may not be the first to look at them.
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

  /// Has something done once when the process is asked to end, before it ends, and after what was
  /// given here before.
  ///
  /// A second signal ends it at once. Signals that are ignored or noted stay so.
  package static func addTerminationHandler(_ body: @escaping @Sendable () async -> Void) {
    let isFirst = terminationHandlers.withLock { handlers in
      handlers.append(body)
      return handlers.count == 1
    }
    if isFirst { installHandlers() }
  }

  /// Ends the child processes when the process is asked to end, after everything else before its end.
  static func killChildrenAtTermination() { addTerminationHandler {} }

  private static func installHandlers() {
    var ends: [CInt] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { return }
    // A handler may not be the first to look at it.
    isTerminating.store(false, ordering: .relaxed)
    terminationPipe.store(ends[1], ordering: .relaxed)
    let reading = ends[0]
    let thread: Void? = try? SystemThread.start {
      guard let number = (try? readOnce(reading, path: nil, atMost: 1))?.first else { return }
      Task {
        for handler in terminationHandlers.withLock({ $0 }) { await handler() }
        ChildProcessRegistry.killAll()
        // The threads of the pool take no signals; another of the process does.
        kill(getpid(), CInt(number))
      }
    }
    // Where nobody reads the pipe, a signal has to end the process as usual.
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

  /// Waits for the end that the process was asked for, where it was and something is done before.
  package static func waitForTermination() async {
    while isTerminating.load(ordering: .relaxed) { try? await Task.sleep(for: .seconds(1)) }
  }

  private static func hasDefaultAction(_ number: CInt) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_DFL, to: Int.self)
  }

  /// Whoever started the process may have had a signal ignored, as `nohup` does.
  private static func isIgnored(_ number: CInt) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// What is done before the end, in this order.
private let terminationHandlers = Mutex<[@Sendable () async -> Void]>([])
private let wasTerminationRequested = Atomic(false)
private let isTerminating = Atomic(false)
/// Where a handler tells the number of its signal, as it may do nothing else.
private let terminationPipe = Atomic<CInt>(-1)

/// Begins what is to be done before the end, or ends at once where that is nothing; a handler's work.
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
