package import IntentKit
import JSONText
import SystemCalls

/// Shows desktop notifications with `notify-send`.
package struct Notifier: Sendable {
  private static let program = "notify-send"
  private static let outputLimit = 1 << 16

  private let environment: [String: String]
  private let timeout: Duration

  /// Creates a notifier.
  ///
  /// - Parameters:
  ///     - environment: the environment variables of `notify-send`, which is found through their
  ///       `PATH`.
  ///     - timeout: the time limit. Without it, `notify-send` waits over a minute if the desktop
  ///       hangs.
  package init(environment: [String: String], timeout: Duration = .seconds(5)) {
    self.environment = environment
    self.timeout = timeout
  }

  /// Shows a notification.
  ///
  /// - Throws: `Failure` if `notify-send` isn't installed, fails or takes too long.
  package func show(_ title: String, _ text: String) async throws(Failure) {
    do {
      let result = try await ProgramRunner(
        Self.program,
        Self.arguments(title, text),
        environment: environment
      )
      .run(input: [], outputLimit: Self.outputLimit, timeout: timeout)
      if result.code != 0 { throw Self.failure(result.errors.split(separator: "\n").first ?? "") }
    } catch let error as Failure {
      throw error
    } catch let error as ProgramRunner.LaunchError {
      throw Self.failure(error.reason)
    } catch is ProgramRunner.TimeoutError {
      throw Self.failure("notify-send timed out after \(timeout)")
    } catch {
      throw Failure(code: "cancelled", message: "The notification was cancelled.")
    }
  }

  /// Returns the arguments of `notify-send`.
  ///
  /// The title is passed as plain text, and the text as markup. `--` makes sure that neither of
  /// them is taken for an option.
  static func arguments(_ title: String, _ text: String) -> [String] {
    ["--app-name=Minuta", "--", title.filter { $0 != "\0" }, PangoMarkup.markup(text)]
  }

  private static func failure(_ reason: some StringProtocol) -> Failure {
    Failure(
      code: "notificationFailed",
      message: "Can't show the notification: \(reason).",
      data: ["program": .string(program)]
    )
  }
}
