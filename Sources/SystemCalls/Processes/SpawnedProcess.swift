import CSystem
import Glibc
import Synchronization

/// A child process with three pipes, started in a clean state by `ProcessSpawner`.
package final class SpawnedProcess: Sendable {
  /// The signals that `terminate(with:)` can send.
  package enum TerminationSignal: Sendable {
    case terminate, kill
  }

  /// The way in which a program ended.
  package enum ExitStatus: Sendable, Equatable {
    /// The program exited with a code.
    case exited(CInt)
    /// A signal killed the program.
    case killed(signal: CInt)
  }

  /// The process ID.
  package let id: CInt
  /// The descriptor for writing to the program's standard input.
  package let input: CInt
  /// The descriptor for reading the program's standard output.
  package let output: CInt
  /// The descriptor for reading the program's standard error.
  package let errors: CInt

  /// A descriptor of the process (a pidfd), which becomes readable when the process ends.
  ///
  /// Unlike a process ID, it can't refer to a later process.
  private let watch: CInt
  /// The status returned by waitpid(2); nil until the process was waited for.
  private let status = Mutex<CInt?>(nil)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - environment: The program's complete environment.
  ///   - folder: The working directory.
  ///   - usesTerminal: Whether the program uses the terminal of this process. It then stays in the
  ///     process group and writes its errors to the terminal.
  package init(
    _ path: String,
    _ arguments: [String],
    environment: [String: String],
    folder: String,
    usesTerminal: Bool = false
  ) throws(SystemError) {
    let pipes = try ChildPipes()
    do throws(SystemError) {
      let id = try ChildProcessRegistry.start(isDetached: false) { () throws(SystemError) in
        try ProcessSpawner(
          path,
          arguments,
          environment: environment,
          folder: folder,
          usesTerminal: usesTerminal
        )
        .spawn(
          pipes.input.reading,
          pipes.output.writing,
          usesTerminal ? 2 : pipes.errors.writing
        )
      }
      self.id = id
      watch = try Self.watch(id, path)
    } catch {
      pipes.closeChildEnds()
      pipes.closeParentEnds()
      throw error
    }
    pipes.closeChildEnds()
    (input, output, errors) = (pipes.input.writing, pipes.output.reading, pipes.errors.reading)
  }

  deinit {
    terminate(with: .kill)
    // A killed process ends at once, unless it is stuck in the kernel.
    _ = waitForExit(timeout: .seconds(1))
    for descriptor in [input, output, errors, watch] { close(descriptor) }
  }

  /// Closes the program's standard input; later writes are discarded.
  package func closeInput() {
    // Replace the descriptor instead of closing it: another thread may be about to write to its
    // number, which could soon belong to another file.
    let nullDevice = try? FileDescriptor(opening: "/dev/null", for: .discarding)
    guard let nullDevice else { return }
    dup3(nullDevice.number, input, O_CLOEXEC)
  }

  /// Sends a signal to the process group; `kill` also kills all descendants.
  ///
  /// Does nothing after the process was waited for, because its ID may then belong to another
  /// process.
  package func terminate(with signal: TerminationSignal) {
    status.withLock { status in
      if status != nil { return }
      switch signal {
      case .terminate: if kill(-id, SIGTERM) != 0 { kill(id, SIGTERM) }
      case .kill: ChildProcessRegistry.killTree(of: id)
      }
    }
  }

  /// Waits for the process to end, then kills the rest of its process group.
  ///
  /// - Returns: Nil if the process didn't end within the timeout.
  package func waitForExit(timeout: Duration) -> ExitStatus? {
    if (try? isReady(watch, for: POLLIN, within: timeout)) != true { return nil }
    // Kill only the process group: descendants outside it already have a new parent and can't be
    // found.
    status.withLock { if $0 == nil { kill(-id, SIGKILL) } }
    return reap().map { status in
      let signal = status & 0x7F
      return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
    }
  }

  /// Waits for the process to end, discards its output, and returns the beginning of its errors.
  ///
  /// A program that fills a pipe which nobody reads would never end.
  ///
  /// - Returns: Nil if the process didn't end within the timeout.
  package func waitForExitDiscardingOutput(
    timeout: Duration
  ) -> (status: ExitStatus, errors: [UInt8])? {
    let end = ContinuousClock.now + timeout
    var found: [UInt8] = []
    var sources = [output, errors, watch].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      let rest = CInt(clamping: Int64((ContinuousClock.now.duration(to: end)) / .milliseconds(1)))
      guard rest > 0, (try? systemCall("poll") { poll(&sources, 3, rest) }) ?? 0 > 0 else {
        return nil
      }
      var hasRead = false
      for index in 0..<2 where sources[index].revents != 0 {
        let chunk = (try? readOnce(sources[index].fd, path: nil, atMost: 64 << 10)) ?? []
        if index == 1, found.count < 64 << 10 { found += chunk }
        // A negative descriptor is skipped from now on.
        if chunk.isEmpty { sources[index].fd = -1 } else { hasRead = true }
      }
      if sources[2].revents != 0, !hasRead {
        return waitForExit(timeout: .zero).map { ($0, found) }
      }
    }
  }

  private func reap() -> CInt? {
    status.withLock { status in
      if let status { return status }
      var found: CInt = 0
      while true {
        let number = waitpid(id, &found, 0)
        if number == id {
          status = found
          ChildProcessRegistry.unregister(id)
        }
        if number != -1 || errno != EINTR { return status }
      }
    }
  }

  /// Opens a descriptor of the process (a pidfd); kills the process if that fails.
  private static func watch(_ id: CInt, _ path: String) throws(SystemError) -> CInt {
    do throws(SystemError) {
      return try systemCall("pidfd_open", path) { pidfd_open(id, 0) }
    } catch {
      ChildProcessRegistry.killTree(of: id)
      waitpid(id, nil, 0)
      ChildProcessRegistry.unregister(id)
      throw error
    }
  }
}

extension SpawnedProcess {
  /// Waits for output and returns it, at most 64 KiB; empty at the end of output or after the
  /// process has ended.
  ///
  /// Descendants may keep the pipe open, so the end of the process also ends the wait.
  package func readOutput() -> [UInt8] { read(output) }

  /// Waits for output on standard error and returns it, in the same way as `readOutput`.
  package func readErrors() -> [UInt8] { read(errors) }

  private func read(_ descriptor: CInt) -> [UInt8] {
    var sources = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: watch, events: Int16(POLLIN), revents: 0),
    ]
    guard (try? systemCall("poll") { poll(&sources, 2, -1) }) != nil else { return [] }
    // The process has ended; check once more for output that it wrote before its end.
    if sources[0].revents == 0, (try? isReady(descriptor, for: POLLIN, within: .zero)) != true {
      return []
    }
    return (try? readOnce(descriptor, path: nil, atMost: 64 << 10)) ?? []
  }
}
