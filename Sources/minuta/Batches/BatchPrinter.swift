import Foundation
import IntentKit
import JSONText
import MinutaStore

/// Prints the results of a batch as they arrive.
///
/// A closed output doesn't stop the batch.
final class BatchPrinter {
  private let console: Console
  private let wantsJSON: Bool
  private let isDryRun: Bool
  /// The definitions of the called intents by id, whose results are shown as tables.
  private let definitions: [String: IntentDefinition]
  /// The first error while writing results; the batch continues anyway.
  private(set) var writeError: Console.WriteError?
  private var progress: ProgressLine
  private var counts: [String: (succeeded: Int, failed: Int)] = [:]
  private var results = 0

  /// The maximum number of calls that the text output lists one by one.
  ///
  /// Later calls are listed only if they failed.
  private static let maximumListed = 50

  init(
    console: Console,
    wantsJSON: Bool,
    isDryRun: Bool,
    definitions: [IntentDefinition]
  ) {
    self.definitions = Dictionary(definitions.map { ($0.id, $0) }) { first, _ in first }
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
    if results > Self.maximumListed, !hasFailed { return }
    progress.clear()
    let (number, mark) = ("\(result.index + 1).", hasFailed ? " failed: " : " ")
    let notice =
      number + mark
      + result.outcome.notice.rewording { $0.markingLineBreaks(console.style.lineBreak) }
    var lines = console.fitted(notice)[...]
    if let first = lines.popFirst() {
      let lead = console.colored(number, "2") + (hasFailed ? console.colored(mark, "31") : mark)
      print(first.hasPrefix(number + mark) ? lead + first.dropFirst((number + mark).count) : first)
    }
    for line in lines { print(line) }
    guard let value = result.outcome.result else { return }
    let rows = try? definitions[result.intent]?.rows?.lines(of: value, on: console)
    for line in rows ?? [] { print(line) }
  }

  /// Prints the calls that an earlier run committed, among the first `count` calls of the batch.
  ///
  /// People only see their number in the summary.
  func print(_ earlier: BatchRun, skipping count: Int) {
    if !wantsJSON { return }
    for (index, call) in earlier.calls.sorted(by: { $0.key < $1.key })
    where index < count && call.revision != nil {
      var result = IntentResult(value(of: call), dialog: "Already done.", isRepeated: true)
      result.revision = call.revision
      print(BatchCallResult(index: index, intent: call.intent, outcome: .ok(result)).json.text())
    }
  }

  /// Returns the IDs of the records and tags that a committed call changed.
  ///
  /// The shape is the same for all intents, because the journal doesn't have their results.
  private func value(of call: BatchRun.CommittedCall) -> JSONObject {
    func list(_ ids: [UUID]) -> JSONValue {
      .array(ids.map { ["id": .string($0.uuidString)] })
    }
    var value: JSONObject = ["records": list(call.records)]
    if !call.tags.isEmpty { value["tags"] = list(call.tags) }
    return value
  }

  func print(_ summary: BatchSummary) {
    progress.clear()
    if wantsJSON { return print(summary.json.text()) }
    if results > Self.maximumListed { for line in table.lines(console) { print(line) } }
    let parts = [
      "\(summary.succeeded) of \(summary.calls) \(action)",
      part(summary.repeated, "of them already done (same key)"),
      part(summary.failed, "failed"),
      part(summary.skipped, "skipped as already done"), part(summary.notRun, "not run"),
    ]
    let end = summary.isCancelled ? ". Stopped by a signal." : "."
    console.printError(parts.compactMap { $0 }.joined(separator: ", ") + end)
  }

  private var action: String { isDryRun ? "planned" : "done" }

  private func part(_ count: Int, _ words: String) -> String? {
    count == 0 ? nil : "\(count) \(words)"
  }

  /// A table with the number of succeeded and failed calls for each intent.
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
    // The failed write may have left a partial line, so write nothing after it.
    if writeError != nil { return }
    do throws(Console.WriteError) {
      try console.print(line)
    } catch {
      writeError = writeError ?? error
    }
  }
}
