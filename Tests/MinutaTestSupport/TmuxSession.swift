import Foundation

/// A terminal of 80 columns and 24 rows, in a tmux server of its own.
package struct TmuxSession: Sendable {
  private let socket: String
  private let environment: [String: String]

  /// Runs a shell script in a terminal, calls a function, and ends the terminal.
  ///
  /// - Parameter folder: The directory of the server's socket.
  package static func run<Result>(
    _ script: String,
    in folder: TemporaryDirectory,
    environment: [String: String],
    _ body: (TmuxSession) async throws -> Result
  ) async throws -> Result {
    // A server that ends refuses new sessions, so each has its own socket.
    let session = TmuxSession(
      socket: "\(folder.path)/tmux-\(UUID().uuidString.prefix(8))",
      environment: environment.merging(["TERM": "xterm-256color"]) { $1 }
    )
    try await session.tmux("new-session", "-d", "-x", "80", "-y", "24", script)
    do {
      let result = try await body(session)
      try await session.tmux("kill-server")
      return result
    } catch {
      let screen = try? await session.screen()
      _ = try? await session.tmux("kill-server")
      throw WaitTimeoutError(description: "\(error)\n\(screen ?? "")")
    }
  }

  /// Returns the text on the screen.
  package func screen() async throws -> String { try await tmux("capture-pane", "-p") }

  /// Waits until a text is on the screen.
  package func wait(for text: String) async throws {
    try await MinutaTestSupport.wait(for: text) { try await screen().contains(text) }
  }

  /// Presses keys, by their names in tmux, such as `Enter` and `M-Enter`.
  package func press(_ keys: String...) async throws {
    for key in keys { try await tmux("send-keys", key) }
  }

  /// Types a text.
  package func type(_ text: String) async throws {
    try await tmux("send-keys", "-l", text)
  }

  @discardableResult
  private func tmux(_ words: String...) async throws -> String {
    let result = try await TestPrograms.run(
      TestPrograms.installed("tmux") ?? "tmux",
      ["-S", socket, "-f", "/dev/null"] + words,
      environment: environment
    )
    guard result.status == 0 else { throw WaitTimeoutError(description: "tmux: \(result.errors)") }
    return result.output
  }
}
