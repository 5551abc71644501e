import Glibc
import Synchronization

/// What the process does about signals.
package enum Signals {
  /// Makes writing to a closed pipe an error of that write instead of the end of the process.
  package static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Whether the process was asked to end since `noteEnd` was called.
  package static var hasNotedEnd: Bool { isAskedToEnd.load(ordering: .relaxed) }

  /// Makes the first of the signals that ask for the end only a note of it; a second ends at once.
  package static func noteEnd() {
    // A handler may not be the first to look at it.
    isAskedToEnd.store(false, ordering: .relaxed)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      isAskedToEnd.store(true, ordering: .relaxed)
    }
    action.sa_flags = SA_RESTART | CInt(bitPattern: UInt32(truncatingIfNeeded: SA_RESETHAND))
    for number in [SIGINT, SIGTERM] where !isIgnored(number) { sigaction(number, &action, nil) }
  }

  /// Whoever started the process may have had a signal ignored, as `nohup` does.
  private static func isIgnored(_ number: CInt) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

private let isAskedToEnd = Atomic(false)
