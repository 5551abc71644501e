import IntentKit
import MinutaDesktop
import SystemCalls

/// Handles a click on the status in a bar: left starts or stops, middle stops, right opens the menu.
struct BarClickHandler {
  let global: GlobalFlags
  let program: Program

  init(_ global: GlobalFlags, _ program: Program) {
    self.global = global
    self.program = program
  }

  /// Handles a click in a process of its own.
  ///
  /// A bar may stop or end the processes that it has started, so they must not write to the data
  /// folder.
  func handleDetached(_ click: BarClick) {
    let words = click == .right ? ["menu"] : ["key", click.word]
    do throws(SystemError) {
      try DetachedProcess.start(
        program.environment.program,
        (global.store.map { ["--store", $0] } ?? []) + words,
        environment: program.environment.variables,
        folder: program.environment.currentFolder
      )
    } catch {
      Console(program.environment).printError("minuta: \(error.reason).")
    }
  }

  /// Makes the call of a click and shows its outcome as that of a key.
  func handle(_ click: BarClick) async throws {
    guard let call = click.call else { return handleDetached(click) }
    let environment = program.environment
    let debouncer = KeyDebouncer(
      folder: environment.keysFolder,
      window: .milliseconds(300)
    )
    let now = environment.now()
    guard try debouncer.acceptsPress("click.\(click.rawValue)", now: now) else { return }
    let outcome = await (try program.engine(global, printsTextOnly: true)).perform(call, from: .key)
    KeyFeedbackNotifier(environment: environment).send(outcome)
    program.dropHistory(after: call, global)
  }
}

extension BarClick {
  /// The call for the button; nil for the button that opens the menu.
  fileprivate var call: IntentCall? {
    switch self {
    case .left: IntentCall("ToggleTimer")
    case .middle: IntentCall("StopTimer")
    case .right: nil
    }
  }
}
