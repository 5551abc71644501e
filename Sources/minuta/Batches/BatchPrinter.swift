import IntentKit
import JSONText

/// Writes the results of a batch as they come.
///
/// A reader that went away does not stop the batch half way.
final class BatchPrinter {
  private let console: Console
  private let wantsJSON: Bool
  private let isDryRun: Bool
  /// What keeps results from being written; the batch goes on all the same.
  private(set) var writeError: Console.WriteError?
  private var progress: ProgressLine
  private var counts: [String: (succeeded: Int, failed: Int)] = [:]
  private var results = 0

  /// The most calls of which each has a line for people; of others it is the failures.
  private static let longest = 50

  init(console: Console, wantsJSON: Bool, isDryRun: Bool) {
    self.console = console
    self.isDryRun = isDryRun
    self.wantsJSON = wantsJSON
    progress = ProgressLine(console: console)
  }

  func show(checked count: Int) {
    progress.show("\(count) calls checked")
  }

  func print(_ result: BatchCallResult) {
    results += 1
    if wantsJSON {
      print(result.json.text())
    } else {
      printForPeople(result)
    }
    if results.isMultiple(of: 100) { progress.show("\(results) calls done") }
  }

  private func printForPeople(_ result: BatchCallResult) {
    let hasFailed = result.outcome.error != nil
    counts[result.intent, default: (0, 0)].succeeded += hasFailed ? 0 : 1
    counts[result.intent, default: (0, 0)].failed += hasFailed ? 1 : 0
    if results > Self.longest, !hasFailed { return }
    progress.clear()
    let mark = hasFailed ? console.colored("failed: ", "31") : ""
    let number = console.colored("\(result.index + 1).", "2")
    print("\(number) \(mark)\(result.outcome.sentence.escapedForTerminal)")
    guard let answer = result.outcome.result else { return }
    let printer = OutcomePrinter(console: console, wantsJSON: false)
    for line in printer.table(answer, of: result.intent) { print(line) }
  }

  func print(_ summary: BatchSummary) {
    progress.clear()
    if wantsJSON { return print(summary.json.text()) }
    if results > Self.longest { for line in table.lines(console) { print(line) } }
    let parts = [
      "\(summary.succeeded) of \(summary.calls) \(action)",
      part(summary.repeated, "of them before"),
      part(summary.failed, "failed"),
      part(summary.skipped, "done before"), part(summary.notRun, "not run"),
    ]
    let end = summary.isCancelled ? ". It was asked to end." : "."
    console.printError(parts.compactMap { $0 }.joined(separator: ", ") + end)
  }

  private var action: String { isDryRun ? "planned" : "done" }

  private func part(_ count: Int, _ words: String) -> String? {
    count == 0 ? nil : "\(count) \(words)"
  }

  /// How many calls of each intent were done.
  private var table: Table {
    Table(
      rows: counts.sorted { $0.key < $1.key }.map { intent, count in
        [
          Table.Cell(text: intent),
          Table.Cell(text: "\(count.succeeded) \(action)", isNumber: true),
          Table.Cell(text: count.failed == 0 ? "" : "\(count.failed) failed", isNumber: true),
        ]
      }
    )
  }

  private func print(_ line: String) {
    // What comes after half a line would be misread.
    if writeError != nil { return }
    do throws(Console.WriteError) {
      try console.print(line)
    } catch {
      writeError = writeError ?? error
    }
  }
}
