import Foundation

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
    let process = Process()
    let pipes = (input: Pipe(), output: Pipe(), errors: Pipe())
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment = environment
    process.standardInput = pipes.input
    process.standardOutput = pipes.output
    process.standardError = pipes.errors
    let (ends, end) = AsyncStream<Int32>.makeStream()
    process.terminationHandler = { process in
      let code = process.terminationStatus
      end.yield(process.terminationReason == .exit ? code : -code)
      end.finish()
    }
    do {
      try process.run()
    } catch {
      throw NotStarted(reason: "'\(path)' cannot be started: \(error.localizedDescription)")
    }
    return try await withTaskCancellationHandler {
      async let output = Self.bytes(of: pipes.output, limit: outputLimit)
      async let errors = Self.bytes(of: pipes.errors, limit: 1 << 16)
      async let fed: Void = Self.feed(input, to: pipes.input)
      let (read, said, _) = await (output, errors, fed)
      // Where more is to come than is wanted, nothing takes it any more.
      if read.count > outputLimit { process.endNow() }
      var code: Int32 = 0
      for await number in ends { code = number }
      try Task.checkCancellation()
      return Result(code: code, output: read, errors: String(decoding: said, as: UTF8.self))
    } onCancel: {
      process.endNow()
    }
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
