import IntentKit
import JSONText
import MinutaCore
import MinutaDesktop

/// Prints the lines that make an idle host call `Away` and `Back`, or asks such a host once.
struct IdleCommand: Command {
  let name = "idle"
  let summary = "Print hooks that note when you are away"
  let group = "Plumbing"
  let examples = ["idle swayidle", "idle gnome --after 10m"]
  var flags: [Flag] {
    [
      Flag("--after DURATION", "How long without input counts as away (default: 5m)")
    ]
  }

  /// The default time without input, in seconds, after which the user counts as away.
  private static let defaultSeconds = 300

  var actions: [CommandAction] {
    [
      CommandAction("HOST", "Print the lines for a host", run: printHooks),
      CommandAction("poll HOST", "Ask a host once, and call 'away' or 'back'", run: poll),
      CommandAction(AbsenceQuestion.action) { words, program in
        await AbsenceQuestion(program: program, global: words.global).ask()
        return 0
      },
    ]
  }
  var list: (title: String, rows: [[String]])? {
    ("Hosts", IdleHookGenerators.all.map { [$0.name] })
  }

  func values(of noun: String, after words: [String], _ program: Program) async -> [String] {
    guard noun == "HOST" else { return [] }
    let isPoll = !words.isEmpty
    return IdleHookGenerators.all.filter { !isPoll || $0.idleTimeQuery != nil }.map { $0.name }
  }

  private func seconds(_ words: CommandLineArguments) throws(Failure) -> Int {
    try words.seconds(of: "after") ?? Self.defaultSeconds
  }

  private func printHooks(
    _ words: CommandLineArguments,
    _ program: Program
  ) async throws -> Int32 {
    let environment = program.environment
    let host = try IdleHookGenerators.named(words.positionals[0])
    let store = try DataDirectoryLocation.named(by: words.global, environment)
    let path = try ProgramPath(environment.program, store: store)
    let commands = IdleCommands(
      program: path,
      seconds: try seconds(words),
      variables: environment.unitVariables
    )
    try Console(environment, color: words.global.color)
      .print(String(host.text(running: commands).dropLast()))
    return 0
  }

  private func poll(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    let poller = IdlePoller(
      host: try IdleHookGenerators.named(words.positionals[0]),
      seconds: try seconds(words),
      program: program
    )
    guard let outcome = try await poller.poll(words.global) else { return 0 }
    // A timer polls each minute, and each line would go to the journal.
    if outcome.result?.value["alreadyAway"] == true, !words.global.wantsJSON { return 0 }
    let code = try words.global.printer(program.environment).print(outcome)
    await poller.askAboutAbsence(after: outcome, words.global)
    return code
  }
}
