import Foundation
import JSONText
import MinutaTestSupport
import Testing

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

  @Test(
    arguments: [
      (
        #"{"dayStart":"late"}"#,
        "'late' is not valid for 'dayStart'. Use a time of day such as 06:00."
      ),
      (
        #"{"timeZone":"Mars"}"#,
        "'Mars' is not valid for 'timeZone'. Use the name of a time zone such as Europe/Zurich."
      ),
      (
        #"{"overlap":"forbid"}"#,
        "'overlap' must be 'allow', 'warn', 'refuse' or 'adjust', not 'forbid'."
      ),
      (
        #"{"daysOff":["today"]}"#,
        "'today' is not valid for item 1 of 'daysOff'. Use days such as 2026-12-25."
      ),
      (
        #"{"targets":[{"time":"8","per":"day"}]}"#,
        "'8' is not valid for 'time' in item 1 of 'targets'. Use a duration such as 8h."
      ),
      (
        #"{"targets":[{"time":"8h","per":"day","from":"2026"}]}"#,
        "'2026' is not valid for 'from' in item 1 of 'targets'. Use a day such as 2026-01-01."
      ),
      (#"{"targets":[{"per":"day"}]}"#, "The key 'time' in item 1 of 'targets' is missing."),
      (#"{"timezone":"UTC"}"#, #"unknown key "timezone" (did you mean "timeZone"?)"#),
      (#"{"wekStart":"monday"}"#, #"unknown key "wekStart" (did you mean "weekStart"?)"#),
      (#"{"oneTimr":true}"#, #"unknown key "oneTimr" (did you mean "oneTimer"?)"#),
      (#"{"oneTimer":"yes"}"#, "'oneTimer' must be true or false, not the text 'yes'."),
      (
        #"{"rates":[{"rate":"85,50","currency":"EUR"}]}"#,
        "'85,50' is not valid for 'rate' in item 1 of 'rates'. Use an hourly rate such as 85.50."
      ),
      (
        #"{"rates":[{"rate":-1,"currency":"EUR"}]}"#,
        "The number -1 is not valid for 'rate' in item 1 of 'rates'. Use an hourly rate such as 85.50."
      ),
      (
        #"{"rates":[{"rate":85,"currency":"Euro"}]}"#,
        "'Euro' is not valid for 'currency' in item 1 of 'rates'. Use a currency code such as EUR."
      ),
      (
        #"{"rates":[{"rate":85,"currency":"EUR","to":"2026"}]}"#,
        "'2026' is not valid for 'to' in item 1 of 'rates'. Use a day such as 2026-01-01."
      ),
      (#"{"rates":[{"rate":85}]}"#, "The key 'currency' in item 1 of 'rates' is missing."),
      (
        #"{"invoice":{"tax":{"name":"VAT","percent":"1/5"}}}"#,
        "'1/5' is not valid for 'percent' in 'tax' in 'invoice'. Use a percentage such as 19."
      ),
      (
        #"{"invoice":{"number":"{year}"}}"#,
        "'{year}' is not valid for 'number' in 'invoice'. Use a pattern such as {year}-{number}."
      ),
      (
        #"{"words":{"de":{"Subtotal":"Summe"}}}"#,
        #"unknown key "words/de/Subtotal" (did you mean "Sub-total"?)"#
      ),
      (#"{"colour":1}"#, #"unknown key "colour""#),
      (
        #"{"targets":[{"time":"8h","per":"day","tags":"a"}]}"#,
        #"unknown key "targets/0/tags" (did you mean "tag"?)"#
      ),
    ]
  )
  func `invalid settings stop every call and name the line`(
    text: String,
    sentence: String
  ) async throws {
    try settle(text)
    let result = try await fixture.run("summary")
    #expect(result.status != 0)
    let file = "\(fixture.home.path)/.config/minuta/settings.json"
    #expect(result.errors == "minuta: \(file):1: \(sentence)\n")
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
