import IntentKit
import JSONText
import MinutaDesktop

/// The failures of idle hosts and of schedules.
extension Failure {
  /// The failure of a host that calls Minuta itself, so it can't be asked.
  static func unpolledHost(_ name: String) -> Failure {
    let polled = IdleHookGenerators.all.filter { $0.idleTimeQuery != nil }.map(\.name)
    return Failure(
      .badInput,
      code: "unknownHost",
      message: "\(name.quoted) can't be asked for the idle time; it calls minuta itself. "
        + "Use \(polled.joined(separator: " or "))."
    )
  }

  static func idleTimeUnavailable(_ host: String, _ reason: String) -> Failure {
    Failure(
      code: "hostUnavailable",
      message: "Can't ask \(host) for the idle time: \(reason). Run this in a session of your "
        + "desktop."
    )
  }

  /// The failure of an expression that systemd doesn't accept.
  ///
  /// - Parameter reason: the reason as systemd-analyze gives it; nil if it wasn't asked.
  static func invalidCalendar(_ text: String, _ reason: String? = nil) -> Failure {
    let problem = reason ?? "\(text.quoted) is not a calendar expression of systemd"
    return Failure(
      .badInput,
      code: "invalidValue",
      message: "\(problem). Use an expression such as 'Mon..Fri 17:30' or '*-*-01 09:00'."
    )
  }

  /// The failure of an expression whose times are all in the past.
  static func elapsedCalendar(_ text: String) -> Failure {
    Failure(
      .badInput,
      code: "invalidValue",
      message: "\(text.quoted) is in the past. Use an expression such as 'Mon..Fri 17:30'."
    )
  }

  static func notWorkflow(_ path: String) -> Failure {
    Failure(
      .badInput,
      code: "notWorkflow",
      message: "'\(path)' isn't the file of a workflow. Give one, or the id of a workflow.",
      data: ["file": .string(path)]
    )
  }

  static func invalidScheduleName(_ name: String) -> Failure {
    Failure(
      .badInput,
      code: "invalidValue",
      message: "\(name.quoted) can't be the name of a schedule. Use up to 64 letters, digits, '_' "
        + "and '-', but not '\(WorkflowSchedule.reservedName)'."
    )
  }

  /// - Parameter folder: the folder of the user's workflows.
  static func unknownScheduledIntent(_ id: String, near: String?, folder: String) -> Failure {
    Failure(
      .unknownIntent,
      code: "unknownIntent",
      message: "There is no intent or workflow \(id.quoted)\(near.suggestion); workflows are files "
        + "in '\(folder)'."
    )
  }

  static func unknownSchedule(_ name: String, near: String?) -> Failure {
    Failure(
      .badInput,
      code: "unknownSchedule",
      message: "There is no schedule \(name.quoted)\(near.suggestion). "
        + "Use one of the list.".suggesting("schedule")
    )
  }

  /// The failure of a unit file that another program or the user wrote.
  static func foreignUnit(_ path: String) -> Failure {
    Failure(
      .badInput,
      code: "foreignUnit",
      message: "'\(path)' wasn't written by 'minuta schedule', so it isn't changed. "
        + "Choose another name with --name.",
      data: ["file": .string(path)]
    )
  }
}
