import Foundation
import JSONText
import MinutaCore
import MinutaExport
import MinutaTestSupport
import Testing

/// Tests with `watson`, each in its own data folder.
@Suite(.requires(pythonModule: "watson"))
struct WatsonProgramTests {
  private typealias Format = WatsonImportFormat

  @Test func `Watson reads the frames of Minuta, and Minuta its log`() async throws {
    var history = RandomHistory(seed: 21)
    let records = history.records(1500)
    let watson = try Watson()
    let file = try Exchange.file(records, as: .watson)
    try watson.folder.write(file.text, to: "frames")
    let log = try await watson.run(["log", "--all", "--json", "--no-reverse"])
    let back = try Exchange.records(in: Array(log.utf8), as: Format.self)
    #expect(back.map(\.id) == records.map(\.record.id))
    #expect(back.map(\.start) == records.map(\.record.startTime))
    #expect(back.map(\.end) == records.map(\.record.endTime))
    #expect(back.map(\.tag) == records.map(\.tag))
  }

  @Test func `Watson's totals are those of Minuta`() async throws {
    var history = RandomHistory(seed: 22)
    let records = history.records(1500)
    let watson = try Watson()
    let file = try Exchange.file(records, as: .watson)
    try watson.folder.write(file.text, to: "frames")
    let report = try JSONValue(parsing: try await watson.run(["report", "--all", "--json"]))
    var totals: [String: Int] = [:]
    var labels: [String: Int] = [:]
    for record in records {
      totals[record.tag ?? "", default: 0] += record.seconds
      for label in Set(record.labels) {
        labels["\(record.tag ?? "")+\(label.tag)", default: 0] += record.seconds
      }
    }
    #expect(Watson.totals(report) == totals)
    #expect(Watson.tagTotals(report) == labels && !labels.isEmpty)

    // Watson's days are wrong in summer, so take days of January.
    let expected = DayTotals.of(records)
    for day in 10...19 {
      let date = "2025-01-\(day)"
      let text = try await watson.run(["report", "--from", date, "--to", date, "--json"])
      let seconds = Watson.totals(try JSONValue(parsing: text)).values.reduce(0, +)
      #expect(seconds == expected[date] ?? 0, "\(date)")
    }
  }

  @Test func `frames that Watson wrote are the same after Minuta`() async throws {
    let watson = try Watson()
    let times = ["2024-05-17 08:30", "2024-05-17 09:45", "2024-05-18 23:00", "2024-05-19 01:00"]
    let project = ["voyager 1", "Acme/Website"]
    for (index, tag) in ["docs", "code review"].enumerated() {
      let words = [
        "--from", times[index * 2], "--to", times[index * 2 + 1], project[index], "+\(tag)",
      ]
      try await watson.run(["add"] + words)
    }
    let before = try await watson.run(["log", "--all", "--json"])
    let frames = Array(try watson.folder.text(of: "frames").utf8)
    let records = try Exchange.records(in: frames, as: Format.self)
    #expect(records.map(\.tag) == project)
    let file = try Exchange.file(Exchange.exported(records), as: .watson)
    try watson.folder.write(file.text, to: "frames")
    #expect(try await watson.run(["log", "--all", "--json"]) == before)
    // Watson can change the file.
    try await watson.run(["rename", "project", "voyager 1", "apollo"])
    let renamed = Array(try watson.folder.text(of: "frames").utf8)
    let again = try Exchange.records(in: renamed, as: Format.self)
    #expect(again.map(\.tag) == ["apollo", "Acme/Website"])
    #expect(again.map(\.id) == records.map(\.id))
  }
}

/// The program `watson` with a data folder of its own.
private struct Watson {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  @discardableResult
  func run(_ arguments: [String]) async throws -> String {
    let result = try await TestPrograms.run(
      try #require(TestPrograms.python),
      ["-m", "watson"] + arguments,
      environment: [
        "WATSON_DIR": folder.path, "HOME": folder.path, "TZ": "Europe/Berlin", "LC_ALL": "C.UTF-8",
      ]
    )
    #expect(result.status == 0, "\(arguments): \(result.output)\(result.errors)")
    return result.output
  }

  /// Returns the seconds of projects in a report.
  static func totals(_ report: JSONValue) -> [String: Int] {
    seconds(report["projects"]?.array ?? [])
  }

  /// Returns the seconds of tags in a report, by `PROJECT+TAG`.
  static func tagTotals(_ report: JSONValue) -> [String: Int] {
    var totals: [String: Int] = [:]
    for project in report["projects"]?.array ?? [] {
      let name = project["name"]?.string ?? ""
      for (tag, time) in seconds(project["tags"]?.array ?? []) { totals["\(name)+\(tag)"] = time }
    }
    return totals
  }

  private static func seconds(_ items: [JSONValue]) -> [String: Int] {
    items.reduce(into: [:]) { totals, item in
      guard let name = item["name"]?.string, case .number(let time)? = item["time"] else { return }
      totals[name] = Int(time.double.rounded())
    }
  }
}
