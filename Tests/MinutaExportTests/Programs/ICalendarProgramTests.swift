import Foundation
import MinutaCore
import MinutaExport
import MinutaTestSupport
import Testing

/// Calendars are compared with Python's `icalendar`.
@Suite(.requires(pythonModule: "icalendar"))
struct ICalendarProgramTests {
  /// Prints the events of a calendar as JSON Lines with the members of our export.
  private static let printEvents = """
    import json, sys, icalendar
    calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
    assert not calendar.errors, calendar.errors
    assert calendar["VERSION"] == "2.0" and calendar["PRODID"]
    for event in calendar.walk("VEVENT"):
        assert not event.errors, event.errors
        start, end = event["DTSTART"].dt, event["DTEND"].dt
        assert event["DTSTAMP"].dt == end and event["TRANSP"] == "TRANSPARENT"
        categories = event["CATEGORIES"].cats if "CATEGORIES" in event else []
        assert len(categories) < 2, categories
        print(json.dumps({
            "id": str(event["UID"]).removesuffix("@minuta"),
            "startTime": start.isoformat(), "endTime": end.isoformat(),
            "tag": str(categories[0]) if categories else None,
            "comment": str(event["DESCRIPTION"]) if "DESCRIPTION" in event else None,
            "timeZone": str(event["X-MINUTA-TIMEZONE"]),
            "durationSeconds": int((end - start).total_seconds())}))
    """

  /// Prints a calendar that the module makes from our JSON Lines, with time zones and durations.
  private static let makeCalendar = """
    import json, sys, datetime, zoneinfo, icalendar
    calendar = icalendar.Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", "-//Example//Test//EN")
    for index, line in enumerate(sys.stdin):
        record = json.loads(line)
        start = datetime.datetime.fromisoformat(record["startTime"])
        end = datetime.datetime.fromisoformat(record["endTime"])
        zone = zoneinfo.ZoneInfo("Europe/Berlin")
        event = icalendar.Event()
        event.add("uid", record["id"])
        event.add("dtstamp", start)
        event.add("dtstart", start.astimezone(zone) if index % 3 == 0 else start)
        if index % 3 == 1:
            event.add("duration", end - start)
        else:
            event.add("dtend", end.astimezone(zone) if index % 3 == 0 else end)
        if record["tag"]: event.add("categories", [record["tag"]])
        if record["comment"]: event.add("summary", record["comment"])
        calendar.add_component(event)
    sys.stdout.buffer.write(calendar.to_ical())
    """

  @Test func `the module reads an exported calendar strictly, with equal events`() async throws {
    let records = try records()
    let text = try Exchange.file(records, as: .iCalendar).text
    let lines = try await output(Self.printEvents, text)
    let read = try Exchange.records(in: Array(lines.utf8), as: JSONLinesImportFormat.self)
    expectSame(read, records)
    #expect(read.map(\.id) == records.map(\.record.id))
    #expect(read.map(\.timeZone) == records.map(\.record.timeZone))
  }

  @Test func `a calendar that the module writes is imported with equal records`() async throws {
    let records = try records()
    let lines = try Exchange.file(records, as: .jsonLines).text
    let text = try await output(Self.makeCalendar, lines)
    expectSame(try Exchange.records(in: Array(text.utf8), as: ICalendarImportFormat.self), records)
  }

  @Test func `an exported calendar is the same after the module has written it again`() async throws
  {
    let records = try records()
    let text = try Exchange.file(records, as: .iCalendar).text
    let script = """
      import sys, icalendar
      calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
      sys.stdout.buffer.write(calendar.to_ical())
      """
    let again = try await output(script, text)
    let read = try Exchange.records(in: Array(again.utf8), as: ICalendarImportFormat.self)
    #expect(try Exchange.file(Exchange.exported(read), as: .iCalendar).text == text)
  }

  /// Returns records that iCalendar can express, sorted by start.
  private func records() throws -> [ExportedRecord] {
    var history = RandomHistory(seed: 5)
    let odd = zip(OddRecords.all, OddRecords.isExpressibleInXML).filter { $0.1 }.map(\.0)
    return (odd + history.records(5000)).sorted { $0.record.startTime < $1.record.startTime }
  }

  private func expectSame(_ read: [RecordToImport], _ records: [ExportedRecord]) {
    #expect(read.count == records.count)
    for (new, old) in zip(read, records) {
      #expect(new.start == old.record.startTime && new.end == old.record.endTime)
      #expect(new.tag.isByteEqual(to: old.tag))
      #expect(new.comment.isByteEqual(to: old.record.comment))
    }
  }

  private func output(_ script: String, _ input: String) async throws -> String {
    let python = try #require(TestPrograms.python)
    let result = try await TestPrograms.run(
      python,
      ["-X", "utf8", "-c", script],
      environment: ["PYTHONHASHSEED": "0"],
      input: input
    )
    try #require(result.status == 0, "\(result.errors)")
    return result.output
  }
}
