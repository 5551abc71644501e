import Foundation
import Glibc

/// A running process of the program `curl`, which reads its configuration from standard input.
struct CurlProcess: Sendable {
  /// The exit code and output of curl.
  struct Result: Sendable {
    let code: Int32
    let output: [UInt8]
    let errors: String
  }

  /// The exit code of `env` if there is no program with the name.
  static let notFoundExitCode: Int32 = 127

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()

  /// Starts curl, which is searched for in the directories of `PATH`.
  init(environment: [String: String]) throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["curl", "-q", "--config", "-"]
    process.environment = environment
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  /// Waits until curl exits; ends it if the current task is cancelled.
  ///
  /// - Parameter outputLimit: the number of bytes after which curl is ended.
  func run(_ configuration: String, outputLimit: Int) async throws -> Result {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Waits on a thread of Dispatch, because Swift's concurrency pool has few threads.
        DispatchQueue.global().async {
          continuation.resume(returning: wait(configuration, outputLimit: outputLimit))
        }
      }
    } onCancel: {
      kill()
    }
    try Task.checkCancellation()
    return result
  }

  private func kill() {
    // A thread of Swift's concurrency pool blocks SIGTERM, and so do the processes that it starts.
    if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
  }

  /// Sends the configuration and reads the output; curl reads all of the former first.
  private func wait(_ configuration: String, outputLimit: Int) -> Result {
    // Ignores errors: if curl exits early, its exit code gives the reason.
    try? input.fileHandleForWriting.write(contentsOf: Data(configuration.utf8))
    try? input.fileHandleForWriting.close()
    let body = (try? output.fileHandleForReading.read(upToCount: outputLimit)) ?? Data()
    if body.count == outputLimit { kill() }
    let text = (try? errors.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    return Result(
      code: process.terminationStatus,
      output: Array(body),
      errors: String(decoding: text, as: UTF8.self)
    )
  }
}
