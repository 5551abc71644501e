import IntentKit
import JSONText
import MinutaIntents

struct DoctorTable: ResultTable {
  let intent = "Doctor"
  let cellLimit = Int.max

  func table(of result: DoctorIntent.Result) -> Table {
    table(result, result.repaired > 0 ? "Repaired" : "Repair")
  }

  func table(ofPlanned result: DoctorIntent.Result) -> Table { table(result, "Would repair") }

  func lines(of result: IntentResult, on console: Console) throws -> [String] {
    let value = try typed(result)
    let table = result.plan == nil ? table(of: value) : table(ofPlanned: value)
    return table.lines(console).flatMap(console.fitted)
  }

  /// Returns 1 if problems remain, so that a script can react.
  func exitCode(of result: IntentResult) throws -> Int32 {
    try typed(result).remaining == 0 ? 0 : 1
  }

  private func table(_ result: DoctorIntent.Result, _ word: String) -> Table {
    Table(
      rows: result.problems.flatMap { block($0, word) }
        + result.checks.map { [Table.Cell(text: $0)] }
    )
  }

  /// Returns the rows for a problem, its repair and a preview of a merge.
  ///
  /// - Parameter word: the label of the repair, shown before it with a colon.
  private func block(_ problem: StoreFindingResult, _ word: String) -> [[Table.Cell]] {
    let repair = problem.repair.map { Table.Cell(text: "\(word): \($0)", indentation: 1) }
    return [[Table.Cell(text: problem.message)]] + (repair.map { [[$0]] } ?? [])
      + preview(problem.preview)
  }

  /// Returns a row for each member that merging two copies of a record would change.
  private func preview(_ preview: StoreFindingResult.Preview?) -> [[Table.Cell]] {
    guard let before = preview?.before.object, let copy = preview?.copy.object,
      let after = preview?.after.object
    else { return [] }
    let keys = before.keys + copy.keys.filter { before[$0] == nil }
    return keys.filter { before[$0] != copy[$0] && $0 != "tags" }.map { key in
      let texts = [before[key], copy[key], after[key]].map { $0?.text() ?? "nothing" }
      let line = "\(key): \(texts[0]) and \(texts[1]) become \(texts[2])"
      return [Table.Cell(text: line, indentation: 2)]
    }
  }
}
