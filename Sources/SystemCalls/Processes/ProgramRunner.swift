import Foundation

/// A program that is run to its end, or until the task that wants it is cancelled.
package struct ProgramRunner: Sendable {
  /// What a program left behind.
  package struct Result: Sendable {
    /// The exit code; of one that a signal ended, the signal below zero.
    package let code: Int32
    package let output: [UInt8]
    package let errors: String
  }

  /// The program is not there, or cannot be started.
  package struct LaunchError: Error {
    package let reason: String
  }

  /// The program was ended, as it had not ended by itself in time.
  package struct TimedOut: Error {}

  /// Bytes of what it complains of that are of interest.
  private static let errorLimit = 1 << 16

  private let path: String
  private let arguments: [String]
  private let environment: [String: String]

  /// Finds a program in the folders for programs.
  ///
  /// - Parameter environment: all that the program sees.
  package init(
    _ name: String,
    _ arguments: [String],
    environment: [String: String]
  ) throws(LaunchError) {
    let folders = (environment["PATH"] ?? "/usr/bin:/bin")
      .split(separator: ":").filter { $0.hasPrefix("/") }
    let candidates = folders.map { "\($0)/\(name)" }
    guard let path = candidates.first(where: FileManager.default.isExecutableFile) else {
      throw LaunchError(reason: "there is no program '\(name)' in PATH")
    }
    self.path = path
    self.environment = environment
    self.arguments = arguments
  }

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - outputLimit: bytes after which it is ended, with what it has written until then.
  ///   - timeout: after which it is ended; nil for none.
  /// - Throws: `LaunchError`, and `TimedOut` and `CancellationError` once the program is ended.
  @concurrent
  package func run(
    input: [UInt8],
    outputLimit: Int,
    timeout: Duration? = nil
  ) async throws -> Result {
    try Task.checkCancellation()
    let child = try await start()
    return try await withTaskCancellationHandler {
      async let output = Self.onThread { Self.output(of: child, limit: outputLimit) }
      async let errors = Self.onThread { Self.errors(of: child) }
      async let fed: Void = Self.onThread {
        // A program that has ended reads nothing; its code tells why.
        try? writeAll(child.input, path: nil, input)
        child.closeInput()
      }
      async let ended = Self.onThread { Self.code(of: child, within: timeout) }
      let (read, said, _, code) = await (output, errors, fed, ended)
      try Task.checkCancellation()
      guard let code else { throw TimedOut() }
      return Result(code: code, output: read, errors: String(decoding: said, as: UTF8.self))
    } onCancel: {
      child.terminate(with: .kill)
    }
  }

  private func start() async throws(LaunchError) -> SpawnedProcess {
    do throws(SystemError) {
      try await RuntimeResources.reserve()
      return try SpawnedProcess(path, arguments, environment: environment, folder: "/")
    } catch {
      throw LaunchError(reason: "'\(path)' cannot be started: \(error.reason)")
    }
  }

  /// Reads to the end; what has written more than is wanted is ended.
  private static func output(of child: SpawnedProcess, limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while case let chunk = child.readOutput(), !chunk.isEmpty {
      bytes += chunk
      if bytes.count > limit {
        child.terminate(with: .kill)
        break
      }
    }
    return bytes
  }

  private static func errors(of child: SpawnedProcess) -> [UInt8] {
    var bytes: [UInt8] = []
    while case let chunk = child.readErrors(), !chunk.isEmpty {
      if bytes.count < errorLimit { bytes += chunk }
    }
    return bytes
  }

  /// The exit code; nil for a program that was ended by the timeout.
  private static func code(of child: SpawnedProcess, within timeout: Duration?) -> Int32? {
    var ending = timeout.flatMap { child.waitForExit(timeout: $0) }
    let didTimeOut = timeout != nil && ending == nil
    if didTimeOut { child.terminate(with: .kill) }
    while ending == nil { ending = child.waitForExit(timeout: .seconds(60)) }
    if didTimeOut { return nil }
    return switch ending {
    case .exited(let code): code
    case .killed(let signal): -signal
    case nil: nil
    }
  }

  /// Does what waits on a thread of its own.
  private static func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { done in
      do throws(SystemError) {
        try SystemThread.start { done.resume(returning: body()) }
      } catch {
        // Nothing better is left than to wait here.
        done.resume(returning: body())
      }
    }
  }
}
