import CSystem
import Foundation
import Glibc
package import SystemCalls

/// A child process started by a test.
///
/// Foundation's `Process` passes blocked signals on to its children, which then can't be
/// terminated. This class starts the child with no signal blocked.
package final class ChildProcess: Sendable {
  /// The exit status and output of a program.
  package struct Result: Sendable, Equatable {
    /// The exit code; for a program killed by a signal, the negative signal number.
    package let status: Int32
    package let output: String
    package let errors: String
  }

  package let id: CInt
  private let input: CInt
  private let output: CInt
  private let errors: CInt

  /// Starts a program with pipes for its standard streams.
  ///
  /// - Parameter environment: The program's complete environment.
  package init(
    _ program: String,
    _ arguments: [String] = [],
    environment: [String: String] = [:]
  ) throws {
    let input = try Pipe()
    let output = try Pipe()
    let errors = try Pipe()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.reading, 0)
    posix_spawn_file_actions_adddup2(&actions, output.writing, 1)
    posix_spawn_file_actions_adddup2(&actions, errors.writing, 2)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))

    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var id = pid_t()
    let code = posix_spawn(&id, program, &actions, &attributes, words, variables)
    for end in [input.reading, output.writing, errors.writing] { close(end) }
    self.id = id
    self.input = input.writing
    self.output = output.reading
    self.errors = errors.reading
    if code != 0 { throw SystemError(call: "posix_spawn", path: program, code: code) }
  }

  deinit {
    if id > 0 { kill(-id, SIGKILL) }
    close(output)
    close(errors)
  }

  /// Writes to the program's standard input.
  package func write(_ bytes: [UInt8]) throws {
    try writeAll(input, path: nil, bytes)
  }

  package func closeInput() {
    close(input)
  }

  /// Waits for output and returns it, at most 64 KiB; empty at the end of output.
  package func readOutput() throws -> [UInt8] {
    try readOnce(output, path: nil, atMost: 1 << 16)
  }

  /// Kills the program and its process group.
  package func end() {
    kill(-id, SIGKILL)
    var status: Int32 = 0
    waitpid(id, &status, 0)
  }

  /// Writes the input, closes it, and waits for the program to exit.
  package func finish(input bytes: [UInt8] = []) async throws -> Result {
    async let outputText = Self.rest(of: output)
    async let errorText = Self.rest(of: errors)
    async let inputDone: Void = Self.feed(bytes, to: input)
    let (output, errors, _) = await (outputText, errorText, inputDone)
    return Result(status: waitForExit(), output: output, errors: errors)
  }

  /// Runs a program within this process instead, on a thread of its own, with pipes for its standard
  /// streams.
  ///
  /// - Parameter program: Runs the program and returns its exit code.
  package static func runHere(
    input bytes: [UInt8],
    _ program: @escaping @Sendable (StandardStreams) -> Int32
  ) async throws -> Result {
    let input = try Pipe()
    let output = try Pipe()
    let errors = try Pipe()
    defer { for end in [output.reading, errors.reading] { close(end) } }
    async let outputText = rest(of: output.reading)
    async let errorText = rest(of: errors.reading)
    async let inputDone: Void = feed(bytes, to: input.writing)
    let status = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let ends = [input.reading, output.writing, errors.writing]
        let status = program(StandardStreams(input: ends[0], output: ends[1], errors: ends[2]))
        for end in ends { close(end) }
        continuation.resume(returning: status)
      }
    }
    let (outputRest, errorRest, _) = await (outputText, errorText, inputDone)
    return Result(status: status, output: outputRest, errors: errorRest)
  }

  /// Waits for the program to exit, and returns its exit status.
  package func waitForExit() -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) == -1, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : -signal
  }

  @concurrent
  private static func rest(of descriptor: CInt) async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var bytes: [UInt8] = []
        while let chunk = try? readOnce(descriptor, path: nil, atMost: 1 << 16), !chunk.isEmpty {
          bytes += chunk
        }
        continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  @concurrent
  private static func feed(_ bytes: [UInt8], to input: CInt) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        try? writeAll(input, path: nil, bytes)
        close(input)
        continuation.resume()
      }
    }
  }
}

/// The two ends of a pipe, which other child processes don't inherit.
///
/// Otherwise, another child could keep the pipe open.
private struct Pipe {
  let reading: CInt
  let writing: CInt

  init() throws {
    var ends: [CInt] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemError.last("pipe2") }
    (reading, writing) = (ends[0], ends[1])
  }
}
