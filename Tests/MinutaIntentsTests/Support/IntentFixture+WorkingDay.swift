import JSONText
import MinutaTestSupport

extension IntentFixture {
  /// Creates the standard working-day fixture in memory, at noon in UTC, after a morning of work.
  ///
  /// `Work` is from 9:00 to 10:30, `Email` from 10:30 to 11:00, and `Reading` has been running
  /// since 11:30. There is also an archived tag, and two tags with the same name.
  static func workingDay() async throws -> IntentFixture {
    let fixture = try IntentFixture(now: "2026-11-20T12:00:00Z", timeZone: "UTC", storage: .memory)
    let tags = [("Old", 1, true), ("Twin", 2, false), ("Twin", 3, false)].map {
      name,
      id,
      isArchived in
      JSONValue.object([
        "id": .string("0000000\(id)-0000-4000-8000-000000000000"), "name": .string(name),
        "color": "#000000", "isArchived": .bool(isArchived), "createdAt": "2026-01-01T00:00:00Z",
      ])
    }
    try fixture.folder.write(JSONValue.object(["tags": .array(tags)]).text(), to: "tags.json")
    try await fixture.log("Work", "09:00", "10:30")
    try await fixture.log("Email", "10:30", "11:00")
    try await fixture.value("StartTimer", ["tag": "Reading", "at": "11:30"])
    return fixture
  }

  /// Returns the ids of all records, in order of their start.
  func ids() async throws -> [JSONValue] {
    let records = try await value("ListRecords", ["range": "all"])["records"]?.array ?? []
    return records.compactMap { $0["id"] }
  }
}
