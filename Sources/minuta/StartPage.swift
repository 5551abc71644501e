import IntentKit
import JSONText
import MinutaCore
import MinutaIntents
import SystemCalls

/// The page of `minuta` without a command: the running timers, today, this week and the next
/// commands.
struct StartPage {
  private let program: Program
  private let global: GlobalFlags
  private let console: Console

  /// The maximum number of today's records, of which a terminal with few rows shows fewer.
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
    let week: ListDaysIntent.Result = try await result(of: "ListDays").decoded()
    let printer = OutcomePrinter(console: console, wantsJSON: false)
    let sentences = printer.sentences(of: status)
    let chart = week.totalSeconds > 0 ? [""] + DaysChart(week, console).lines(.week) : []
    let isRunning = status.value["running"]?.array?.isEmpty == false
    let commands = [""] + nextCommands(isRunning: isRunning)
    let limit = recordLimit(besides: sentences.count + chart.count + commands.count)
    let today = try await result(of: "ListRecords", ["limit": .number(JSONNumber(limit))])
    let hasRecords = today.value["records"]?.array?.isEmpty == false
    if week.totalSeconds == 0, !hasRecords {
      let tags = try await result(of: "ListTags", ["includeArchived": true])
      if tags.value["tags"]?.array?.isEmpty == true {
        try HelpPrinter(program).showQuickStart()
        return 0
      }
    }
    var lines = sentences
    if hasRecords {
      let omitted = today.value["omitted"]?.integer ?? 0
      let note = "  \(omitted) earlier today; '\(minuta) records' lists all."
      lines += [""] + (omitted > 0 ? console.fitted(note) : [])
      let rows = await program.knownDefinition(of: "ListRecords")?.rows
      lines += try rows?.lines(of: today, on: console) ?? []
    }
    try console.print(lines: lines + chart + commands)
    return 0
  }

  /// Returns the maximum number of records with which the page fits the terminal.
  ///
  /// - Parameter lineCount: the number of the page's other lines.
  private func recordLimit(besides lineCount: Int) -> Int {
    guard let rows = program.environment.outputSize?.rows else { return Self.limit }
    // An empty line and a note stand above the records, and the shell's prompt below the page.
    return max(1, min(Self.limit, rows - lineCount - 3))
  }

  private func nextCommands(isRunning: Bool) -> [String] {
    let rows =
      isRunning
      ? [["minuta stop", "Stop it"], ["minuta switch TAG", "Start another timer instead"]]
      : [["minuta start TAG", "Start a timer"], ["minuta resume", "Go on with the last record"]]
    return TextWrapper(width: console.columns ?? 80).columns(rows, indent: "  ")
  }
}
