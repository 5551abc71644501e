import Foundation
import JSONText
import MinutaTestSupport
import Testing

@testable import minuta

@Suite(.timeLimit(.minutes(5))) struct TimeSettingsTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  private func settle(_ text: String) throws {
    try fixture.home.write(text, to: ".config/minuta/settings.json")
  }

  @Test func `E8 settings define the zone, the start of days and weeks, and overlaps`()
    async throws
  {
    try settle(
      #"{"timeZone":"Asia/Tokyo","dayStart":"06:00","weekStart":"sunday","overlap":"refuse"}"#
    )
    _ = try await fixture.run(
      "log",
      "Work",
      "--start",
      "2024-05-18 23:00",
      "--end",
      "2024-05-19 02:00"
    )
    let summary = try await fixture.outcome(
      ["summary", "2024-W20", "--group-by", "day,tag"]
    )["value"]
    #expect(summary?["range"]?["from"] == "2024-05-11T21:00:00Z")
    #expect(summary?["range"]?["timeZone"] == "Asia/Tokyo")
    #expect(summary?["groups"]?.array?.map { $0["key"] } == ["2024-05-18"])
    let refused = try await fixture.run(
      "log",
      "Email",
      "--start",
      "2024-05-19 01:00",
      "--end",
      "2024-05-19 03:00"
    )
    #expect(refused.status == 1)
    #expect(
      refused.errors
        == "minuta: This time would overlap 1 record: 'Work', 2024-05-18 23:00 to 2024-05-19 02:00 "
        + "(\(try fixture.shortID())). Choose another time.\n"
    )
  }

  @Test(
    arguments: [
      ("{}", 2, true), (#"{"oneTimer":false}"#, 2, false), (#"{"overlap":"allow"}"#, 2, false),
      (#"{"oneTimer":true}"#, 1, false),
    ]
  )
  func `a second timer stops the first if oneTimer is set, otherwise names it`(
    settings: String,
    count: Int,
    isSaid: Bool
  ) async throws {
    try settle(settings)
    _ = try await fixture.run("start", "Work")
    let second = try await fixture.run("start", "Email")
    #expect(second.output.contains("'Work' is still running") == isSaid)
    #expect(second.output.hasPrefix("Stopped 'Work' after ") == (count == 1))
    #expect(try await fixture.outcome(["status"])["value"]?["running"]?.array?.count == count)
  }

  @Test func `targets of the settings are in the summary`() async throws {
    try settle(
      #"{"targets":[{"time":"8h24m","per":"day"},{"time":"20h","per":"week","tag":"Work","#
        + #""from":"2024-01-01","weekdays":["monday","friday"]}],"daysOff":["2024-05-17"]}"#
    )
    _ = try await fixture.run(
      "log",
      "Work",
      "--start",
      "2024-05-16 08:00",
      "--end",
      "2024-05-16 18:00"
    )
    let targets = try await fixture.outcome(["summary", "2024-05-16/2024-05-17"])["value"]?[
      "targets"
    ]
    #expect(targets?.array?.map { $0["balanceSeconds"] } == [5760, 36_000])
  }

  @Test(arguments: [
    (#"{"dayStart":"late"}"#, "/dayStart"), (#"{"timeZone":"Mars"}"#, "/timeZone"),
    (#"{"overlap":"forbid"}"#, "/overlap"), (#"{"daysOff":["today"]}"#, "/daysOff/0"),
    (#"{"targets":[{"time":"8","per":"day"}]}"#, "/targets/0/time"),
    (#"{"targets":[{"time":"8h","per":"day","from":"2026"}]}"#, "/targets/0/from"),
    (#"{"targets":[{"per":"day"}]}"#, "/targets/0/time"),
    (#"{"targets":[{"time":"8h","per":"day","tags":"a"}]}"#, "/targets/0/tags"),
    (#"{"timezone":"UTC"}"#, "/timezone"), (#"{"oneTimer":"yes"}"#, "/oneTimer"),
    (#"{"rates":[{"rate":"85,50","currency":"EUR"}]}"#, "/rates/0/rate"),
    (#"{"rates":[{"rate":-1,"currency":"EUR"}]}"#, "/rates/0/rate"),
    (#"{"rates":[{"rate":85,"currency":"Euro"}]}"#, "/rates/0/currency"),
    (#"{"rates":[{"rate":85,"currency":"EUR","to":"2026"}]}"#, "/rates/0/to"),
    (#"{"rates":[{"rate":85}]}"#, "/rates/0/currency"),
    (#"{"invoice":{"tax":{"name":"VAT","percent":"1/5"}}}"#, "/invoice/tax/percent"),
    (#"{"invoice":{"number":"{year}"}}"#, "/invoice/number"),
    (#"{"words":{"de":{"Subtotal":"Summe"}}}"#, "/words/de/Subtotal"),
    (#"{"colour":1}"#, "/colour"),
  ])
  func `the problem of invalid settings has a path`(text: String, path: String) throws {
    let problems = Settings.problems(in: try JSONValue(parsing: text))
    #expect(problems.map(\.pointer.description) == [path])
  }

  @Test func `E11 a timer that ran through a restart is reported and resolved`()
    async throws
  {
    _ = try await fixture.run("start", "Work")
    let file = ".local/state/minuta/awake.json"
    let awake = try #require(
      try fixture.home.content(below: ".local/state/minuta")["awake.json"] ?? nil
    )
    var json = try #require(try JSONValue(parsing: Array(awake)).object)
    var period = try #require(json["periods"]?.array?.first?.object)
    #expect(period["boot"]?.string?.count == 36)
    // Changes the running timer's start to two hours ago, before the last boot.
    let record = try #require(try fixture.records().first?.object)
    let path = try #require(
      try fixture.content().keys.first {
        $0.hasPrefix("records/") && $0.hasSuffix(".json")
      }
    )
    let start = Date(timeIntervalSinceNow: -7200)
    var older = record
    older["startTime"] = .string(start.formatted(.iso8601))
    _ = try fixture.home.replace("store/\(path)", by: JSONValue.object(older).bytes())
    var other = period
    other["boot"] = "another"
    for moment in ["bootedAt", "first", "last"] { other[moment] = older["startTime"] }
    period["bootedAt"] = .string(Date(timeIntervalSinceNow: -3600).formatted(.iso8601))
    json["periods"] = [.object(other), .object(period)]
    json["settled"] = [:]
    _ = try fixture.home.replace(file, by: JSONValue.object(json).bytes())
    let status = try await fixture.outcome(["status"])["value"]
    let idlePeriod = status?["unresolved"]?.array?.first?["absences"]?.array?.first
    #expect(idlePeriod?["reason"] == "restart")
    #expect((3599...3601).contains(idlePeriod?["seconds"]?.integer ?? 0))
    let resolved = try await fixture.outcome(["resolve", "stopWhenLeft"])
    #expect(resolved["status"] == "ok")
    #expect(resolved["value"]?["unresolved"] == [])
    #expect(try await fixture.outcome(["status"])["value"]?["running"] == [])
  }
}
