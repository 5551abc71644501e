import CSystem
import Glibc
import Synchronization

/// The child processes of a program that lets none outlive it, except those that are detached.
package enum ChildProcessRegistry {
  private struct TrackedProcesses {
    var killsDescendantsAtExit = false
    var hasTerminationHandler = false
    /// Not waited for yet.
    var running: Set<CInt> = []
    var detached: Set<CInt> = []
  }

  private static let state = Mutex(TrackedProcesses())

  /// Makes this process the parent of every descendant whose own parent has ended, so that `killAll`
  /// reaches also those that left the session of the program that started them.
  ///
  /// Only for a program of which every child is started here; a library would end those of others.
  package static func killDescendantsAtExit() {
    minuta_set_subreaper(1)
    state.withLock { $0.killsDescendantsAtExit = true }
  }

  /// Starts a process and remembers it.
  static func start(
    isDetached: Bool,
    _ spawn: () throws(SystemError) -> CInt
  ) throws(SystemError) -> CInt {
    try state.withLock { state throws(SystemError) in
      // A signal that comes right after the start has to find what ends the child.
      if !isDetached, state.killsDescendantsAtExit, !state.hasTerminationHandler {
        Signals.killChildrenAtTermination()
        state.hasTerminationHandler = true
      }
      let id = try spawn()
      if isDetached { state.detached.insert(id) } else { state.running.insert(id) }
      return id
    }
  }

  /// Forgets a process that was waited for; after the last one, ends what they all left behind.
  static func unregister(_ id: CInt) {
    state.withLock { state in
      state.running.remove(id)
      if state.running.isEmpty { killOrphans(state) }
    }
  }

  /// Ends all child processes and their descendants.
  package static func killAll() {
    state.withLock { state in
      for id in state.running { killTree(of: id) }
      killOrphans(state)
    }
  }

  /// Ends a process with its group and its descendants.
  static func killTree(of id: CInt) {
    let descendants = ProcessTable().descendants(of: id)
    kill(-id, SIGKILL)
    for descendant in descendants { kill(descendant, SIGKILL) }
  }

  /// A process that starts others all the time is not chased for ever.
  private static let timeout = Duration.seconds(2)

  /// Ends the descendants that became our children when their parents ended.
  private static func killOrphans(_ state: TrackedProcesses) {
    if !state.killsDescendantsAtExit { return }
    let deadline = ContinuousClock.now + timeout
    while ContinuousClock.now < deadline {
      // A program with another user's rights cannot be ended.
      let ended = orphans(state).filter { kill($0, SIGKILL) == 0 }
      if ended.isEmpty { return }
      for id in ended { reap(id, until: deadline) }
    }
  }

  private static func orphans(_ state: TrackedProcesses) -> [CInt] {
    var none = siginfo_t()
    // Most often there is no child left, and no need to look for one.
    if waitid(P_ALL, 0, &none, WEXITED | WNOHANG | WNOWAIT) != 0 { return [] }
    let (ours, session) = (getpid(), getsid(0))
    // A child in our session was there before us: every program gets a session of its own.
    return ProcessTable().entries.filter {
      $0.parent == ours && $0.session != session
        && !state.running.contains($0.id) && !state.detached.contains($0.id)
    }.map(\.id)
  }

  private static func reap(_ id: CInt, until deadline: ContinuousClock.Instant) {
    let watch = pidfd_open(id, 0)
    if watch >= 0 {
      _ = try? isReady(
        watch,
        for: POLLIN,
        within: max(.zero, ContinuousClock.now.duration(to: deadline))
      )
      close(watch)
    }
    waitpid(id, nil, WNOHANG)
  }
}
