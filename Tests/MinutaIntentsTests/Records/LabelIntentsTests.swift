import IntentKit
import JSONText
import MinutaCore
import Testing

@testable import MinutaIntents

@Suite struct LabelIntentsTests {
  /// A day with three labelled records and one without a label.
  private static func day(_ storage: IntentFixture.Storage = .memory) async throws
    -> IntentFixture
  {
    let fixture = try IntentFixture(timeZone: "UTC", storage: storage)
    for (tag, start, end, comment) in [
      ("Work", "07:00", "08:00", "Plan #client=Acme #billable"),
      ("Work", "08:00", "08:30", "#Client=Zenith Call"), ("Email", "09:00", "09:10", "#billable"),
      ("Email", "10:00", "10:20", "C# mail"),
    ] {
      try await fixture.value(
        "LogTime",
        [
          "tag": .string(tag), "start": .string(start), "end": .string(end),
          "comment": .string(comment),
        ]
      )
    }
    return fixture
  }

  @Test(
    arguments: [
      ("StartTimer", ["tag": "Work", "labels": ["billable"]], "#billable"),
      (
        "StartTimer", ["comment": "Fix", "labels": ["+ticket=R-12", "#a=x y"]],
        ##"Fix #ticket=R-12 #a="x y""##
      ),
      ("LogTime", ["duration": "5m", "comment": "Fix #a", "labels": ["A", "b"]], "Fix #a #b"),
      ("SwitchTimer", ["tag": "Work", "comment": " ", "labels": ["a"]], "#a"),
      ("ToggleTimer", ["tag": "Work", "comment": "Fix", "labels": ["a"]], "Fix #a"),
      ("StartTimer", ["labels": []], nil),
    ] as [(String, JSONObject, String?)]
  )
  func `a new record gets labels after its comment`(
    intent: String,
    values: JSONObject,
    comment: String?
  ) async throws {
    let fixture = try IntentFixture(storage: .memory)
    let result = try await fixture.value(intent, values)
    let record = result["record"] ?? result["records"]?[0]
    #expect(record?["comment"]?.string == comment)
  }

  @Test func `labels are added to the comment of a record, and undone`() async throws {
    let fixture = try IntentFixture(timeZone: "UTC")
    try await fixture.value("LogTime", ["duration": "5m", "comment": "Fix"])
    try await fixture.value("UpdateRecord", ["labels": ["a", "b=1"]])
    #expect(try await fixture.lines() == ["- 10:55-11:00 Fix #a #b=1"])
    let unchanged = try await fixture.sentence("UpdateRecord", ["labels": ["A"]])
    #expect(unchanged.hasPrefix("Nothing to change: "))
    try await fixture.value("UpdateRecord", ["comment": "Plan", "labels": ["c"]])
    #expect(try await fixture.lines() == ["- 10:55-11:00 Plan #a #b=1 #c"])
    try await fixture.value("Undo")
    #expect(try await fixture.lines() == ["- 10:55-11:00 Fix #a #b=1"])
  }

  @Test(
    arguments: [
      (["removeLabel": ["a"]], "Fix #b=1 it"), (["removeLabel": ["b=2", "A"]], "Fix #b=1 it"),
      (["removeLabel": ["b"], "comment": "Plan"], "Plan #a"),
      (["removeLabel": ["a"], "comment": "Plan"], "Plan"),
      (["removeLabel": ["a"], "labels": ["a=2"]], "Fix #b=1 it #a=2"),
    ] as [(JSONObject, String)]
  )
  func `labels are removed from the comment of a record`(
    values: JSONObject,
    expected: String
  ) async throws {
    let fixture = try IntentFixture(timeZone: "UTC", storage: .memory)
    try await fixture.value("LogTime", ["duration": "5m", "comment": "Fix #b=1 it #a"])
    try await fixture.value("UpdateRecord", values)
    #expect(try await fixture.lines() == ["- 10:55-11:00 \(expected)"])
  }

  @Test(
    arguments: [
      ("StartTimer", ["labels": ["a b"]]), ("LogTime", ["duration": "5m", "labels": [""]]),
      ("UpdateRecord", ["labels": ["=a"]]), ("UpdateRecord", ["removeLabel": ["a b"]]),
      ("Summarize", ["groupBy": ["customer"]]),
      ("ListRecords", ["filter": "+"]), ("ListLabels", ["filter": "+a>1"]),
      ("BulkUpdate", ["filter": "image", "removeLabel": ["!"]]),
    ] as [(String, JSONObject)]
  )
  func `an invalid label changes nothing`(intent: String, values: JSONObject) async throws {
    let fixture = try await Self.day()
    let before = try await fixture.lines()
    #expect(await fixture.perform(intent, values).error?.code == "invalidValue")
    #expect(try await fixture.lines() == before)
  }

  @Test func `a bulk change of labels counts changed records, and is one step of undo`()
    async throws
  {
    let fixture = try await Self.day(.folder)
    let before = try await fixture.lines()
    let values: JSONObject = [
      "filter": "+client", "removeLabel": ["client", "none"], "addLabel": ["billable"],
      "confirm": true,
    ]
    let planned = await fixture.dryRun("BulkUpdate", values)
    #expect(planned.result?.value["sample"]?[1]?["comment"] == "Call #billable")
    #expect(try await fixture.lines() == before)
    #expect(try await fixture.value("BulkUpdate", values)["count"] == 2)
    #expect(try await fixture.value("BulkUpdate", values)["count"] == 0)
    #expect(
      try await fixture.lines() == [
        "Work 07:00-08:00 Plan #billable", "Work 08:00-08:30 Call #billable",
        "Email 09:00-09:10 #billable", "Email 10:00-10:20 C# mail",
      ]
    )
    try await fixture.value("Undo")
    #expect(try await fixture.lines() == before)
  }

  @Test(
    arguments: [
      ("+billable", 2), ("#client", 2), ("+CLIENT=Acme", 1), ("+client=acme", 0),
      ("not +client", 2),
      ("+client and not +billable", 1), ("+billable or text:mail", 3), ("tag:Email #billable", 1),
    ] as [(String, Int)]
  )
  func `records are selected by their labels`(filter: String, count: Int) async throws {
    let fixture = try await Self.day()
    let records = try await fixture.value("ListRecords", ["filter": .string(filter)])["records"]
    #expect(records?.array?.count == count)
  }

  @Test func `labels are listed with their records and time`() async throws {
    let fixture = try await Self.day()
    let value = try await fixture.value("ListLabels")
    #expect(
      value["labels"] == [
        [
          "key": "client", "seconds": 5400, "records": 2,
          "values": [
            ["value": "Acme", "seconds": 3600, "records": 1],
            ["value": "Zenith", "seconds": 1800, "records": 1],
          ],
        ],
        ["key": "billable", "seconds": 4200, "records": 2, "values": []],
      ]
    )
    #expect(try await fixture.sentence("ListLabels") == "All time: 2 labels.")
    let some = try await fixture.value("ListLabels", ["range": "today", "filter": "tag:Email"])
    #expect(some["labels"]?.array?.map { $0["key"] } == ["billable"])
    #expect(try await fixture.value("ListLabels", ["range": "2020"])["labels"] == [])
  }
}
