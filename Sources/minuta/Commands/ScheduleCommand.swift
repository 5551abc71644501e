import IntentKit
import JSONText
import MinutaDesktop
import SystemCalls

/// Writes systemd timers that run workflows, lists them, and removes them.
struct ScheduleCommand: Command {
  let name = "schedule"
  let summary = "Run a workflow at times, with systemd"
  let group = "Automation"
  let examples = ["schedule end_of_day 'Mon..Fri 17:30'", "schedule remove end_of_day"]
  var flags: [Flag] {
    [
      Flag("--name TEXT", "Name of the schedule (default: the workflow's id)"),
      Flag("--with JSON", "Values of the workflow's parameters"),
    ]
  }
  var details: String {
    """
    WORKFLOW is the id of a workflow or another intent, or a workflow's file. WHEN is a calendar \
    expression of systemd, such as 'Mon..Fri 17:30'; see man systemd.time.
    """
  }

  var actions: [CommandAction] {
    [
      CommandAction("", run: list),
      CommandAction(
        "WORKFLOW WHEN",
        "Write a timer in ~/.config/systemd/user and start it",
        sentence: add
      ),
      CommandAction("remove NAME", "Stop a timer and remove its files", sentence: remove),
    ]
  }

  func values(of noun: String, after words: [String], _ program: Program) async -> [String] {
    let schedules = try? ScheduleDirectory(program.environment).entries()
    return noun == "NAME" ? schedules?.map(\.name) ?? [] : []
  }

  private func list(_ words: CommandLineArguments, _ program: Program) throws -> Int32 {
    let console = Console(program.environment, color: words.global.color)
    let entries = try ScheduleDirectory(program.environment).entries()
    if words.global.wantsJSON {
      let json = entries.map { entry -> JSONValue in
        [
          "name": .string(entry.name), "when": .string(entry.calendar),
          "command": .string(entry.command),
        ]
      }
      try console.print(JSONValue.array(json).text())
      return 0
    }
    let none = "There are no schedules. See how to add one.".suggesting("help schedule")
    let rows = entries.map { entry in
      [entry.name, entry.calendar, entry.command].map { Table.Cell(text: $0) }
    }
    try console.print(lines: rows.isEmpty ? console.fitted(none) : Table(rows: rows).lines(console))
    return 0
  }

  private func remove(
    _ words: CommandLineArguments,
    _ program: Program
  ) async throws -> String {
    let (environment, global) = (program.environment, words.global)
    let name = words.positionals[0]
    let directory = ScheduleDirectory(environment, isConfirmed: global.isConfirmed)
    // Throws if there is no such schedule.
    try directory.remove(name, isDryRun: true)
    if global.isDryRun { return "Would remove the schedule '\(name)'.\(global.dryRunNote)" }
    let systemd = SystemdClient(environment: environment)
    try await systemd.stop(WorkflowSchedule.timerFile(name)) { () throws(Failure) in
      try directory.remove(name, isDryRun: false)
    }
    return "Removed the schedule '\(name)'."
  }

  /// Writes a schedule.
  ///
  /// - Returns: The sentence about it.
  private func add(
    _ words: CommandLineArguments,
    _ program: Program
  ) async throws -> String {
    let (environment, global) = (program.environment, words.global)
    let (target, calendar) = (words.positionals[0], words.positionals[1])
    let path = try ProgramPath(environment.program)
    let call = try await ScheduledCall(target, with: words.values["with"]?.first, global, program)
    let name = words.values["name"]?.first ?? call.id
    guard WorkflowSchedule.isValid(name) else { throw Failure.invalidScheduleName(name) }
    let systemd = SystemdClient(environment: environment)
    try await systemd.validate(calendar: calendar)
    let schedule = WorkflowSchedule(
      name: name,
      calendar: calendar,
      command: [path.text] + call.words,
      variables: environment.unitVariables
    )
    let isReplaced = try ScheduleDirectory(environment, isConfirmed: global.isConfirmed)
      .write(schedule, isDryRun: global.isDryRun)
    let verb = isReplaced ? ("Would reschedule", "Rescheduled") : ("Would schedule", "Scheduled")
    let head = "\(global.isDryRun ? verb.0 : verb.1) \(target.quoted) for \(calendar)"
    let file = WorkflowSchedule.timerFile(name)
    if global.isDryRun { return "\(head) (\(file)).\(global.dryRunNote)" }
    let note = await systemd.restart(file).map { " " + $0 } ?? ""
    return "\(head) (\(file)).\(note)"
  }
}
