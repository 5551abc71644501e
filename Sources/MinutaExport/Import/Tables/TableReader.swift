import Foundation
import JSONText
import MinutaCore

/// Reads the records of a table, such as a CSV file.
struct TableReader: ImportReader {
  private let file: ImportFile
  private let profile: ImportProfile?
  private let header: CSVHeader
  private let indexes: TableColumns
  private let startColumns: [Int]
  private let endColumns: [Int]
  private var durationUnit: DurationUnit?
  private let breakUnit: DurationUnit?
  private let zone: String?
  /// Whether Minuta wrote the file.
  private let isOwn: Bool
  /// Whether the user, the profile or Minuta named the column of ids, instead of a guess.
  private let hasID: Bool
  /// Whether an apostrophe before a formula isn't part of the text.
  private let guardsFormulas: Bool
  private var rows: CSVReader
  private var dateOrder: DateOrder?
  /// The line whose dates have only this order; nil if the user or the profile decided.
  private var dateOrderLine: Int?
  private let userColumns: [Int]
  /// The column of labels in our own table; nil if it has comments, which contain the labels.
  private let labelsColumn: Int?
  private(set) var users: Set<String> = []

  /// Returns a reader of a file.
  ///
  /// - Parameter profile: The columns of the file; nil to guess them.
  static func reader(
    of file: ImportFile,
    _ profile: ImportProfile?,
    _ options: ImportOptions
  ) throws(FormatError) -> any ImportReader {
    let separator = profile?.separator?.byte
    guard let header = try CSVHeader(of: file, separator: separator) else {
      var rows = CSVReader(file, separator: separator ?? UInt8(ascii: ","))
      guard case .invalid(let line, let reason)? = try rows.next() else {
        throw .unreadable(file: file.name, reason: "it is empty")
      }
      return ImportedItems([.invalid(line: line, reason)])
    }
    let columns = try TableColumns(header, of: file.name, profile, assigned: options.columns)
    if let field = columns.missingField {
      throw .missingColumn(
        file: file.name,
        field: field.rawValue,
        columns: header.names,
        format: profile?.title
      )
    }
    return try TableReader(file, profile, options, header, columns)
  }

  private init(
    _ file: ImportFile,
    _ profile: ImportProfile?,
    _ options: ImportOptions,
    _ header: CSVHeader,
    _ columns: TableColumns
  ) throws(FormatError) {
    self.file = file
    self.profile = profile
    self.header = header
    indexes = columns
    startColumns = columns.indexes(of: .start, .startTime, .date)
    endColumns = columns.indexes(of: .end, .endTime, .endDate)
    isOwn = profile == nil && RecordColumn.areTitles(header.names)
    labelsColumn =
      isOwn && columns[.comment] == nil
      ? header.names.firstIndex(of: RecordColumn.labels.title) : nil
    userColumns = header.names.indices.filter { index in
      Self.userNames.contains(CSVHeader.normalized(header.names[index])) && !columns.contains(index)
    }
    durationUnit =
      profile?.durationUnit ?? Self.unit(.duration, columns, header) ?? (isOwn ? .hours : nil)
    breakUnit = Self.unit(.break, columns, header)
    zone = profile?.timeZone
    hasID = profile != nil || isOwn || options.columns["id"] != nil
    guardsFormulas = profile?.guardsFormulas ?? isOwn
    dateOrder = options.dateOrder ?? profile?.dateOrder
    rows = CSVReader(file, separator: header.separator)
    _ = try rows.next()
    if durationUnit == nil, columns[.duration] != nil, !endColumns.isEmpty {
      durationUnit = try fittingUnit()
    }
  }

  /// Returns the unit that the name of a field's column gives; nil if it gives none.
  private static func unit(
    _ field: TableField,
    _ columns: TableColumns,
    _ header: CSVHeader
  ) -> DurationUnit? {
    let name = columns[field].map { header.names[$0].lowercased() } ?? ""
    if name.contains("sec") { return .seconds }
    if name.contains("min") { return .minutes }
    return name.contains("hour") || name.contains("decimal") ? .hours : nil
  }

  /// Returns the unit of durations in the first row in which exactly one unit fits the times; nil if
  /// there is none among the first 1,000 rows.
  private func fittingUnit() throws(FormatError) -> DurationUnit? {
    var reader = self
    for _ in 0..<1000 {
      guard let element = try reader.rows.next() else { return nil }
      guard case .row(let row) = element else { continue }
      do throws(TableRowTimes.Problem) {
        if let unit = try reader.times(row).fittingUnit { return unit }
      } catch {
        // Without the order of dates, no row can be read.
        if case .file = error { return nil }
      }
    }
    return nil
  }

  var columns: [ImportedColumn] {
    TableField.allCases.compactMap { field in
      indexes[field].map { ImportedColumn(field: field.rawValue, column: header.names[$0]) }
    }
  }

  var program: String {
    // Without a profile, equal columns are the only sign of the same program.
    isOwn ? "" : profile?.name ?? header.names.joined(separator: "\0")
  }

  var ignoredColumns: [String] { ignoredIndexes.map { header.names[$0] } }

  private var ignoredIndexes: [Int] {
    if isOwn, indexes[.comment] != nil { return [] }
    // Some programs give the duration in two units.
    let names = profile?.columns[.duration]?.texts ?? TableField.duration.usualNames
    let durations = indexes[.duration] == nil ? [] : names.map(CSVHeader.normalized)
    return header.names.indices.filter { index in
      let name = header.names[index]
      return !name.isEmpty && !indexes.contains(index) && index != labelsColumn
        && !durations.contains(CSVHeader.normalized(name))
    }
  }

  /// Throws `FormatError.unknownTexts` if columns have words, but none is that of a tag or comment.
  ///
  /// - Parameter assigned: the columns that the user assigned; an empty one leaves out its field.
  func requireTexts(assigned: [String: String]) throws(FormatError) {
    let fields: [TableField] = [.client, .project, .task, .tag, .tags, .comment]
    let isDecided = fields.contains { indexes[$0] != nil || assigned[$0.rawValue] != nil }
    if isOwn || isDecided { return }
    if let profile, fields.allSatisfy({ profile.columns[$0] == nil }) { return }
    let texts = try columnsWithWords()
    if !texts.isEmpty { throw .unknownTexts(file: file.name, columns: texts) }
  }

  /// Returns the names of those columns without a field that have letters in one of the first rows.
  private func columnsWithWords() throws(FormatError) -> [String] {
    var (rows, found) = (rows, Set<Int>())
    for _ in 0..<20 {
      guard let element = try rows.next() else { break }
      guard case .row(let row) = element else { continue }
      for index in ignoredIndexes where row[index].contains(where: \.isLetter) {
        found.insert(index)
      }
    }
    return found.sorted().map { header.names[$0] }
  }

  mutating func next() throws(FormatError) -> ImportedItem? {
    while let element = try rows.next() {
      switch element {
      case .invalid(let line, let reason): return .invalid(line: line, reason)
      case .row(let row):
        if row.isBlank() { continue }
        guard row.isBlank(from: header.names.count) else {
          return .invalid(line: row.line, .tooManyCells)
        }
        if row.count < header.names.count {
          if row.lacksLineBreak { return .invalid(line: row.line, .cut) }
          // Programs write all cells; people leave out the last ones.
          if profile != nil { return .invalid(line: row.line, .tooFewCells) }
        }
        return try item(row)
      }
    }
    return nil
  }

  /// The letters and digits of the names that columns with a user have.
  private static let userNames: Set = [
    "user", "username", "useremail", "email", "member", "employee", "firstname", "lastname",
  ]

  /// The maximum number of users that are remembered.
  private static let userLimit = 1000

  /// Returns the names of a row's user; nil if it has none.
  private func user(_ row: CSVRow) -> String? {
    let names = userColumns.map { row[$0] }
    return names.allSatisfy(\.isEmpty) ? nil : names.joined(separator: "\0")
  }

  private mutating func item(_ row: CSVRow) throws(FormatError) -> ImportedItem {
    let user = user(row)
    if let user, users.count < Self.userLimit { users.insert(user) }
    if let type = cell(.type, row), Self.breakTypes.contains(type.lowercased()) {
      return .skipped(line: row.line, .notARecord(type))
    }
    do {
      let times = try times(row)
      var record = ImportedRecord(line: row.line, time: try times.time())
      record.seconds = times.seconds
      record.breakSeconds = try times.breakSeconds()
      if let seconds = record.seconds { record.seconds = seconds + record.breakSeconds }
      record.timeZone = times.zone
      record.user = user
      fill(&record, row)
      return .record(record)
    } catch {
      switch error {
      case .skipped(let reason): return .skipped(line: row.line, reason)
      case .invalid(let reason): return .invalid(line: row.line, reason)
      case .missing(let field):
        let name = indexes[field].map { header.names[$0] } ?? field.rawValue
        return .invalid(line: row.line, .missing(name))
      case .file(let error): throw error
      }
    }
  }

  private mutating func times(_ row: CSVRow) throws(TableRowTimes.Problem) -> TableRowTimes {
    let zone = cell(.timeZone, row) ?? zone
    var scanner = TextScanner(zone ?? "")
    let offset = scanner.offset().flatMap { scanner.isAtEnd ? $0 : nil }
    return TableRowTimes(
      start: try moment(row, startColumns),
      end: try moment(row, endColumns),
      duration: cell(.duration, row),
      unit: durationUnit,
      breakText: cell(.break, row),
      breakUnit: breakUnit,
      hasEndColumn: !endColumns.isEmpty,
      hasRunningDurations: profile?.hasRunningDurations ?? isOwn,
      zone: offset == nil ? zone : nil,
      offset: offset
    )
  }

  /// Returns the date and time of day that several cells of a row give together.
  private mutating func moment(
    _ row: CSVRow,
    _ columns: [Int]
  ) throws(TableRowTimes.Problem) -> TableRowTimes.Moment {
    var moment = TableRowTimes.Moment()
    for column in columns {
      let text = row[column]
      if text.isEmpty || text.trimmed.isEmpty { continue }
      moment.add(try time(text))
    }
    return moment
  }

  private mutating func time(_ text: String) throws(TableRowTimes.Problem) -> TimeText {
    do {
      return try TimeText(text, order: dateOrder)
    } catch {
      guard error == .needsDateOrder else {
        throw .invalid(DateOrderDetector.reason(text, dateOrder, dateOrderLine))
      }
    }
    do {
      (dateOrder, dateOrderLine) = try DateOrderDetector.order(
        in: file,
        separator: header.separator,
        columns: startColumns + endColumns
      )
    } catch {
      throw .file(error)
    }
    return try time(text)
  }

  private func fill(_ record: inout ImportedRecord, _ row: CSVRow) {
    let id = cell(.id, row)
    record.ownID = isOwn ? id.flatMap(UUID.of) : nil
    record.isOwnWithoutID = isOwn && id == nil
    if hasID { record.id = id } else { record.possibleID = id }
    record.text = cell(.comment, row) ?? labelsColumn.map { row[$0] }
    record.textHasLabels = isOwn
    record.path = [.client, .project, .task].compactMap { cell($0, row) }
    record.pathForm = isOwn ? .name : .separateNames
    var tags = tags(row)
    if let tag = cell(.tag, row) {
      if record.path.isEmpty {
        record.path = [tag]
        record.pathForm = isOwn ? .ownName : .name
      } else if record.path.joined(separator: "/") != tag {
        tags.append(tag)
      }
    }
    let isBillable = cell(.billable, row).map { Self.yes.contains($0.lowercased()) } ?? false
    record.labels = Label.labels(ofTags: tags, isBillable: isBillable)
    let name = ImportedRecordConverter.tag(record.path)
    record.spelling = TagSpelling(of: name, besides: record.labels)
  }

  /// The types of rows that are breaks between records.
  private static let breakTypes: Set = ["break", "pause"]

  private static let yes: Set = [
    "yes", "y", "true", "1", "on", "x", "ja", "oui", "si", "sí", "billable",
  ]

  private func tags(_ row: CSVRow) -> [String] {
    guard let text = cell(.tags, row), text != "null" else { return [] }
    if text.hasPrefix("["), let list = try? JSONValue(parsing: text).array {
      return list.compactMap { $0.string.map { String($0.trimmed) } }.filter { !$0.isEmpty }
    }
    // Some programs separate tags with `#`, others with commas.
    let separator = profile?.tagSeparator ?? (profile == nil && text.hasPrefix("#") ? "#" : ",")
    return text.split(separator: separator).map { String($0.trimmed) }.filter { !$0.isEmpty }
  }

  /// Returns the text of a cell; nil if it's empty.
  private func cell(_ field: TableField, _ row: CSVRow) -> String? {
    guard let column = indexes[field] else { return nil }
    let text = row[column]
    if text.isEmpty || profile?.blank?.texts.contains(text) == true || text.trimmed.isEmpty {
      return nil
    }
    return guardsFormulas ? FormulaText.unescaped(text) : text
  }
}
