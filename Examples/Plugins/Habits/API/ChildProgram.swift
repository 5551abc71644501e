import Foundation
import Synchronization

/// A program that is run to its end, or until the task that wants it is cancelled.
struct ChildProgram: Sendable {
  /// What a program left behind.
  struct Result: Sendable {
    /// The exit code; of one that a signal ended, the signal below zero.
    let code: Int32
    let output: [UInt8]
    let errors: String
  }

  /// The program is not there, or cannot be started.
  struct NotStarted: Error {
    let reason: String
  }

  private struct Pipes {
    let input = Pipe()
    let output = Pipe()
    let errors = Pipe()
  }

  /// Held while a program is started: another that is started meanwhile would inherit its input, and
  /// keep it from ending.
  private static let starting = Mutex(())

  private let path: String
  private let arguments: [String]
  private let environment: [String: String]

  /// Finds a program in the folders for programs.
  ///
  /// - Parameter environment: all that the program sees.
  init(
    _ name: String,
    _ arguments: [String],
    environment: [String: String]
  ) throws(NotStarted) {
    let folders = (environment["PATH"] ?? "/usr/bin:/bin")
      .split(separator: ":").filter { $0.hasPrefix("/") }
    let candidates = folders.map { "\($0)/\(name)" }
    guard let path = candidates.first(where: FileManager.default.isExecutableFile) else {
      throw NotStarted(reason: "there is no program '\(name)' in PATH")
    }
    self.path = path
    self.environment = environment
    self.arguments = arguments
  }

  /// Runs the program.
  ///
  /// - Parameter outputLimit: bytes after which it is ended, with what it has written until then.
  /// - Throws: `NotStarted`, and `CancellationError` once the program is ended.
  @concurrent
  func run(input: [UInt8], outputLimit: Int) async throws -> Result {
    try Task.checkCancellation()
    let (ends, end) = AsyncStream<Int32>.makeStream()
    let (process, pipes) = try Self.starting.withLock { _ throws(NotStarted) in
      try start { code in
        end.yield(code)
        end.finish()
      }
    }
    return try await withTaskCancellationHandler {
      async let output = Self.bytes(of: pipes.output, limit: outputLimit)
      async let errors = Self.bytes(of: pipes.errors, limit: 1 << 16)
      async let fed: Void = Self.feed(input, to: pipes.input)
      let read = await output
      // More than is wanted would be taken by nobody, and waited with for ever.
      if read.count > outputLimit { process.endNow() }
      let (said, _) = await (errors, fed)
      var code: Int32 = 0
      for await number in ends { code = number }
      try Task.checkCancellation()
      return Result(code: code, output: read, errors: String(decoding: said, as: UTF8.self))
    } onCancel: {
      process.endNow()
    }
  }

  private func start(
    whenEnded: @escaping @Sendable (_ code: Int32) -> Void
  ) throws(NotStarted) -> (Process, Pipes) {
    let process = Process()
    let pipes = Pipes()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment = environment
    process.standardInput = pipes.input
    process.standardOutput = pipes.output
    process.standardError = pipes.errors
    process.terminationHandler = { process in
      let code = process.terminationStatus
      whenEnded(process.terminationReason == .exit ? code : -code)
    }
    do {
      try process.run()
    } catch {
      throw NotStarted(reason: "'\(path)' cannot be started: \(error.localizedDescription)")
    }
    return (process, pipes)
  }

  /// Reads to the end, or until it is more than the limit; on a thread, since it waits.
  private static func bytes(of pipe: Pipe, limit: Int) async -> [UInt8] {
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        var bytes: [UInt8] = []
        while bytes.count <= limit,
          let chunk = try? pipe.fileHandleForReading.read(upToCount: 1 << 16), !chunk.isEmpty
        {
          bytes += chunk
        }
        try? pipe.fileHandleForReading.close()
        done.resume(returning: bytes)
      }
    }
  }

  private static func feed(_ bytes: [UInt8], to pipe: Pipe) async {
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        // A program that has ended reads nothing; its code tells why.
        try? pipe.fileHandleForWriting.write(contentsOf: bytes)
        try? pipe.fileHandleForWriting.close()
        done.resume()
      }
    }
  }
}

extension Process {
  /// Ends the program by a signal that cannot be blocked, as the one of `terminate` is here.
  fileprivate func endNow() {
    if isRunning { kill(processIdentifier, SIGKILL) }
  }
}
