/// A row of a CSV file.
package struct CSVRow: Sendable {
  /// The line on which the row begins, counted from 1.
  package let line: Int
  /// The text of all cells, one after the other.
  var bytes: [UInt8] = []
  /// The ends of the cells in `bytes`.
  var ends: [Int] = []
  /// Whether the file ends without a line break after the row.
  var lacksLineBreak = false

  init(line: Int) {
    self.line = line
  }

  package var count: Int { ends.count }

  /// The text of all cells.
  package var cells: [String] { ends.indices.map { self[$0] } }

  /// The text of a cell; empty if the row has fewer cells.
  package subscript(index: Int) -> String { String(decoding: utf8(index), as: UTF8.self) }

  /// Whether all cells from an index on are empty.
  func isBlank(from index: Int = 0) -> Bool {
    index >= count || bytes.count == (index == 0 ? 0 : ends[index - 1])
  }

  private func utf8(_ index: Int) -> ArraySlice<UInt8> {
    guard ends.indices.contains(index) else { return [] }
    return bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }
}
