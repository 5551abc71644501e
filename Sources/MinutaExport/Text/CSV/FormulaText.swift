/// Texts that a spreadsheet would calculate instead of showing.
package enum FormulaText {
  /// Whether a cell begins with `=`, `+`, `-` or `@` after apostrophes, blanks and line breaks.
  package static func isFormula(_ cell: String) -> Bool {
    let ignored = Array("' \t\r\n".utf8)
    guard let first = cell.utf8.first(where: { !ignored.contains($0) }) else { return false }
    return "=+-@".utf8.contains(first)
  }

  /// Returns the text with an apostrophe before a formula, so that spreadsheets show it.
  package static func escaped(_ cell: String) -> String { isFormula(cell) ? "'" + cell : cell }

  /// Returns the text that `escaped` was given.
  package static func unescaped(_ cell: String) -> String {
    cell.utf8.first == UInt8(ascii: "'") && isFormula(cell) ? String(cell.dropFirst()) : cell
  }
}
