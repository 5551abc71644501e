import Foundation
import JSONText
import MinutaCore
import MinutaExport
import MinutaTestSupport
import Testing

/// Other programs read the CSV files that Minuta writes, and Minuta reads theirs.
struct CSVProgramTests {
  private static let columns = RecordColumn.allCases.map(\.rawValue)

  /// Returns a file with all columns, and the seconds of its records.
  private func file(_ format: String) throws -> (bytes: [UInt8], seconds: Int) {
    var history = RandomHistory(seed: 11)
    let records = history.records(3000)
    let columns = format == "csv" ? Self.columns : nil
    let (text, _) = try Exchange.file(records, as: format, columns: columns)
    return (Array(text.utf8), records.map(\.seconds).reduce(0, +))
  }

  private func rows(_ bytes: [UInt8], separator: Character = ",") throws -> [[String]] {
    let separator = try #require(separator.asciiValue)
    var reader = CSVReader(ImportFile(name: "file", bytes: bytes), separator: separator)
    var rows: [[String]] = []
    while case .row(let row)? = try reader.next() { rows.append(row.cells) }
    return rows
  }

  /// Runs a Python script on a file and returns the JSON that it prints.
  private func run(_ script: String, _ bytes: [UInt8]) async throws -> JSONValue {
    let folder = try TemporaryDirectory()
    let path = try folder.replace("records.csv", by: bytes)
    let python = try #require(TestPrograms.python)
    let result = try await TestPrograms.run(
      python,
      ["-c", "import json, sys\npath = sys.argv[1]\n\(script)", path],
      environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin"]
    )
    try #require(result.status == 0, "\(result.errors)")
    return try JSONValue(parsing: Array(result.output.utf8))
  }

  private func expectEqual(_ rows: [[String]], _ json: JSONValue?) {
    let found = json?.array?.map { $0.array?.map { $0.string ?? "" } ?? [] } ?? []
    #expect(found.count == rows.count)
    for (found, row) in zip(found, rows) {
      let isEqual = found.map { Array($0.utf8) } == row.map { Array($0.utf8) }
      #expect(isEqual, "\(row) became \(found)")
    }
  }

  @Test(.requires("python3"), arguments: ["csv", "kimai", "toggl"])
  func `Python reads our files`(_ format: String) async throws {
    let (bytes, _) = try file(format)
    let read = try await run(
      """
      import csv
      with open(path, newline="", encoding="utf-8") as file:
        print(json.dumps(list(csv.reader(file, strict=True))))
      """,
      bytes
    )
    expectEqual(try rows(bytes), read)
  }

  @Test(.requires(pythonModule: "pandas"))
  func `pandas reads our file`() async throws {
    let (bytes, seconds) = try file("csv")
    let read = try await run(
      """
      import pandas
      table = pandas.read_csv(path, dtype=str, keep_default_na=False)
      total = int(pandas.read_csv(path)["Seconds"].sum())
      print(json.dumps({"rows": [list(table.columns)] + table.values.tolist(), "total": total}))
      """,
      bytes
    )
    expectEqual(try rows(bytes), read["rows"])
    #expect(read["total"]?.integer == seconds)
  }

  @Test(.requires(pythonModule: "duckdb"))
  func `DuckDB reads our file`() async throws {
    let (bytes, seconds) = try file("csv")
    let read = try await run(
      """
      import duckdb
      table = duckdb.sql(f"select * from read_csv('{path}', all_varchar = true)")
      rows = [[cell or "" for cell in row] for row in table.fetchall()]
      totals = duckdb.sql(f"select sum(Seconds), count(*) from read_csv('{path}')").fetchall()
      print(json.dumps({"rows": [table.columns] + rows, "total": int(totals[0][0])}))
      """,
      bytes
    )
    expectEqual(try rows(bytes), read["rows"])
    #expect(read["total"]?.integer == seconds)
  }

  @Test(.requires("python3"), arguments: [",", ";", "\t"] as [Character])
  func `files that Python writes are read`(_ separator: Character) async throws {
    let (bytes, _) = try file("csv")
    let written = try await run(
      """
      import csv, io
      with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
      texts = []
      for options in [{}, {"quoting": csv.QUOTE_ALL}, {"lineterminator": "\\n"}]:
        output = io.StringIO(newline="")
        csv.writer(output, delimiter="\(separator == "\t" ? "\\t" : String(separator))", **options).writerows(rows)
        texts.append(output.getvalue())
      print(json.dumps(texts))
      """,
      bytes
    )
    let texts = written.array?.compactMap(\.string) ?? []
    #expect(texts.count == 3)
    let expected = try rows(bytes)
    for text in texts {
      let found = try rows(Array(text.utf8), separator: separator)
      #expect(found == expected)
      let header = try CSVHeader(of: ImportFile(name: "file", bytes: Array(text.utf8)))
      #expect(header?.separator == separator.asciiValue)
    }
  }

  @Test(.requires(pythonModule: "pandas"))
  func `totals by day and tag are those of pandas`() async throws {
    var history = RandomHistory(seed: 12)
    let records = history.records(2000)
    let (text, _) = try Exchange.file(records, as: "csv", columns: ["date", "tag", "seconds"])
    let read = try await run(
      """
      import pandas
      table = pandas.read_csv(path, keep_default_na=False)
      totals = table.groupby(["Date", "Tag"])["Seconds"].sum()
      print(json.dumps([[day, tag, str(seconds)] for (day, tag), seconds in totals.items()]))
      """,
      Array(text.utf8)
    )
    var totals: [[String]: Int] = [:]
    for record in records {
      let day = Exchange.days.day(at: record.record.startTime.unixSeconds)
      let tag = FormulaText.escaped(record.tag ?? "")
      totals[[CivilTime(day: day).dateText, tag], default: 0] += record.seconds
    }
    let expected = totals.map { $0.key + [String($0.value)] }
    let found = read.array?.compactMap { $0.array?.compactMap(\.string) } ?? []
    #expect(Set(found) == Set(expected))
  }
}
