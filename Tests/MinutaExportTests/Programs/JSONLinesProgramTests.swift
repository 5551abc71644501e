import Foundation
import MinutaCore
import MinutaExport
import MinutaTestSupport
import Testing

/// DuckDB and pandas read exported JSON, with equal sums.
struct JSONLinesProgramTests {
  @Test(.requires(pythonModule: "duckdb"), arguments: ["json", "jsonl"])
  func `DuckDB reads an export with equal sums of tags and days`(_ name: String) async throws {
    let script = """
      import sys, duckdb
      records = f"read_json_auto('{sys.argv[1]}')"
      for tag, seconds in duckdb.sql(
          f"select coalesce(tag, ''), sum(durationSeconds) from {records} group by tag").fetchall():
          print("tag", tag, int(seconds), sep="\\t")
      for day, seconds in duckdb.sql(
          f"select cast(startTime as date), sum(epoch(endTime) - epoch(startTime)) "
          f"from {records} group by all").fetchall():
          print("day", day, int(seconds), sep="\\t")
      print("labels", "", duckdb.sql(f"select sum(len(labels)) from {records}").fetchall()[0][0], sep="\\t")
      """
    try await expectEqualSums(name, script)
  }

  @Test(.requires(pythonModule: "pandas"), arguments: ["json", "jsonl"])
  func `pandas reads an export with equal sums of tags and days`(_ name: String) async throws {
    let script = """
      import sys, pandas
      records = pandas.read_json(
          sys.argv[1], lines=sys.argv[1].endswith("l"), convert_dates=["startTime", "endTime"])
      for tag, seconds in records.fillna({"tag": ""}).groupby("tag").durationSeconds.sum().items():
          print("tag", tag, seconds, sep="\\t")
      records["length"] = (records.endTime - records.startTime).dt.total_seconds()
      for day, seconds in records.groupby(records.startTime.dt.date).length.sum().items():
          print("day", day, int(seconds), sep="\\t")
      print("labels", "", sum(records.labels.map(len)), sep="\\t")
      """
    try await expectEqualSums(name, script)
  }

  private func expectEqualSums(_ name: String, _ script: String) async throws {
    let format = try #require(ExportFormats.named(name))
    var history = RandomHistory(seed: 9)
    let records = history.records(2000)
    let folder = try TemporaryDirectory()
    let text = try Exchange.file(records, as: format).text
    let file = try folder.write(text, to: "records.\(format.fileExtension)")
    let python = try #require(TestPrograms.python)
    let result = try await TestPrograms.run(
      python,
      ["-X", "utf8", "-c", script, file],
      environment: ["HOME": folder.path, "TZ": "UTC"]
    )
    try #require(result.status == 0, "\(result.errors)")
    #expect(Set(result.output.split(separator: "\n").map(String.init)) == sums(of: records))
  }

  /// Returns the lines that the programs print.
  private func sums(of records: [ExportedRecord]) -> Set<String> {
    var sums: [String: Int] = [:]
    for exported in records {
      sums["tag\t\(exported.tag ?? "")", default: 0] += exported.seconds
      let day = CivilTime(utcSeconds: exported.record.startTime.unixSeconds).dateText
      sums["day\t\(day)", default: 0] += exported.seconds
      sums["labels\t", default: 0] += exported.labels.count
    }
    return Set(sums.map { "\($0.key)\t\($0.value)" })
  }
}
