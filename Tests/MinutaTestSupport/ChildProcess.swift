import CSystem
import Foundation
import Glibc
import SystemCalls

/// A program run by a test.
///
/// Foundation's `Process` hands its blocked signals on to the child, which then cannot be ended, so
/// this one spawns by itself.
package final class ChildProcess: Sendable {
  /// What a program left behind.
  package struct Result: Sendable, Equatable {
    /// The exit code; of one that a signal ended, the signal below zero.
    package let status: Int32
    package let output: String
    package let errors: String
  }

  package let id: CInt
  private let input: CInt
  private let output: CInt
  private let errors: CInt

  /// Starts a program with pipes for its input, output and errors.
  ///
  /// - Parameter environment: all that the program sees.
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
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP)
    )

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

  /// Writes to the program's input.
  package func write(_ bytes: [UInt8]) throws {
    try writeAll(input, path: nil, bytes)
  }

  package func closeInput() {
    close(input)
  }

  /// What the program writes next, at most 64 KiB; empty at its end.
  package func readOutput() throws -> [UInt8] {
    try readOnce(output, path: nil, atMost: 1 << 16)
  }

  /// Ends the program and all it started.
  package func end() {
    kill(-id, SIGKILL)
    var status: Int32 = 0
    waitpid(id, &status, 0)
  }

  /// Gives the program its input and waits for its end.
  package func finish(input bytes: [UInt8] = []) async throws -> Result {
    async let text = Self.rest(of: output)
    async let complaints = Self.rest(of: errors)
    async let fed: Void = Self.feed(bytes, to: input)
    let (output, errors, _) = await (text, complaints, fed)
    var status: Int32 = 0
    while waitpid(id, &status, 0) == -1, errno == EINTR {}
    let signal = status & 0x7F
    return Result(
      status: signal == 0 ? (status >> 8) & 0xFF : -signal,
      output: output,
      errors: errors
    )
  }

  @concurrent
  private static func rest(of descriptor: CInt) async -> String {
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        var bytes: [UInt8] = []
        while let chunk = try? readOnce(descriptor, path: nil, atMost: 1 << 16), !chunk.isEmpty {
          bytes += chunk
        }
        done.resume(returning: String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  @concurrent
  private static func feed(_ bytes: [UInt8], to input: CInt) async {
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        try? writeAll(input, path: nil, bytes)
        close(input)
        done.resume()
      }
    }
  }
}

/// The two ends of a pipe that no other child inherits, since such a child would keep it open.
private struct Pipe {
  let reading: CInt
  let writing: CInt

  init() throws {
    var ends: [CInt] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemError.last("pipe2") }
    (reading, writing) = (ends[0], ends[1])
  }
}
