import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@Suite struct MainIntentsTests {
  private let fixture: IntentFixture

  init() throws {
    fixture = try IntentFixture()
  }

  @Test func `StartTimer returns the record with its whole tag`() async throws {
    let values: JSONObject = ["tag": "Work", "comment": "Plan", "at": "11:30"]
    let outcome = await fixture.perform("StartTimer", values)
    #expect(
      outcome.json.text(.indented) == """
        {
          "status": "ok",
          "value": {
            "record": {
              "id": "00000000-0000-4000-8000-000000000004",
              "startTime": "2026-11-20T10:30:00Z",
              "startLocal": "2026-11-20T11:30:00+01:00",
              "tagId": "00000000-0000-4000-8000-000000000003",
              "comment": "Plan",
              "text": "Plan",
              "labels": [],
              "images": [],
              "timeZone": "Europe/Zurich",
              "tag": {
                "id": "00000000-0000-4000-8000-000000000003",
                "name": "Work",
                "color": "#9660AF",
                "isArchived": false,
                "createdAt": "2026-11-20T11:00:00Z"
              },
              "durationSeconds": 1800
            },
            "alreadyRunning": false
          },
          "dialog": "Started 'Work' (new tag) at 11:30 (00000000), \\\"Plan\\\".",
          "revision": 1
        }

        """
    )
  }

  @Test func `StopTimer names the stopped timers and their durations`() async throws {
    _ = try await fixture.value("StartTimer", ["tag": "Work", "at": "09:30"])
    _ = try await fixture.value("StartTimer", ["tag": "Email", "at": "-5m"])
    let outcome = await fixture.perform("StopTimer", ["tag": "work"])
    #expect(outcome.sentence == "Stopped 'Work' after 2h 30m (00000000).")
    let rest = await fixture.perform("StopTimer")
    #expect(rest.sentence == "Stopped 'Email' after 5m (00000000).")
    #expect(rest.result?.value["records"]?.array?.first?["durationSeconds"] == 300)
    let none = await fixture.perform("StopTimer")
    #expect(
      none.json.text() == #"{"status":"ok","value":{"records":[]},"dialog":"No timer is running."}"#
    )
  }

  @Test(
    arguments: [
      (["start": "09:00", "end": "10:30"], "2026-11-20T08:00:00Z", "2026-11-20T09:30:00Z"),
      (["start": "09:00", "duration": "1h30m"], "2026-11-20T08:00:00Z", "2026-11-20T09:30:00Z"),
      (["end": "10:30", "duration": "90m"], "2026-11-20T08:00:00Z", "2026-11-20T09:30:00Z"),
      (["duration": "1.5h"], "2026-11-20T09:30:00Z", "2026-11-20T11:00:00Z"),
      (["start": "10:00", "duration": "0m"], "2026-11-20T09:00:00Z", "2026-11-20T09:00:00Z"),
    ] as [(JSONObject, String, String)]
  )
  func `LogTime accepts two of start, end and duration, or a duration up to now`(
    values: JSONObject,
    start: String,
    end: String
  ) async throws {
    let record = try await fixture.value("LogTime", values.merging(["tag": "Work"]))["record"]
    #expect(record?["startTime"]?.string == start)
    #expect(record?["endTime"]?.string == end)
  }

  @Test func `Summarize nests groups and has clock time and total time`() async throws {
    for (tag, start, end) in [
      ("Work", "2026-11-19 22:00", "2026-11-20 01:00"),
      ("Work", "2026-11-20 08:00", "2026-11-20 10:00"),
      ("Email", "2026-11-20 09:00", "2026-11-20 09:30"),
    ] {
      let values: JSONObject = ["tag": .string(tag), "start": .string(start), "end": .string(end)]
      _ = try await fixture.value("LogTime", values)
    }
    _ = try await fixture.value("StartTimer", ["at": "11:45"])
    let outcome = await fixture.perform(
      "Summarize",
      ["range": "2026-11-19/2026-11-20", "groupBy": ["day", "tag"]]
    )
    try expectSnapshot(outcome.json.text(.indented), "summarize-day-tag.json")
    #expect(
      outcome.sentence == "2026-11-19 to 2026-11-20 (Europe/Zurich): 5h 45m, 5h 15m of clock time."
    )
  }

  @Test func `ListRecords, Status and Summarize agree`() async throws {
    _ = try await fixture.value(
      "LogTime",
      ["tag": "Work", "start": "yesterday 23:00", "end": "2026-11-20 01:00"]
    )
    _ = try await fixture.value("StartTimer", ["tag": "Work", "at": "10:00"])
    let listed = try await fixture.value("ListRecords")
    let status = try await fixture.value("Status")
    let summary = try await fixture.value("Summarize")
    #expect(listed["totalSeconds"] == 10800)
    #expect(status["todaySeconds"] == 10800)
    #expect(summary["totalSeconds"] == 10800)
    #expect(status["running"]?.array?.count == 1)
    #expect(listed["records"]?.array?.count == 2)
    let limited = try await fixture.value("ListRecords", ["limit": 1])
    #expect(limited["records"]?.array == listed["records"]?.array?.suffix(1))
    #expect(limited["omitted"] == 1)
  }

  @Test func `a summary can use another time zone`() async throws {
    _ = try await fixture.value(
      "LogTime",
      ["tag": "Work", "start": "2026-11-20T04:30:00Z", "duration": "1h"]
    )
    let newYork: JSONObject = ["timeZone": "America/New_York", "groupBy": ["day"], "range": "all"]
    let summary = try await fixture.value("Summarize", newYork)
    #expect(
      summary["groups"]?.array?.compactMap { $0["key"]?.string } == ["2026-11-19", "2026-11-20"]
    )
    #expect(summary["range"]?["timeZone"] == "America/New_York")
  }

  @Test func `results name skipped files`() async throws {
    try fixture.folder.write("{", to: "records/2026/11/bad.json")
    for intent in ["ListRecords", "Status", "StopTimer", "Summarize", "StartTimer"] {
      let outcome = await fixture.perform(intent)
      #expect(
        outcome.result?.value["skippedFiles"]?.array?.first?["file"] == "records/2026/11/bad.json"
      )
      #expect(outcome.sentence.contains("Skipped "))
    }
  }
}
