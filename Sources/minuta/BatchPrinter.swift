import IntentKit
import JSONText

/// Writes the results of a batch as they come.
///
/// A reader that went away does not stop the batch half way.
struct BatchPrinter {
  let console: Console
  let calls: [Call]
  let wantsJSON: Bool
  /// Whether a result could not be written.
  private(set) var isClosed = false

  init(console: Console, calls: [Call], wantsJSON: Bool) {
    self.console = console
    self.calls = calls
    self.wantsJSON = wantsJSON
  }

  mutating func print(_ result: BatchResult) {
    if wantsJSON { return print(result.json.text()) }
    let mark = result.outcome.error == nil ? "" : console.colored("failed: ", "31")
    let number = console.colored("\(result.index + 1).", "2")
    print("\(number) \(mark)\(result.outcome.sentence.forTerminal)")
    guard let answer = result.outcome.answer else { return }
    let printer = OutcomePrinter(console: console, wantsJSON: false)
    for line in printer.table(answer, of: calls[result.index].intent) { print(line) }
  }

  mutating func print(_ summary: BatchSummary) {
    if wantsJSON { return print(summary.json.text()) }
    let failures = summary.failed == 0 ? "" : ", \(summary.failed) failed"
    let rest = summary.notRun == 0 ? "" : ", \(summary.notRun) not run"
    console.note("\(summary.succeeded) of \(summary.calls) done\(failures)\(rest).")
  }

  private mutating func print(_ line: String) {
    do throws(Console.Closed) {
      try console.print(line)
    } catch {
      isClosed = true
    }
  }
}
