import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaExport

/// The rows of an intent whose results are lists, such as records, as JSON and CSV.
struct ResultRows {
  private let definition: IntentDefinition
  /// The member of the result that holds the rows.
  private let member: String
  /// The groups that the rows contain; nil if they are flat.
  private let groups: IntentDefinition.Groups?
  /// Whether the CSV table is that of an export of records.
  private let areRecords: Bool

  /// Creates the rows of an intent; nil if its results aren't lists.
  init?(of definition: IntentDefinition) {
    guard let rows = definition.rows, let member = rows.member else { return nil }
    (self.definition, self.member, groups) = (definition, member, rows.groups)
    areRecords = rows.csv == "records"
  }

  /// The fields of a row; one inside another has a dot, such as `tag.name`.
  var fields: [String] {
    guard let groups else { return Self.fields(of: schema, in: "", isLeaf: { _ in true }) }
    let dimensions = definition.properties[groups.names]?["items"]?["examples"]?.array ?? []
    return dimensions.compactMap(\.string) + groups.sums
  }

  /// Returns the fields that a call can choose in a form.
  func fields(in form: ResultForm) -> [String] {
    form == .csv && areRecords ? RecordColumn.allCases.map(\.rawValue) : fields
  }

  /// Whether rows have a field in a form; groups have one for each label.
  func hasField(_ name: String, in form: ResultForm) -> Bool {
    fields(in: form).contains(name) || groups != nil && (name.hasPrefix("+") || name.hasPrefix("#"))
  }

  private var schema: JSONValue {
    definition.result["properties"]?[member]?["items"] ?? .null
  }

  private static func fields(
    of schema: JSONValue,
    in prefix: String,
    isLeaf: (JSONValue) -> Bool
  ) -> [String] {
    (schema["properties"]?.object?.members ?? []).flatMap { member in
      let name = prefix + member.key
      return (isLeaf(member.value) ? [name] : [])
        + fields(of: member.value, in: name + ".", isLeaf: isLeaf)
    }
  }

  /// Returns the rows of a result as lines in a form.
  ///
  /// - Parameters:
  ///   - fields: the fields of each row; nil for all.
  ///   - arguments: the arguments of the call, whose names for groups are kept.
  func lines(
    of value: JSONObject,
    as form: ResultForm,
    _ fields: [String]?,
    _ arguments: JSONObject
  ) -> [String] {
    let dimensions = dimensions(of: value, arguments)
    let list = value[member]?.array ?? []
    let rows = groups.map { self.rows(of: list, $0, by: dimensions[...], in: [:]) } ?? list
    if form == .csv, areRecords {
      let zone = value["range"]?["timeZone"]?.string.flatMap(TimeZone.init(named:)) ?? .current
      var options = ExportOptions(days: LocalCalendar(timeZone: zone))
      options.columns = fields
      return ExportedRecord.csv(of: list, options)
    }
    if form == .csv { return Self.table(rows, fields ?? columns(dimensions)) }
    let selected = rows.map { row in fields.map { Self.object($0, of: row) } ?? row }
    return form == .json ? [JSONValue.array(selected).text()] : selected.map { $0.text() }
  }

  /// Returns the dimensions of the groups, with `client` if the call gave that name to `tag:1`.
  private func dimensions(of value: JSONObject, _ arguments: JSONObject) -> [String] {
    guard let groups else { return [] }
    let names = value[groups.names]?.array?.compactMap(\.string) ?? []
    let given = arguments[groups.names]?.array?.map(\.string) ?? []
    if given.count != names.count { return names }
    return zip(given, names).map { $0 == SummaryDimension.client ? SummaryDimension.client : $1 }
  }

  /// Returns a row for each innermost group, or for each group of a tree.
  private func rows(
    of list: [JSONValue],
    _ groups: IntentDefinition.Groups,
    by dimensions: ArraySlice<String>,
    in outer: JSONObject
  ) -> [JSONValue] {
    list.flatMap { group -> [JSONValue] in
      var row = outer
      row[dimensions.first ?? groups.key] = group[groups.key] ?? .null
      let inner = group[groups.inner]?.array ?? []
      if dimensions.count > 1 {
        return rows(of: inner, groups, by: dimensions.dropFirst(), in: row)
      }
      for name in groups.sums { row[name] = group[name] }
      return [.object(row)] + rows(of: inner, groups, by: dimensions, in: outer)
    }
  }

  /// Returns the columns of a CSV file: all fields but lists and objects.
  private func columns(_ dimensions: [String]) -> [String] {
    if let groups { return dimensions + groups.columns }
    return Self.fields(of: schema, in: "") {
      $0["properties"] == nil && $0["type"] != "array"
    }
  }

  private static func object(_ fields: [String], of row: JSONValue) -> JSONValue {
    fields.reduce([:]) { object, field in
      let path = row[field] == nil ? JSONPointer(dotted: field).tokens : [field]
      return object.replacing(path[...], with: value(field, of: row) ?? .null) ?? object
    }
  }

  /// Returns the value of a field; nil if the row has none.
  private static func value(_ field: String, of row: JSONValue) -> JSONValue? {
    // Results spell the label `+client` as `#client`.
    if field.hasPrefix("+") { return row["#\(field.dropFirst())"] }
    if let value = row[field] { return value }
    if field == SummaryDimension.client { return row[outermostLevel] }
    return field == outermostLevel
      ? row[SummaryDimension.client] : row.value(at: JSONPointer(dotted: field))
  }

  /// The name in results of what people also call `client`.
  private static let outermostLevel = "tag:1"

  private static func table(_ rows: [JSONValue], _ fields: [String]) -> [String] {
    let cells = rows.map { row in fields.map { cell($0, of: row) } }
    return ([fields] + cells).map { cells in
      var line: [UInt8] = []
      CSVWriter.append(cells, to: &line)
      // The console ends each line, with the line feed that other programs on a pipe expect.
      return String(decoding: line.dropLast(2), as: UTF8.self)
    }
  }

  private static func cell(_ field: String, of row: JSONValue) -> String {
    switch value(field, of: row) {
    case nil, .null: return ""
    case let value?: return value.string ?? value.text()
    }
  }
}
