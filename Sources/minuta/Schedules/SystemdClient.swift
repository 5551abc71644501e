import Foundation
import IntentKit
import MinutaDesktop
import SystemCalls

/// Runs `systemctl --user` and `systemd-analyze`.
struct SystemdClient {
  let environment: Environment

  private static let timeout = Duration.seconds(10)

  /// Throws if a text isn't a calendar expression.
  ///
  /// Without `systemd-analyze`, only its characters are checked.
  ///
  /// - Throws: `Failure.invalidCalendar`, with the message of `systemd-analyze`.
  func validate(calendar: String) async throws(Failure) {
    guard WorkflowSchedule.isCalendar(calendar) else { throw .invalidCalendar(calendar) }
    do throws(ProgramError) {
      let output = try await run("systemd-analyze", ["calendar", "--", calendar])
      if !output.contains("Next elapse: never") { return }
    } catch {
      if error.errors == nil { return }
      throw .invalidCalendar(calendar, error.reason)
    }
    throw .elapsedCalendar(calendar)
  }

  /// Makes systemd read the changed units and starts a timer.
  ///
  /// - Returns: A sentence about a failure; nil if there is none.
  func restart(_ timer: String) async -> String? {
    for words in [["daemon-reload"], ["restart", timer]] {
      do throws(ProgramError) {
        _ = try await run("systemctl", ["--user"] + words)
      } catch {
        guard let errors = error.errors, !errors.allSatisfy(\.isWhitespace),
          !Self.errorsWithoutSystemd.contains(where: { errors.contains($0) })
        else { return "systemd isn't running for you here; the timer starts when you log in." }
        return "systemd can't start the timer now (\(error.reason)); it starts when you log in."
      }
    }
    return nil
  }

  /// Parts of the errors of `systemctl` if systemd isn't running for the user.
  private static let errorsWithoutSystemd = [
    "Failed to connect to bus", "Failed to connect to user scope bus",
    "System has not been booted with systemd",
  ]

  /// Stops a timer, whose files are then removed by `removeFiles`.
  func stop(_ timer: String, _ removeFiles: () throws(Failure) -> Void) async throws(Failure) {
    _ = try? await run("systemctl", ["--user", "stop", timer])
    try removeFiles()
    _ = try? await run("systemctl", ["--user", "daemon-reload"])
  }

  private func run(
    _ name: String,
    _ words: [String]
  ) async throws(ProgramError) -> String {
    var variables = environment.variables
    // The messages are compared and shown, so they must not be translated.
    variables["LC_ALL"] = "C"
    variables["SYSTEMD_PAGER"] = ""
    return try await ProgramRunner.text(
      name,
      words,
      environment: variables,
      timeout: Self.timeout
    )
  }
}
