package import IntentKit
import JSONText
import SystemCalls

/// Shows notifications by `notify-send`.
package struct Notifier: Sendable {
  private static let program = "notify-send"
  private static let outputLimit = 1 << 16

  private let environment: [String: String]
  private let timeout: Duration

  /// - Parameters:
  ///   - environment: where the program is found, and what it sees.
  ///   - timeout: `notify-send` waits for over a minute where the desktop's service hangs.
  package init(environment: [String: String], timeout: Duration = .seconds(5)) {
    self.environment = environment
    self.timeout = timeout
  }

  /// Shows a title and a text.
  ///
  /// - Throws: `OutcomeError` where the program is not there, or cannot show it.
  package func show(_ title: String, _ text: String) async throws(OutcomeError) {
    do {
      let result = try await ProgramRunner(
        Self.program,
        Self.arguments(title, text),
        environment: environment
      )
      .run(input: [], outputLimit: Self.outputLimit, timeout: timeout)
      if result.code != 0 { throw Self.failure(result.errors.split(separator: "\n").first ?? "") }
    } catch let error as OutcomeError {
      throw error
    } catch let error as ProgramRunner.LaunchError {
      throw Self.failure(error.reason)
    } catch is ProgramRunner.TimedOut {
      throw Self.failure("notify-send did not end within \(timeout)")
    } catch {
      throw OutcomeError(.failure, code: "cancelled", message: "The notification was cancelled.")
    }
  }

  /// The title is plain text, the text is markup; neither is an option.
  static func arguments(_ title: String, _ text: String) -> [String] {
    ["--app-name=Minuta", "--", title.filter { $0 != "\0" }, PangoMarkup.markup(text)]
  }

  private static func failure(_ reason: some StringProtocol) -> OutcomeError {
    OutcomeError(
      .failure,
      code: "notificationFailed",
      message: "The notification could not be shown: \(reason).",
      data: ["program": .string(program)]
    )
  }
}
