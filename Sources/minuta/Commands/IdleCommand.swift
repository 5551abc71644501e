import IntentKit
import JSONText
import MinutaCore
import MinutaDesktop

/// Prints the lines that make an idle host call `Away` and `Back`, or asks such a host once.
struct IdleCommand: Command {
  let name = "idle"
  let usage = "idle HOST|poll HOST [--after DURATION]"
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

  var sections: [HelpSection] {
    [
      HelpSection(
        title: "Actions",
        rows: [["poll HOST", "Ask a host once, and call 'away' or 'back'"]]
      ),
      HelpSection(flags),
      HelpSection(title: "Hosts", rows: IdleHookGenerators.all.map { [$0.name] }),
    ]
  }

  func candidates(after words: [String], _ program: Program) async -> [String]? {
    switch words {
    case []: ["poll"] + IdleHookGenerators.all.map { $0.name }
    case ["poll"]: IdleHookGenerators.all.filter { $0.idleTimeQuery != nil }.map { $0.name }
    default: []
    }
  }

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    let environment = program.environment
    if words.positionals == [AbsenceQuestion.action] {
      await AbsenceQuestion(program: program, global: words.global).ask()
      return 0
    }
    let seconds = try words.seconds(of: "after") ?? Self.defaultSeconds
    let console = Console(environment, color: words.global.color)
    guard words.positionals.first == "poll" else {
      let host = try IdleHookGenerators.named(
        try words.singlePositional("host, such as 'swayidle'")
      )
      let store = try DataDirectoryLocation.named(by: words.global, environment)
      let path = try ProgramPath(environment.program, store: store)
      let commands = IdleCommands(
        program: path,
        seconds: seconds,
        variables: environment.unitVariables
      )
      try console.print(String(host.text(running: commands).dropLast()))
      return 0
    }
    try words.requireNoPositionals(after: 2)
    guard let name = words.positionals.dropFirst().first else {
      throw Failure.missingArgument("host, such as 'gnome'")
    }
    let poller = IdlePoller(
      host: try IdleHookGenerators.named(name),
      seconds: seconds,
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
