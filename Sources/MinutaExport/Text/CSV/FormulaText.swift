/// Texts that a spreadsheet would calculate instead of showing.
package enum FormulaText {
  /// Whether a cell begins with `=`, `+`, `-` or `@`, also in full width, after apostrophes, white
  /// space and invisible characters.
  package static func isFormula(_ cell: String) -> Bool {
    let first = cell.unicodeScalars.first { scalar in
      scalar != "'" && !scalar.properties.isWhitespace
        && scalar.properties.generalCategory != .format
    }
    return first.map("=+-@＝＋－＠".unicodeScalars.contains) ?? false
  }

  /// Returns the text with an apostrophe before a formula, so that spreadsheets show it.
  package static func escaped(_ cell: String) -> String { isFormula(cell) ? "'" + cell : cell }

  /// Returns the text that `escaped` was given.
  package static func unescaped(_ cell: String) -> String {
    cell.utf8.first == UInt8(ascii: "'") && isFormula(cell) ? String(cell.dropFirst()) : cell
  }
}
