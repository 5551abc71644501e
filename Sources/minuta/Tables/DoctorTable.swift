import JSONText

struct DoctorTable: ResultTable {
  let intent = "Doctor"
  let cellLimit = Int.max

  func table(of value: JSONObject) -> Table {
    let isDone = value["repaired"]?.integer ?? 0 > 0
    return table(value, isDone ? "Repaired" : "Repair")
  }

  func table(ofPlanned value: JSONObject) -> Table { table(value, "Would repair") }

  /// Returns 1 if problems remain, so that a script can react.
  func exitCode(of value: JSONObject) -> Int32 { value["remaining"]?.integer == 0 ? 0 : 1 }

  private func table(_ value: JSONObject, _ word: String) -> Table {
    Table(rows: (value["problems"]?.array ?? []).flatMap { block($0, word) })
  }

  /// Returns the rows for a problem, its repair and a preview of a merge.
  ///
  /// - Parameter word: the label of the repair, shown before it with a colon.
  private func block(_ problem: JSONValue, _ word: String) -> [[Table.Cell]] {
    let message = Table.Cell(text: problem["message"]?.string ?? "")
    let repair = problem["repair"]?.string.map {
      Table.Cell(text: "\(word): \($0)", indentation: 1)
    }
    return [[message]] + (repair.map { [[$0]] } ?? []) + preview(problem["preview"])
  }

  /// Returns a row for each member that merging two copies of a record would change.
  private func preview(_ preview: JSONValue?) -> [[Table.Cell]] {
    guard
      let before = preview?["before"]?.object, let copy = preview?["copy"]?.object,
      let after = preview?["after"]?.object
    else { return [] }
    let keys = before.keys + copy.keys.filter { before[$0] == nil }
    return keys.filter { before[$0] != copy[$0] && $0 != "tags" }.map { key in
      let texts = [before[key], copy[key], after[key]].map { $0.map(text) ?? "nothing" }
      let line = "\(key): \(texts[0]) and \(texts[1]) become \(texts[2])"
      return [Table.Cell(text: line, indentation: 2)]
    }
  }

  private func text(_ value: JSONValue) -> String { value.text() }
}
