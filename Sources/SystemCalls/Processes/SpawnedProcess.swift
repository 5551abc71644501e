import CSystem
import Glibc
import Synchronization

/// A program started as a child that has nothing of ours but what is given to it: a session and
/// group of its own, no signal blocked or ignored, three pipes and no other descriptor.
package final class SpawnedProcess: Sendable {
  /// What asks a program to end, the plain way first.
  package enum TerminationSignal: Sendable {
    case terminate, kill
  }

  /// How a program ended.
  package enum ExitStatus: Sendable, Equatable {
    /// By itself, with a code.
    case exited(CInt)
    /// By a signal.
    case killed(signal: CInt)
  }

  /// The process's number.
  package let id: CInt
  /// Leads to its standard input.
  package let input: CInt
  /// Leads from its standard output.
  package let output: CInt
  /// Leads from its standard error.
  package let errors: CInt

  /// Tells when it has ended, also where its number is another's by then.
  private let watch: CInt
  /// How it ended; nil before it was waited for.
  private let status = Mutex<CInt?>(nil)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - environment: all that it sees of variables.
  ///   - folder: where it works.
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

  /// Lets it read the end of its input; what is written to that from here on goes nowhere.
  package func closeInput() {
    // The number stays taken, as another thread may be about to write to it.
    guard let nothing = try? FileDescriptor(opening: "/dev/null", for: .discarding) else { return }
    dup3(nothing.number, input, O_CLOEXEC)
  }

  /// Sends a signal to the program and to its group; `kill` goes to all its descendants.
  ///
  /// Nothing is sent once it was waited for, as its number may be another's by then.
  package func terminate(with signal: TerminationSignal) {
    status.withLock { status in
      if status != nil { return }
      switch signal {
      case .terminate: kill(-id, SIGTERM)
      case .kill: ChildProcessRegistry.killTree(of: id)
      }
    }
  }

  /// Waits for its end; what it left behind in its group is ended with it.
  ///
  /// - Returns: nil where the end did not come in time.
  package func waitForExit(timeout: Duration) -> ExitStatus? {
    if (try? isReady(watch, for: POLLIN, within: timeout)) != true { return nil }
    // Its own descendants are no longer known as such.
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

  /// What cannot be watched is not left running.
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
  /// What it writes next, at most 64 KiB; empty once nothing more can come, as it closed its output
  /// or is gone.
  ///
  /// What it left behind may hold the pipe open, so its own end is watched as well.
  package func readOutput() -> [UInt8] { read(output) }

  /// What it complains of next, as `readOutput` tells what it writes.
  package func readErrors() -> [UInt8] { read(errors) }

  private func read(_ descriptor: CInt) -> [UInt8] {
    var sources = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: watch, events: Int16(POLLIN), revents: 0),
    ]
    guard (try? systemCall("poll") { poll(&sources, 2, -1) }) != nil else { return [] }
    // What was written before the end is there when the end is.
    if sources[0].revents == 0, (try? isReady(descriptor, for: POLLIN, within: .zero)) != true {
      return []
    }
    return (try? readOnce(descriptor, path: nil, atMost: 64 << 10)) ?? []
  }
}
