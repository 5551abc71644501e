import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaDesktop
import SystemCalls

/// Asks a host once for how long there was no input, and calls `Away` or `Back`.
struct IdlePoller {
  let host: any IdleHookGenerator
  /// The time without input, in seconds, after which the user counts as away.
  let seconds: Int
  let program: Program

  private static let timeout = Duration.seconds(10)
  /// The time in seconds after leaving in which input doesn't count as a return.
  ///
  /// The user may type `minuta away` and then lock the screen.
  private static let departureSeconds = 60.0

  /// Calls `Away` if there was no input for long enough, and `Back` if there was since `Away`.
  ///
  /// - Returns: The outcome; nil if there was nothing to call.
  func poll(_ global: GlobalFlags) async throws -> Outcome? {
    let environment = program.environment
    let idle = try await idleSeconds(environment)
    let log = UptimeLog(folder: environment.stateFolder)
    let departure = log.absenceHistory().departure?.start(log.reading(at: environment.now()))
    if idle >= Double(seconds) {
      let call = IntentCall("Away", with: ["idle": .string("\(Int(idle))s")])
      return await (try program.engine(global)).perform(call, from: .commandLine)
    }
    let lastInput = environment.now().addingTimeInterval(-idle)
    guard let departure, lastInput.timeIntervalSince(departure) > Self.departureSeconds else {
      return nil
    }
    return await (try program.engine(global)).perform(IntentCall("Back"), from: .commandLine)
  }

  /// Asks the user about the time away if an outcome ends an absence in which a timer ran.
  ///
  /// This waits for the answer: systemd ends all processes of a service together with its command.
  func askAboutAbsence(after outcome: Outcome, _ global: GlobalFlags) async {
    guard !global.isDryRun, let value = outcome.result?.value, value["away"] != nil,
      value["unresolved"] != nil
    else { return }
    await AbsenceQuestion(program: program, global: global).ask()
  }

  /// Returns the time without input in seconds.
  private func idleSeconds(_ environment: Environment) async throws(Failure) -> Double {
    guard let query = host.idleTimeQuery else { throw .unpolledHost(host.name) }
    let name = query.command[0]
    let output: String
    do throws(ProgramError) {
      output = try await ProgramRunner.text(
        name,
        Array(query.command.dropFirst()),
        environment: environment.variables,
        timeout: Self.timeout
      )
    } catch {
      throw .idleTimeUnavailable(host.name, error.reason)
    }
    guard let milliseconds = query.milliseconds(output) else {
      throw .idleTimeUnavailable(host.name, "\(name) printed \(output.quoted)")
    }
    return Double(milliseconds) / 1000
  }
}
