import IntentKit
import MinutaDesktop
import SystemCalls

/// Shows a menu and the outcome of the call that a person chooses from it.
struct MenuSession {
  let program: Program
  let global: GlobalFlags
  /// The outcomes that are shown as a notification; nil for those of the settings.
  var feedback: KeyFeedback?

  /// The exit code if the person closed the menu.
  private static let exitCodeOfNoAnswer: Int32 = 3

  private var isInteractive: Bool { program.environment.isInteractive }

  /// Runs a menu.
  ///
  /// - Parameters:
  ///   - source: the source of the call.
  ///   - makeStart: returns the first step of the menu.
  /// - Returns: The exit code.
  func run(
    from source: CallSource,
    _ makeStart: (IntentEngine) async throws -> MenuStep
  ) async throws -> Int32 {
    let environment = program.environment
    let choice: MenuRunner.Choice?
    do {
      // A key that is pressed again must not open a second window over the first. Free the lock
      // before the notification, because the next press may follow it at once.
      let lock = isInteractive ? nil : try menuLock()
      if lock == nil, !isInteractive { throw Failure.menuOpen }
      let pages = try await MenuPages(program, global, source)
      let start = try await makeStart(pages.engine)
      choice = try await MenuRunner(pages: pages).run(from: start)
      lock?.withLock {}
    }
    guard let choice else { return Self.exitCodeOfNoAnswer }
    if !isInteractive, !global.isDryRun {
      KeyFeedbackNotifier(environment: environment).send(choice.outcome, keyChoice: feedback)
    }
    let code = try global.printer(environment).print(
      choice.outcome,
      await program.knownDefinition(of: choice.call.intent)?.rows
    )
    program.dropHistory(after: choice.call, global)
    return code
  }

  /// Shows an error as a notification, unless a person sees it at a terminal.
  func notify(of error: any Error) {
    if isInteractive || global.isDryRun || error is Console.WriteError { return }
    KeyFeedbackNotifier(environment: program.environment)
      .send(program.outcome(of: error), keyChoice: feedback)
  }

  private func menuLock() throws(Failure) -> FileLock? {
    let folder = program.environment.keysFolder
    do throws(SystemError) {
      try Directory.make(folder, permissions: 0o700)
      return try FileLock.acquire("\(folder)/menu.lock", timeout: .zero)
    } catch {
      throw .unwritableFile(error.path ?? folder, reason: error.reason)
    }
  }
}
