import Foundation
import MinutaCore
import Testing

/// Lists of the newest records.
struct RecordListTests {
  private let fixture = TrackerFixture()

  @Test(arguments: [1, 2, 3, 4, 5, 9])
  func `a limit returns the newest records and the totals of all`(limit: Int) async throws {
    let work = try fixture.addTag("Work")
    // A long record, two with the same start, one without length and a running timer.
    try fixture.add("06:00", "11:30", tag: work)
    try fixture.add("08:00", "09:00", tag: work, comment: "#billable")
    try fixture.add("08:00", "08:15", tag: work, comment: "#billable")
    try fixture.add("10:00", "10:00")
    try fixture.add("11:00", comment: "#billable")
    let range = TimeRange(from: fixture.time("07:00"), timeZone: .gmt)
    let filters: [RecordFilter] = [.all, .running, .untagged, .label(Label("billable"))]
    for filter in filters {
      let (all, newest) = try await fixture.read { tracker in
        (
          try tracker.records(in: range, of: filter, limit: nil),
          try tracker.records(in: range, of: filter, limit: limit)
        )
      }
      #expect(newest.records.map(\.record) == all.records.suffix(limit).map(\.record))
      #expect(newest.count == all.records.count)
      #expect(newest.totalSeconds == all.totalSeconds)
    }
  }
}
