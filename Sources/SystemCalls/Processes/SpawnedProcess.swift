import CSystem
import Glibc
import Synchronization

/// A child process with three pipes, started in a clean state by `ProcessSpawner`.
package final class SpawnedProcess: Sendable {
  /// The signals that end a program.
  package enum TerminationSignal: Sendable {
    case terminate, kill
  }

  /// The way a program ended.
  package enum ExitStatus: Sendable, Equatable {
    /// The program exited with a code.
    case exited(CInt)
    /// A signal killed the program.
    case killed(signal: CInt)
  }

  /// The process ID.
  package let id: CInt
  /// The descriptor for writing to its standard input.
  package let input: CInt
  /// The descriptor for reading its standard output.
  package let output: CInt
  /// The descriptor for reading its standard error.
  package let errors: CInt

  /// A pidfd, which becomes readable on exit.
  ///
  /// Unlike a process ID, it is never reused.
  private let watch: CInt
  /// The wait status; nil until the process was waited for.
  private let status = Mutex<CInt?>(nil)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - environment: The program's complete environment.
  ///   - folder: The working directory.
  package init(
    _ path: String,
    _ arguments: [String],
    environment: [String: String],
    folder: String
  ) throws(SystemError) {
    let pipes = try ChildPipes()
    do throws(SystemError) {
      let id = try ChildProcessRegistry.start(isDetached: false) { () throws(SystemError) in
        try ProcessSpawner(path, arguments, environment: environment, folder: folder)
          .spawn(pipes.input.reading, pipes.output.writing, pipes.errors.writing)
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
    _ = reap(WNOHANG)
    for descriptor in [input, output, errors, watch] { close(descriptor) }
  }

  /// Closes the program's standard input; later writes are discarded.
  package func closeInput() {
    // Keep the descriptor number in use: another thread may be about to write to it.
    let nullDevice = try? FileDescriptor(opening: "/dev/null", for: .discarding)
    guard let nullDevice else { return }
    dup3(nullDevice.number, input, O_CLOEXEC)
  }

  /// Sends a signal to the process group; `kill` also kills all descendants.
  ///
  /// After the process was waited for, nothing is sent, because its ID may be reused.
  package func terminate(with signal: TerminationSignal) {
    status.withLock { status in
      if status != nil { return }
      switch signal {
      case .terminate: kill(-id, SIGTERM)
      case .kill: ChildProcessRegistry.killTree(of: id)
      }
    }
  }

  /// Waits for the process to end, then kills the rest of its process group.
  ///
  /// - Returns: Nil if the process didn't end within the timeout.
  package func waitForExit(timeout: Duration) -> ExitStatus? {
    if (try? isReady(watch, for: POLLIN, within: timeout)) != true { return nil }
    // Its descendants outside the group have a new parent by now and can't be found.
    status.withLock { if $0 == nil { kill(-id, SIGKILL) } }
    return reap(0).map { status in
      let signal = status & 0x7F
      return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
    }
  }

  private func reap(_ options: CInt) -> CInt? {
    status.withLock { status in
      if let status { return status }
      var found: CInt = 0
      while true {
        let number = waitpid(id, &found, options)
        if number == id {
          status = found
          ChildProcessRegistry.unregister(id)
        }
        if number != -1 || errno != EINTR { return status }
      }
    }
  }

  /// Returns a pidfd for the process; kills the process if that fails.
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
  /// Returns the next output, at most 64 KiB; empty at the end of output or when the process has
  /// ended.
  ///
  /// Descendants may keep the pipe open, so this also watches for the end of the process itself.
  package func readOutput() -> [UInt8] { read(output) }

  /// Returns the next bytes of standard error, in the same way as `readOutput`.
  package func readErrors() -> [UInt8] { read(errors) }

  private func read(_ descriptor: CInt) -> [UInt8] {
    var sources = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: watch, events: Int16(POLLIN), revents: 0),
    ]
    guard (try? systemCall("poll") { poll(&sources, 2, -1) }) != nil else { return [] }
    // If the process has ended, check once more for output that it wrote before.
    if sources[0].revents == 0, (try? isReady(descriptor, for: POLLIN, within: .zero)) != true {
      return []
    }
    return (try? readOnce(descriptor, path: nil, atMost: 64 << 10)) ?? []
  }
}
