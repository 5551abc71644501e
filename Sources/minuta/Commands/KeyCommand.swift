import IntentKit
import JSONText
import MinutaDesktop

/// Performs the call that the user's key map binds to a key.
struct KeyCommand: Command {
  let name = "key"
  let usage = "key SLUG"
  let summary = "Make the call bound to a key"
  let group = "Plumbing"
  let examples = ["key start-work"]

  var actions: [CommandAction] {
    [
      // A key without a slug is notified as well.
      CommandAction("[SLUG...]", run: press),
      CommandAction("\(KeyFeedbackNotifier.showAction) [WORD...]") { words, program in
        await KeyFeedbackNotifier(environment: program.environment).show(words.positionals)
        return 0
      },
    ]
  }

  func values(of noun: String, after words: [String], _ program: Program) async -> [String] {
    let environment = program.environment
    let map = try? KeyMap.load(environment.keyMap, home: environment.home)
    return words.isEmpty ? map?.keys.map(\.slug) ?? [] : []
  }

  private func press(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    let notifier = KeyFeedbackNotifier(environment: program.environment)
    var feedback: KeyFeedback?
    do {
      guard let slug = words.positionals.first else { throw Failure.missingArgument("SLUG") }
      try words.requireNoPositionals(after: 1)
      if let click = BarClick(word: slug) {
        try await BarClickHandler(words.global, program).handle(click)
        return 0
      }
      let map = try KeyMap.load(program.environment.keyMap, home: program.environment.home)
      let key = try map.key(slug)
      feedback = key.feedback
      return try await press(key, map.debounce, words, program, notifier)
    } catch {
      if !(error is Console.WriteError), !words.global.isDryRun {
        notifier.send(program.outcome(of: error), keyChoice: feedback)
      }
      throw error
    }
  }

  private func press(
    _ key: KeyMap.KeyBinding,
    _ window: Duration,
    _ words: CommandLineArguments,
    _ program: Program,
    _ notifier: KeyFeedbackNotifier
  ) async throws -> Int32 {
    let environment = program.environment
    let console = Console(environment, color: words.global.color)
    let debounce = KeyDebouncer(folder: environment.keysFolder, window: window)
    let isDry = words.global.isDryRun
    guard try isDry || debounce.acceptsPress(key.slug, now: environment.now()) else {
      console.printError(
        "minuta: The key \(key.slug.quoted) was pressed a moment ago; ignored."
      )
      return 0
    }
    guard let bound = key.call, key.pick == nil else { return try await pick(key, words, program) }
    let call = words.global.addingConfirmation(bound, among: program.definitions)
    let outcome = await (try program.engine(words.global, printsTextOnly: true)).perform(
      call,
      from: .key
    )
    if !isDry { notifier.send(outcome, keyChoice: key.feedback, slug: key.slug) }
    let code = try words.global.printer(environment).print(
      outcome,
      await program.knownDefinition(of: call.intent)?.rows
    )
    program.dropHistory(after: call, words.global)
    return code
  }

  /// Asks for the choice of a key, and makes the call.
  private func pick(
    _ key: KeyMap.KeyBinding,
    _ words: CommandLineArguments,
    _ program: Program
  ) async throws -> Int32 {
    let session = MenuSession(program: program, global: words.global, feedback: key.feedback)
    return try await session.run(from: .key) { engine in
      switch key.pick {
      case .recent: return .list(.recent)
      case .workflow: return .list(.workflows)
      case .intent, nil: return .list(.intents)
      case .tag?, .record?:
        guard let pick = key.pick, let call = key.call else { return .list(.main) }
        guard let definition = try await engine.definition(of: call.intent) else {
          throw Failure.unknownIntent(call.intent, near: nil)
        }
        guard let parameter = pick.parameter(of: call, in: definition) else {
          throw Failure.nothingToPick(pick, for: call.intent)
        }
        return .call(call, asking: [parameter])
      }
    }
  }
}

extension Environment {
  /// The path of the user's key map.
  var keyMap: String { "\(configurationFolder)/keymap.json" }
}
