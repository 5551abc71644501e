import Foundation
import MinutaCore
import MinutaExport
import MinutaTestSupport
import Testing

struct ICalendarTimeTests {
  @Test(arguments: [
    (
      "DTSTART:20240331T013000\nDURATION:PT2H",
      "2024-03-31T01:30:00+01:00", "2024-03-31T04:30:00+02:00", "Europe/Berlin"
    ),
    (
      "DTSTART;TZID=America/New_York:20241103T013000\nDTEND;TZID=America/New_York:20241103T011000",
      "2024-11-03T01:30:00-04:00", "2024-11-03T01:10:00-05:00", "America/New_York"
    ),
    (
      "DTSTART:20241027T023000\nDTEND:20241027T021000",
      "2024-10-27T02:30:00+02:00", "2024-10-27T02:10:00+01:00", "Europe/Berlin"
    ),
    (
      "DTSTART;TZID=Asia/Kolkata:20240517T083000\nDURATION:P1W",
      "2024-05-17T08:30:00+05:30", "2024-05-24T08:30:00+05:30", "Asia/Kolkata"
    ),
    (
      "DTSTART;TZID=Custom:20240310T015959\nDTEND;TZID=Custom:20240310T030000",
      "2024-03-10T01:59:59-05:00", "2024-03-10T03:00:00-04:00", "Europe/Berlin"
    ),
    (
      "DTSTART;TZID=Custom:20231105T015900\nDTEND;TZID=Custom:20231105T030000",
      "2023-11-05T01:59:00-04:00", "2023-11-05T03:00:00-05:00", "Europe/Berlin"
    ),
    (
      "DTSTART;TZID=Custom:20240101T000000\nDTEND;TZID=Custom:20240701T000000",
      "2024-01-01T00:00:00-05:00", "2024-07-01T00:00:00-04:00", "Europe/Berlin"
    ),
  ])
  func `an event has the times of its zone`(
    _ properties: String,
    start: String,
    end: String,
    zone: String
  ) throws {
    let records = try Self.records(properties)
    #expect(records.map(\.start) == [Timestamp.date(start)])
    #expect(records.map(\.end) == [Timestamp.date(end)])
    #expect(records.map(\.timeZone) == [zone])
  }

  @Test(arguments: [
    (
      "DTSTART;TZID=Nowhere:20240517T083000\nDURATION:PT1H",
      InvalidReason.unknownTimeZone("Nowhere")
    ),
    ("DTSTART:20240517T083000\nDTEND:20240517T082959", .endBeforeStart),
    ("DTSTART:20240230T083000\nDTEND:20240301T083000", .invalidTime("20240230T083000")),
    ("DTSTART:99991231T235959Z\nDURATION:P99W", .outOfRange),
    ("DTSTART:20240517T083000\nDURATION:PT1H30", .invalidDuration("PT1H30")),
  ])
  func `an event with wrong times is invalid`(_ properties: String, _ reason: InvalidReason) throws
  {
    let problem = FormatError.Problem(line: 19, reason: reason)
    #expect(throws: FormatError.invalid(file: "file", problems: [problem], count: 1)) {
      var request = ImportRequest(
        files: [ImportFile(name: "file", bytes: Array(Self.calendar(properties).utf8))],
        days: Exchange.days
      )
      request.format = ICalendarImportFormat.self
      _ = try FileImportService().preview(of: request)
    }
  }

  @Test func `an event with a negative duration is skipped`() throws {
    #expect(try Self.records("DTSTART:20240517T083000\nDURATION:-PT1H").isEmpty)
  }

  @Test func `the rules of the file count for a name that is no region of the system`() throws {
    for (name, offset) in [("GMT", "-04:00"), ("UTC", "-04:00"), ("Europe/Berlin", "+02:00")] {
      let text = Self.calendar("DTSTART;TZID=\(name):20240517T083000\nDURATION:PT1H")
        .replacing("TZID:Custom", with: "TZID:\(name)")
      let records = try Exchange.records(in: Array(text.utf8), as: ICalendarImportFormat.self)
      #expect(records.map(\.start) == [Timestamp.date("2024-05-17T08:30:00\(offset)")], "\(name)")
    }
  }

  @Test func `an instance of a series is an event with an id of its own; its series isn't`() throws
  {
    let event = { (properties: String) in
      "BEGIN:VEVENT\nUID:series\n\(properties)\nDURATION:PT1H\nEND:VEVENT\n"
    }
    let text =
      "BEGIN:VCALENDAR\n" + event("DTSTART:20240517T080000Z\nRRULE:FREQ=DAILY")
      + event("DTSTART:20240518T100000Z\nRECURRENCE-ID:20240518T080000Z")
      + event("DTSTART:20240519T080000Z\nRECURRENCE-ID:20240519T080000Z") + "END:VCALENDAR\n"
    let records = try Exchange.records(in: Array(text.utf8), as: ICalendarImportFormat.self)
    #expect(
      records.map(\.start)
        == ["2024-05-18T10:00:00Z", "2024-05-19T08:00:00Z"].map(Timestamp.date)
    )
    #expect(Set(records.map(\.id)).count == 2)
    let own = text.replacing("UID:series", with: "UID:\(UUID())@minuta")
    let moved = try Exchange.records(in: Array(own.utf8), as: ICalendarImportFormat.self)
    #expect(Set(moved.map(\.id)).count == 2)
  }

  @Test(.timeLimit(.minutes(1)))
  func `components that don't end take no longer than others`() throws {
    let count = 100_000
    let text =
      "BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:X\n", count: count)
      + String(repeating: "END:Y\n", count: count)
      + "BEGIN:VEVENT\nDTSTART:20240517T083000Z\nDURATION:PT1H\nEND:VEVENT\n"
    let records = try Exchange.records(in: Array(text.utf8), as: ICalendarImportFormat.self)
    #expect(records.map(\.seconds) == [3600])
  }

  @Test func `the first thousand rules of a time zone are used`() throws {
    let rule = { (onset: String, offset: String) in
      "BEGIN:STANDARD\nDTSTART:\(onset)T000000\nTZOFFSETTO:\(offset)\nEND:STANDARD\n"
    }
    let text =
      "BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:Custom\n"
      + String(repeating: rule("20000101", "+0100"), count: 999) + rule("20100101", "+0200")
      + rule("20200101", "+0300")
      + "END:VTIMEZONE\nBEGIN:VEVENT\nDTSTART;TZID=Custom:20240517T083000\nDURATION:PT1H\n"
      + "END:VEVENT\nEND:VCALENDAR\n"
    let records = try Exchange.records(in: Array(text.utf8), as: ICalendarImportFormat.self)
    #expect(records.map(\.start) == [Timestamp.date("2024-05-17T08:30:00+02:00")])
  }

  /// Each rule begins at 02:00 on 2024-03-10 or 2024-11-03.
  @Test(arguments: [
    ("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=SU;BYMONTHDAY=8,9,10,11,12,13,14", "20070311"),
    ("RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=10;INTERVAL=1;WKST=MO", "20070310"),
    ("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU;UNTIL=20240310T070000Z", "20070311"),
    ("RDATE:20230312T020000,20240310T020000\nRDATE:20250309T020000", "20070311"),
    ("RDATE;VALUE=DATE-TIME:20240310T020000", "20220313"),
  ])
  func `a rule of a file's own time zone is used`(_ rule: String, _ first: String) throws {
    let times = [
      ("20240310T015959", "2024-03-10T01:59:59-05:00"),
      ("20240310T030000", "2024-03-10T03:00:00-04:00"),
      ("20240517T083000", "2024-05-17T08:30:00-04:00"),
      ("20241201T083000", "2024-12-01T08:30:00-05:00"),
    ]
    for (local, instant) in times {
      let text = Self.calendar("DTSTART;TZID=Custom:\(local)\nDURATION:PT1H")
        .replacing("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU", with: rule)
        .replacing("20070311T020000", with: "\(first)T020000")
      let records = try Exchange.records(in: Array(text.utf8), as: ICalendarImportFormat.self)
      #expect(records.map(\.start) == [Timestamp.date(instant)], "\(local)")
    }
  }

  @Test func `a rule that has ended isn't used later`() throws {
    let text = Self.calendar("DTSTART;TZID=Custom:20240517T083000\nDURATION:PT1H")
      .replacing("BYDAY=2SU", with: "BYDAY=2SU;UNTIL=20220101T000000Z")
    let records = try Exchange.records(in: Array(text.utf8), as: ICalendarImportFormat.self)
    #expect(records.map(\.start) == [Timestamp.date("2024-05-17T08:30:00-05:00")])
  }

  @Test(arguments: [
    "RRULE:FREQ=MONTHLY;BYDAY=2SU", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU;COUNT=3",
    "RRULE:FREQ=YEARLY;BYMONTH=3", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=SU", "RRULE:x",
    "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2XX", "RRULE:FREQ=YEARLY;INTERVAL=2;BYMONTH=3;BYDAY=2SU",
    "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=SU;BYMONTHDAY=-1", "RDATE;VALUE=PERIOD:20240310T0200/PT1H",
    "EXDATE:20240310T020000",
  ])
  func `a rule that isn't understood makes the time zone unknown`(_ rule: String) throws {
    let text = Self.calendar("DTSTART;TZID=Custom:20240517T083000\nDURATION:PT1H")
      .replacing("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU", with: rule)
    let problem = FormatError.Problem(line: 19, reason: .unknownTimeZone("Custom"))
    #expect(throws: FormatError.invalid(file: "file", problems: [problem], count: 1)) {
      try Exchange.records(in: Array(text.utf8), as: ICalendarImportFormat.self)
    }
  }

  @Test(arguments: [
    ("/freeassociation.sourceforge.net/Tzfile/Europe/Zurich", "Europe/Zurich", "+02:00"),
    (
      "/citadel.org/20250101_1/America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires",
      "-03:00"
    ),
    ("W. Europe Standard Time", "Europe/Berlin", "+02:00"),
    ("Pacific Standard Time", "America/Los_Angeles", "-07:00"),
    ("India Standard Time", "Asia/Kolkata", "+05:30"),
  ])
  func `the names of other programs and of Windows are known`(
    _ name: String,
    _ zone: String,
    _ offset: String
  ) throws {
    let records = try Self.records("DTSTART;TZID=\"\(name)\":20240517T083000\nDURATION:PT1H")
    #expect(records.map(\.start) == [Timestamp.date("2024-05-17T08:30:00\(offset)")])
    #expect(records.map(\.timeZone) == [zone])
  }

  @Test(arguments: [
    ("X-WR-CALNAME:Ann@example.com\n", 2, 0), ("X-WR-CALNAME:bo@example.com\n", 3, 0),
    ("X-WR-CALNAME:Work\n", 3, 1), ("", 3, 1),
  ])
  func `an event that the owner of the calendar declined is left out`(
    _ name: String,
    _ count: Int,
    _ declined: Int
  ) throws {
    let attendees = [
      "ATTENDEE;PARTSTAT=DECLINED:mailto:ann@example.com\nATTENDEE;PARTSTAT=ACCEPTED:mailto:c@d.e",
      "ATTENDEE;PARTSTAT=ACCEPTED:MAILTO:ann@example.com", "SUMMARY:alone",
    ]
    let events = attendees.map { attendee in
      "BEGIN:VEVENT\nDTSTART:20240517T083000Z\nDURATION:PT1H\n\(attendee)\nEND:VEVENT\n"
    }
    let text = "BEGIN:VCALENDAR\n\(name)\(events.joined())END:VCALENDAR\n"
    let file = ImportFile(name: "file", bytes: Array(text.utf8))
    let request = ImportRequest(files: [file], days: Exchange.days)
    let preview = try FileImportService().preview(of: request)
    #expect(preview.count == count && preview.declinedCount == declined)
    #expect(preview.skipped.map(\.reason) == (count == 2 ? [.declined] : []))
  }

  private static func records(_ properties: String) throws -> [RecordToImport] {
    try Exchange.records(in: Array(calendar(properties).utf8), as: ICalendarImportFormat.self)
  }

  /// Returns a calendar with an event on line 19, and the rules of New York under another name.
  private static func calendar(_ properties: String) -> String {
    """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//Example//Test//EN
    BEGIN:VTIMEZONE
    TZID:Custom
    BEGIN:DAYLIGHT
    DTSTART:20070311T020000
    TZOFFSETFROM:-0500
    TZOFFSETTO:-0400
    RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
    END:DAYLIGHT
    BEGIN:STANDARD
    DTSTART:20071104T020000
    TZOFFSETFROM:-0400
    TZOFFSETTO:-0500
    RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
    END:STANDARD
    END:VTIMEZONE
    BEGIN:VEVENT
    UID:1
    \(properties)
    END:VEVENT
    END:VCALENDAR

    """
  }
}
