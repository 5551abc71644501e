import CSystem
import Glibc
import Synchronization

/// Keeps track of the child processes of this program.
///
/// When the program ends, all but the detached ones are killed.
package enum ChildProcessRegistry {
  private struct TrackedProcesses {
    var killsDescendantsAtExit = false
    var hasTerminationHandler = false
    /// The IDs of the processes that haven't been waited for yet.
    var running: Set<CInt> = []
    var detached: Set<CInt> = []
  }

  private static let state = Mutex(TrackedProcesses())

  /// Makes this process the parent of orphaned descendants (a subreaper), so that `killAll` also
  /// reaches those that started a session of their own.
  ///
  /// Don't call this in a library: it would kill children that other code started.
  package static func killDescendantsAtExit() {
    minuta_set_subreaper(1)
    state.withLock { $0.killsDescendantsAtExit = true }
  }

  /// Starts a process and registers it; a detached one isn't killed when this program ends.
  static func start(
    isDetached: Bool,
    _ spawn: () throws(SystemError) -> CInt
  ) throws(SystemError) -> CInt {
    try state.withLock { state throws(SystemError) in
      // Install the handler first: a signal that arrives right after the start must kill the child,
      // too.
      if !isDetached, state.killsDescendantsAtExit, !state.hasTerminationHandler {
        Signals.killChildrenAtTermination()
        state.hasTerminationHandler = true
      }
      let id = try spawn()
      if isDetached { state.detached.insert(id) } else { state.running.insert(id) }
      return id
    }
  }

  /// Removes a process that has ended and was waited for.
  ///
  /// When no registered process is left, kills all orphaned descendants.
  static func unregister(_ id: CInt) {
    state.withLock { state in
      state.running.remove(id)
      if state.running.isEmpty { killOrphans(state) }
    }
  }

  /// Blocks until a detached process has ended.
  static func waitForDetached(_ id: CInt) {
    while waitpid(id, nil, 0) == -1, errno == EINTR {}
    _ = state.withLock { $0.detached.remove(id) }
  }

  /// Kills all child processes and their descendants.
  package static func killAll() {
    state.withLock { state in
      for id in state.running { killTree(of: id) }
      killOrphans(state)
    }
  }

  /// Kills a process, its process group and its descendants.
  static func killTree(of id: CInt) {
    let descendants = ProcessTable().descendants(of: id)
    // A program that uses our terminal is in our process group, which isn't killed.
    if kill(-id, SIGKILL) != 0 { kill(id, SIGKILL) }
    for descendant in descendants { kill(descendant, SIGKILL) }
  }

  /// The time limit for killing orphans, as they may start new processes faster than we kill them.
  private static let timeout = Duration.seconds(2)

  /// Kills the descendants that were reparented to this process.
  private static func killOrphans(_ state: TrackedProcesses) {
    if !state.killsDescendantsAtExit { return }
    let deadline = ContinuousClock.now + timeout
    while ContinuousClock.now < deadline {
      // `kill` fails for a process of another user; skip it.
      let ended = orphans(state).filter { kill($0, SIGKILL) == 0 }
      if ended.isEmpty { return }
      for id in ended { reap(id, until: deadline) }
    }
  }

  private static func orphans(_ state: TrackedProcesses) -> [CInt] {
    var none = siginfo_t()
    // `waitid` fails if there are no children, which is usual; then don't read the process table.
    if waitid(P_ALL, 0, &none, WEXITED | WNOHANG | WNOWAIT) != 0 { return [] }
    let (ours, session) = (getpid(), getsid(0))
    // Our programs and their descendants never run in our own session. A child that does was
    // started by other code and isn't an orphan.
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
