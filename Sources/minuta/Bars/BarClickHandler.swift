import IntentKit
import MinutaDesktop
import SystemCalls

/// Handles a click on the status in a bar: left starts or stops, middle stops, right opens the menu.
struct BarClickHandler {
  /// The word that makes `minuta key` handle a click; it is no valid slug.
  static let action = ":click"

  let global: GlobalFlags
  let program: Program

  init(_ global: GlobalFlags, _ program: Program) {
    self.global = global
    self.program = program
  }

  /// Returns the click that the arguments of `minuta key` name; nil for a key.
  static func click(_ words: [String]) -> BarClick? {
    words.count == 2 && words[0] == action ? Int(words[1]).flatMap(BarClick.init) : nil
  }

  /// Handles a click in a process of its own.
  ///
  /// A bar may stop or end the processes that it has started, so they must not write to the data
  /// folder.
  func handleDetached(_ click: BarClick) {
    let words =
      click == .right ? ["menu"] : ["key", "--", Self.action, String(click.rawValue)]
    do throws(SystemError) {
      try DetachedProcess.start(
        program.environment.program,
        global.stores.flatMap { ["--store", $0] } + words,
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
      folder: KeyOutcomeFile(environment).folder,
      window: .milliseconds(300)
    )
    let now = environment.now()
    guard try debouncer.acceptsPress("click.\(click.rawValue)", now: now) else { return }
    let outcome = await (try program.engine(global, printsTextOnly: true)).perform(call, from: .key)
    KeyFeedbackNotifier(environment: environment)
      .send(outcome, if: try Settings(of: environment).feedback)
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
