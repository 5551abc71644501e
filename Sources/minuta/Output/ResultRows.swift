import IntentKit
import JSONText
import MinutaCore
import MinutaExport

/// The rows of an intent whose results are lists, such as records.
struct ResultRows {
  private let definition: IntentDefinition
  /// The member of the result that holds the rows.
  private let member: String

  /// Creates the rows of an intent; nil if its results aren't lists.
  init?(of definition: IntentDefinition) {
    self.definition = definition
    switch definition.id {
    case "History": member = "entries"
    case "ListDays": member = "days"
    case "ListDeletions": member = "pendingDeletions"
    case "ListGaps": member = "gaps"
    case "ListInvoices": member = "invoices"
    case "ListLabels": member = "labels"
    case "ListRecords": member = "records"
    case "ListTags": member = "tags"
    case Self.summary: member = "groups"
    default: return nil
    }
  }

  /// The intent whose rows have a field for each dimension of the summary.
  private static let summary = "Summarize"
  private static let sums = ["seconds", "wallSeconds", "records"]

  /// The fields of a row; one inside another has a dot, such as `tag.name`.
  var fields: [String] {
    if definition.id == Self.summary {
      let dimensions = definition.properties["groupBy"]?["items"]?["examples"]?.array ?? []
      return dimensions.compactMap(\.string) + Self.sums
    }
    return Self.fields(of: schema, in: "", isLeaf: { _ in true })
  }

  /// Whether rows have a field; a summary has one for each label.
  func hasField(_ name: String) -> Bool {
    fields.contains(name)
      || definition.id == Self.summary && (name.hasPrefix("+") || name.hasPrefix("#"))
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
  /// - Parameter fields: the fields of each row; nil for all.
  func lines(of value: JSONObject, as form: ResultForm, _ fields: [String]?) -> [String] {
    let rows = rows(of: value)
    if form == .csv { return Self.table(rows, fields ?? columns(of: value)) }
    let selected = rows.map { row in fields.map { Self.object($0, of: row) } ?? row }
    return form == .json ? [JSONValue.array(selected).text()] : selected.map { $0.text() }
  }

  private func rows(of value: JSONObject) -> [JSONValue] {
    let rows = value[member]?.array ?? []
    if definition.id != Self.summary { return rows }
    return Self.rows(of: rows, by: Self.dimensions(of: value)[...], in: [:])
  }

  private static func dimensions(of value: JSONObject) -> [String] {
    value["groupBy"]?.array?.compactMap(\.string) ?? []
  }

  /// Returns a row for each innermost group, or for each group of a tree.
  private static func rows(
    of groups: [JSONValue],
    by dimensions: ArraySlice<String>,
    in outer: JSONObject
  ) -> [JSONValue] {
    groups.flatMap { group -> [JSONValue] in
      var row = outer
      row[dimensions.first ?? "key"] = group["key"] ?? .null
      let inner = group["groups"]?.array ?? []
      if dimensions.count > 1 { return rows(of: inner, by: dimensions.dropFirst(), in: row) }
      for name in sums { row[name] = group[name] }
      return [.object(row)] + rows(of: inner, by: dimensions, in: outer)
    }
  }

  /// Returns the columns of a CSV file: all fields but lists and objects.
  private func columns(of value: JSONObject) -> [String] {
    if definition.id == Self.summary {
      return Self.dimensions(of: value) + ["seconds", "records"]
    }
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

extension JSONObject {
  /// Returns a summary in which `client` has the name that the call gave it instead of `tag:1`.
  ///
  /// - Parameter names: the names by which the call groups.
  func namingGroups(as names: JSONValue?) -> JSONObject {
    guard let names = names?.array, let groups = self["groupBy"]?.array, names.count == groups.count
    else { return self }
    let client = JSONValue.string(SummaryDimension.client)
    var named = self
    named["groupBy"] = .array(zip(names, groups).map { $0 == client ? $0 : $1 })
    return named
  }
}
