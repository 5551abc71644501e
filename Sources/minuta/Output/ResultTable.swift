import Foundation
import IntentKit
import JSONText
import MinutaCore

/// A table of a result, as the rows of the intent's definition describe it.
struct ResultTable {
  private let definition: IntentDefinition.Rows
  private let result: IntentResult
  private let console: Console
  private let clock: LocalTimeConverter
  private let columns: [IntentDefinition.Column]

  /// The maximum number of characters of a text that is wrapped.
  private static let wrappedLimit = 300

  init(_ definition: IntentDefinition.Rows, of result: IntentResult, on console: Console) {
    (self.definition, self.result, self.console) = (definition, result, console)
    columns = definition.columns ?? []
    let value = JSONValue.object(result.value)
    let paths = definition.timeZone.map { [$0] } ?? ["timeZone", "range.timeZone"]
    let name = paths.lazy.compactMap { value.field($0)?.string }.first
    clock = LocalTimeConverter(timeZone: name.flatMap(TimeZone.init(named:)) ?? console.timeZone)
  }

  /// The lines of the table; none if it has no rows or isn't printed for the result.
  var lines: [String] {
    let all = rows(of: definition, in: .object(result.value))
    if all.isEmpty || columns.isEmpty { return [] }
    let shown = definition.limit.map { Array(all.prefix($0)) } ?? all
    let count = (definition.counts ?? []).reduce(0) { $0 + (result.value[$1]?.integer ?? 0) }
    let rest = count - shown.count
    let more = rest > 0 ? ["  and \(rest) more \(definition.rest ?? "")".trimmingSpaces] : []
    return lines(of: shown) + more
  }

  /// Returns the rows of a table in a part of the result.
  private func rows(of table: IntentDefinition.Rows, in part: JSONValue) -> [JSONValue] {
    guard result.meets(table.if) else { return [] }
    return table.member.map { part.field($0)?.array ?? [] } ?? [part]
  }

  private func lines(of rows: [JSONValue]) -> [String] {
    let cells = cells(of: rows, in: definition, depth: 0)
    if definition.wraps == true, columns.count == 1 {
      return cells.compactMap(\.first).filter { !$0.text.isEmpty }.flatMap { cell in
        let text = "  \(cell.shown(limit: .max, on: console).text)"
        return cell.isCommand ? [text] : console.fitted(text)
      }
    }
    if definition.wraps == true, let width = console.columns {
      return TextWrapper(width: width).columns(wrappedRows(cells), indent: "  ")
    }
    var table = Table(rows: cells)
    // A terminal cuts cells to its width.
    table.cellLimit = console.columns == nil ? definition.cellLimit ?? 60 : .max
    if definition.days == true { addDays(to: &table, rows) }
    return table.lines(console)
  }

  /// Returns the texts of the rows, with the columns that are never cut as one, so that they stay
  /// together.
  private func wrappedRows(_ rows: [[Table.Cell]]) -> [[String]] {
    let lead = columns.prefix { $0.width == nil }.count
    let starts = Table(rows: rows.map { Array($0.prefix(lead)) }).lines(console)
    return zip(starts, rows).map { start, row in
      [start.trimmingCharacters(in: .whitespaces)]
        + row.dropFirst(lead).map { $0.shown(limit: Self.wrappedLimit, on: console).text }
    }
  }

  /// Adds headings with the day of each row's time and the time of that day within the range.
  ///
  /// The sentence above has the date of a single day, unless a row began on the day before.
  private func addDays(to table: inout Table, _ rows: [JSONValue]) {
    let shown = shownColumns(of: definition, rows)
    guard definition.inner == nil,
      let column = shown.firstIndex(where: { $0.kind == .duration }),
      let start = columns.first(where: { $0.kind == .time })?.field
    else { return }
    let calendar = console.display.calendar(clock.timeZone)
    let range = result.value["range"]
    let edges = ["from", "to"].map { range?[$0]?.string.flatMap(Timestamp.date)?.unixSeconds }
    var times = DayTimes(calendar: calendar, from: edges[0], to: edges[1])
    let seconds = rows.map { value(shown[column], of: $0)?.integer }
    let days = zip(rows, seconds).map { row, seconds in
      times.add(row.field(start)?.string.flatMap(Timestamp.date)?.unixSeconds ?? 0, seconds)
    }
    var dayTimes = times.seconds
    if let total = definition.total.flatMap({ result.value[$0]?.integer }) {
      let whole = seconds.map { $0 ?? 0 }
      let printed = console.display.adding(whole, on: days, &dayTimes, to: total)
      for row in printed.indices {
        table.rows[row][column].text = console.display.duration(printed[row])
      }
    }
    if let from = edges[0], let to = edges[1], to - from < 36 * 3600,
      days.allSatisfy({ $0 >= calendar.day(at: from) })
    {
      return
    }
    table.addDateHeadings(days, dayTimes, console.display)
  }
}

extension ResultTable {
  /// Returns the cells of rows, each followed by those of the rows inside it.
  private func cells(
    of rows: [JSONValue],
    in table: IntentDefinition.Rows,
    depth: Int
  ) -> [[Table.Cell]] {
    let columns = shownColumns(of: table, rows)
    return rows.flatMap { row in
      var cells: [Table.Cell] = []
      for column in columns { cells.append(cell(column, of: row, after: cells.first)) }
      if depth > 0, !cells.isEmpty { cells[0].indentation = depth }
      let inner = (table.inner ?? []).flatMap { inner in
        self.cells(of: self.rows(of: inner, in: row), in: inner, depth: depth + 1)
      }
      return [cells] + inner
    }
  }

  /// Returns the columns of a table without the marks that none of its rows has.
  private func shownColumns(
    of table: IntentDefinition.Rows,
    _ rows: [JSONValue]
  ) -> [IntentDefinition.Column] {
    (table.columns ?? []).filter { column in
      column.kind != .mark || rows.contains { $0.field(column.field)?.bool == true }
    }
  }

  /// Returns the table of the fields of a row, one below the other, without those that it lacks.
  func details(_ columns: [IntentDefinition.Column]) -> [String] {
    guard let row = rows(of: definition, in: .object(result.value)).first else { return [] }
    let cells = columns.flatMap { column in
      let values = row.field(column.field)?.array
      let cells =
        values?.map { Table.Cell(text: $0.plainText) } ?? [cell(column, of: row, after: nil)]
      return cells.filter { !$0.text.isEmpty }.map { cell in
        var cell = cell
        cell.isNumber = false
        return [Table.Cell(text: column.title ?? ""), cell]
      }
    }
    return Table(rows: cells).lines(console)
  }

  /// Returns the cell of a row in a column.
  ///
  /// - Parameter first: the first cell of the row.
  private func cell(
    _ column: IntentDefinition.Column,
    of row: JSONValue,
    after first: Table.Cell?
  ) -> Table.Cell {
    if column.kind == .arrow { return Table.Cell(text: console.style.arrow) }
    guard let value = value(column, of: row) else {
      return Table.Cell(text: column.none(after: first?.text), leastWidth: column.width)
    }
    let text: String
    switch column.kind {
    case .duration: return Table.Cell(seconds: value.integer ?? 0, console.display)
    case .count: return Table.Cell(count: value.integer ?? 0, column.noun ?? "")
    case .time: return timeCell(column, value, of: row)
    case .day: text = time(value, column)?.dateText ?? ""
    case .id: text = String(value.plainText.prefix(8))
    case .mark: text = value == true ? column.text ?? "" : ""
    case .moment:
      text = time(value, column).map { "\($0.dateText) \(console.display.time($0))" } ?? ""
    case .tag: text = (value["name"] ?? value["id"])?.string ?? ""
    default: text = column.text.map(row.filling) ?? value.plainText
    }
    var cell = Table.Cell(
      text: text.isEmpty ? column.none(after: first?.text) : text,
      isNumber: column.kind == .number || column.kind == .money,
      color: column.kind == .tag ? value["color"]?.string : nil,
      leastWidth: column.width
    )
    cell.isCommand = column.kind == .command
    return cell
  }

  /// Returns the value of a row in a column; nil if it has none, or lacks another that is needed.
  private func value(_ column: IntentDefinition.Column, of row: JSONValue) -> JSONValue? {
    if let needed = column.needs, row.field(needed) == nil { return nil }
    return row.field(column.field)
  }

  private func timeCell(
    _ column: IntentDefinition.Column,
    _ value: JSONValue,
    of row: JSONValue
  ) -> Table.Cell {
    guard let time = time(value, column) else { return Table.Cell(text: "") }
    let start = column.after.flatMap { row.field($0) }.flatMap { self.time($0, column) }
    let days = time.daysSince1970 - (start ?? time).daysSince1970
    let clock = console.display.time(time)
    return days == 0
      ? Table.Cell(text: clock, isNumber: true)
      : Table.Cell(text: "+\(days) \(clock)", narrowText: "\(clock)+\(days)", isNumber: true)
  }

  private func time(_ value: JSONValue, _ column: IntentDefinition.Column) -> CivilTime? {
    guard let date = value.string.flatMap(Timestamp.date) else { return nil }
    return column.seconds == true ? clock.time(at: date) : clock.minute(at: date)
  }
}

extension IntentDefinition.Column {
  /// Returns the text in place of a missing value.
  ///
  /// - Parameter first: the text of the row's first cell.
  fileprivate func none(after first: String?) -> String {
    none?.string ?? (first.flatMap { none?[$0] } ?? none?[""])?.string ?? ""
  }
}

extension DisplayOptions {
  /// Returns the times of rows so that those of a day add up to its time, as they are printed, and
  /// changes the times of days so that they add up to the total.
  fileprivate func adding(
    _ rows: [Int],
    on days: [Int],
    _ dayTimes: inout [Int: Int],
    to total: Int
  ) -> [Int] {
    var rows = rows
    let ordered = dayTimes.sorted { $0.key < $1.key }
    for (day, time) in zip(ordered.map(\.key), parts(ordered.map(\.value), of: total)) {
      dayTimes[day] = time
      let indices = days.indices.filter { days[$0] == day }
      for (index, part) in zip(indices, parts(indices.map { rows[$0] }, of: time)) {
        rows[index] = part
      }
    }
    return rows
  }
}

extension JSONValue {
  /// Returns the value of a field, such as `tag.name`; the value itself for nil, and nil for null.
  func field(_ path: String?) -> JSONValue? {
    guard let path else { return self }
    let isNested = path.utf8.contains(UInt8(ascii: "."))
    let found = self[path] ?? (isNested ? value(at: JSONPointer(dotted: path)) : nil)
    return found == .null ? nil : found
  }

  /// The value as text; a list has commas.
  fileprivate var plainText: String {
    string ?? array.map { $0.map(\.plainText).joined(separator: ", ") } ?? text()
  }

  /// Returns a text with the fields that it names in braces; empty if one of them is missing.
  fileprivate func filling(_ template: String) -> String {
    let pieces = template.split(separator: "{", omittingEmptySubsequences: false)
    var text = String(pieces[0])
    for piece in pieces.dropFirst() {
      let name = piece.prefix { $0 != "}" }
      let value = field(String(name))?.plainText ?? ""
      if value.isEmpty { return "" }
      text += value + piece.dropFirst(name.count + 1)
    }
    return text
  }
}
