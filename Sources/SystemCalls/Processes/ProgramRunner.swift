import Foundation

/// Runs a program until it exits or the current task is cancelled.
package struct ProgramRunner: Sendable {
  /// The exit code and output of a program.
  package struct Result: Sendable {
    /// The exit code; for a program killed by a signal, the negative signal number.
    package let code: Int32
    package let output: [UInt8]
    package let errors: String
  }

  /// The maximum number of bytes to keep from standard error.
  private static let errorLimit = 1 << 16

  private let name: String
  private let path: String
  private let arguments: [String]
  private let environment: [String: String]
  private let usesTerminal: Bool

  /// Creates a runner for a program, which is searched for in the directories of `PATH`.
  ///
  /// - Parameters:
  ///   - environment: The program's complete environment.
  ///   - usesTerminal: Whether the program shows something at the terminal of this process, and
  ///     reads its keys. Its errors then go to the terminal, too.
  package init(
    _ name: String,
    _ arguments: [String],
    environment: [String: String],
    usesTerminal: Bool = false
  ) throws(ProgramError) {
    let folders = (environment["PATH"] ?? "/usr/bin:/bin")
      .split(separator: ":").filter { $0.hasPrefix("/") }
    let candidates = folders.map { "\($0)/\(name)" }
    guard let path = candidates.first(where: FileManager.default.isExecutableFile) else {
      throw .notFound(name)
    }
    self.name = name
    self.path = path
    self.environment = environment
    self.arguments = arguments
    self.usesTerminal = usesTerminal
  }

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - outputLimit: The maximum number of output bytes. A program that writes more is killed,
  ///     and its output so far is returned.
  ///   - timeout: The time after which the program is killed; nil for no limit.
  /// - Throws: `ProgramError` or `CancellationError`.
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
      async let inputDone: Void = Self.onThread {
        // Ignore write errors: if the program exited early, its exit code gives the reason.
        try? writeAll(child.input, path: nil, input)
        child.closeInput()
      }
      async let exitCode = Self.onThread { Self.code(of: child, within: timeout) }
      let (outputBytes, errorBytes, _, code) = await (output, errors, inputDone, exitCode)
      try Task.checkCancellation()
      guard let code else { throw ProgramError.timedOut(name) }
      let errorText = String(decoding: errorBytes, as: UTF8.self)
      return Result(code: code, output: outputBytes, errors: errorText)
    } onCancel: {
      child.terminate(with: .kill)
    }
  }

  private func start() async throws(ProgramError) -> SpawnedProcess {
    do throws(SystemError) {
      try await ThreadAndDescriptorCheck.reserve()
      return try SpawnedProcess(
        path,
        arguments,
        environment: environment,
        folder: "/",
        usesTerminal: usesTerminal
      )
    } catch {
      throw .notStarted(path: path, error)
    }
  }

  /// Reads the program's output to the end; kills the program if it writes more than `limit` bytes.
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

  /// Waits for the program to exit and returns its exit code; kills it after the timeout.
  ///
  /// - Returns: Nil if the program was killed because of the timeout.
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

  /// Runs a blocking function on a thread of its own.
  private static func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      do throws(SystemError) {
        try SystemThread.start { continuation.resume(returning: body()) }
      } catch {
        // No thread could be started, so run the function here, although it blocks.
        continuation.resume(returning: body())
      }
    }
  }
}
