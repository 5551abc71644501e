import IntentKit
import JSONText
import MinutaCore
import MinutaIntents

/// The page of `minuta` without a command: the running timers, today, this week and the next
/// commands.
struct StartPage {
  private let program: Program
  private let global: GlobalFlags
  private let console: Console

  /// The maximum number of today's records.
  private static let limit = 8

  init(_ program: Program, _ global: GlobalFlags) throws(Failure) {
    self.program = program
    self.global = global
    let display = DisplayOptions(try Settings(of: program.environment), global)
    console = Console(program.environment, color: global.color, display: display)
  }

  /// Prints the page; a new user, who has no tags yet, sees the first commands.
  ///
  /// - Returns: The exit code.
  func show() async throws -> Int32 {
    let engine = try await program.engine(global, printsTextOnly: true)
    func result(of intent: String, _ values: JSONObject = [:]) async throws -> IntentResult {
      let outcome = await engine.perform(IntentCall(intent, with: values), from: .commandLine)
      guard let result = outcome.result else { throw outcome.error ?? Failure.noCommand }
      return result
    }
    let status = try await result(of: "Status")
    let week = try ListDaysTable().typed(await result(of: "ListDays"))
    let today = try await result(of: "ListRecords", ["limit": .number(JSONNumber(Self.limit))])
    let records = try ListRecordsTable().typed(today)
    if week.totalSeconds == 0, records.records.isEmpty {
      let tags = try ListTagsTable().typed(await result(of: "ListTags", ["includeArchived": true]))
      if tags.tags.isEmpty {
        try HelpPrinter.showQuickStart(program.environment)
        return 0
      }
    }
    let printer = OutcomePrinter(console: console, wantsJSON: false)
    var lines = printer.sentences(of: status)
    if !records.records.isEmpty {
      let omitted = records.omitted ?? 0
      let note = "  \(omitted) earlier today; 'minuta records' lists all."
      lines += [""] + (omitted > 0 ? [note] : [])
      lines += try ListRecordsTable().lines(of: today, on: console)
    }
    if week.totalSeconds > 0 { lines += [""] + DaysChart(week, console).lines(.week) }
    lines += [""] + nextCommands(isRunning: status.value["running"]?.array?.isEmpty == false)
    try console.print(lines: lines)
    return 0
  }

  private func nextCommands(isRunning: Bool) -> [String] {
    let rows =
      isRunning
      ? [["minuta stop", "Stop it"], ["minuta switch TAG", "Start another timer instead"]]
      : [["minuta start TAG", "Start a timer"], ["minuta resume", "Go on with the last record"]]
    return TextWrapper(width: console.columns ?? 80).columns(rows, indent: "  ")
  }
}
