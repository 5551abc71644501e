public import JSONText

extension IntentDefinition {
  /// The rows of the intent's results, and what else of them is printed; nil if there are none.
  ///
  /// They are read on each use, because most calls print only a sentence.
  public var rows: Rows? { unresolvedJSON["rows"]?.object.map(Rows.init) }

  /// The rows of a result, and what else of it is printed as text.
  public struct Rows: Sendable {
    fileprivate let json: JSONObject

    /// The member with the rows; without it, the result isn't a list and is the only row.
    public var member: String? { json["member"]?.string }
    /// The kind of table that CSV has: `records` for that of an export; nil for the fields of the rows.
    public var csv: String? { json["csv"]?.string }
    /// The columns of the table; nil if the rows aren't printed.
    public var columns: [Column]? { json["columns"]?.objects.map(Column.init) }
    /// The results for which the rows are printed; nil for all.
    public var `if`: Condition? { json["if"]?.condition }
    /// The path of the time zone of times; nil for that of the result or its range.
    public var timeZone: String? { json["timeZone"]?.string }
    /// The tables of the rows inside each row.
    public var inner: [Rows]? { json["inner"]?.objects.map(Rows.init) }
    /// Whether headings have the day of the first time and the sum of the first duration.
    public var days: Bool? { json["days"]?.bool }
    /// The member with the sum of all durations, to which they add up as they are printed.
    public var total: String? { json["total"]?.string }
    /// Whether texts are wrapped at a terminal, not cut.
    public var wraps: Bool? { json["wraps"]?.bool }
    /// The maximum number of characters of a cell that isn't read at a terminal.
    public var cellLimit: Int? { json["cellLimit"]?.integer }
    /// The maximum number of rows; nil for all.
    public var limit: Int? { json["limit"]?.integer }
    /// The members whose sum is the number of all rows, of which the result has only the first.
    public var counts: [String]? { json["counts"]?.strings }
    /// The words after the number of the rows that are left out, as in `and 3 more skipped`.
    public var rest: String? { json["rest"]?.string }
    /// The tables that follow the rows.
    public var tables: [Rows]? { json["tables"]?.objects.map(Rows.init) }
    /// The groups that the rows contain; nil if they are flat.
    public var groups: Groups? { json["groups"]?.object.map(Groups.init) }
    /// The columns of a single row, one below the other; nil if it is printed like all others.
    public var details: Details? { json["details"]?.object.map(Details.init) }
    /// The name of the drawing that is printed in place of the table.
    public var view: String? { json["view"]?.string }
    /// The member with a text that is printed before the rows.
    public var text: String? { json["text"]?.string }
    /// The member with the number of problems that remain; unless it is 0, the exit code is 1.
    public var remaining: String? { json["remaining"]?.string }
    /// The results whose content the call itself wrote to standard output; nil if there are none.
    public var printed: Condition? { json["printed"]?.condition }
  }

  /// A column of a table.
  public struct Column: Sendable {
    /// The kind of values in a column, which decides how they are written and aligned.
    public enum Kind: String, Sendable {
      case arrow, command, count, day, duration, id, mark, moment, money, number, tag, text, time
    }

    /// The kind of the values; nil for text.
    public let kind: Kind?
    /// The path of the value, such as `tag.name`; nil for the row itself.
    public let field: String?
    /// A text with the paths of values in braces; nil for the value alone.
    public let text: String?
    /// The name of the field in the details of a row.
    public let title: String?
    /// The text in place of a missing value, or an object of texts by that of the first column.
    public let none: JSONValue?
    /// The width to which the column can be cut at a narrow terminal; nil if it is never cut.
    public let width: Int?
    /// The noun of a count, in the singular.
    public let noun: String?
    /// The path of the time from whose day the days of a later time are counted.
    public let after: String?
    /// The path of the value without which a row has no value in this column.
    public let needs: String?
    /// Whether times are written with their seconds.
    public let seconds: Bool?
  }

  /// The groups that rows contain, each with the groups of the next dimension.
  public struct Groups: Sendable {
    /// The parameter and the member of the result with the names of the dimensions.
    public let names: String
    /// The field of a row with the key of its group.
    public let key: String
    /// The field of a row with the groups inside it.
    public let inner: String
    /// The fields of a row with sums.
    public let sums: [String]
    /// The sums that a CSV file has.
    public let columns: [String]
  }

  /// The fields of a row that a call names.
  public struct Details: Sendable {
    /// The parameter with which a call names the row.
    public let parameter: String
    /// The fields, as columns with titles.
    public let columns: [Column]
  }

  /// A condition on the members of a result, of which a dry run has `plan` as well.
  ///
  /// Each has a JSON Schema: true for any value, and false if there must be none.
  public typealias Condition = [String: JSONValue]
}

// Written by hand, because `Decodable` looks up generic types at run time, which takes longer than the
// rest of a short list.
extension IntentDefinition.Column {
  fileprivate init(_ json: JSONObject) {
    kind = json["kind"]?.string.flatMap(Kind.init)
    field = json["field"]?.string
    text = json["text"]?.string
    title = json["title"]?.string
    none = json["none"]
    width = json["width"]?.integer
    noun = json["noun"]?.string
    after = json["after"]?.string
    needs = json["needs"]?.string
    seconds = json["seconds"]?.bool
  }
}

extension IntentDefinition.Groups {
  fileprivate init(_ json: JSONObject) {
    names = json["names"]?.string ?? ""
    key = json["key"]?.string ?? ""
    inner = json["inner"]?.string ?? ""
    sums = json["sums"]?.strings ?? []
    columns = json["columns"]?.strings ?? []
  }
}

extension IntentDefinition.Details {
  fileprivate init(_ json: JSONObject) {
    parameter = json["parameter"]?.string ?? ""
    columns = json["columns"]?.objects.map(IntentDefinition.Column.init) ?? []
  }
}

extension JSONValue {
  fileprivate var objects: [JSONObject] { array?.compactMap(\.object) ?? [] }

  fileprivate var strings: [String]? { array?.compactMap(\.string) }

  fileprivate var condition: IntentDefinition.Condition? {
    object?.members.reduce(into: [:]) { $0[$1.key] = $1.value }
  }
}

extension IntentResult {
  /// Returns whether the result meets a condition.
  public func meets(_ condition: IntentDefinition.Condition?) -> Bool {
    (condition ?? [:]).allSatisfy { name, schema in
      let found = name == "plan" ? plan.map { _ in .bool(true) } : value[name]
      guard let schema = schema.object else { return (found != nil) == schema.bool }
      return found.map { SchemaValidator(schema).problems(in: $0).isEmpty } ?? false
    }
  }
}
