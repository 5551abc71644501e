import Foundation
import MinutaCore
import MinutaExport

/// Records for the golden files of exports, with times in Europe/Berlin.
enum ExportSample {
  /// Returns a record between two times such as `2024-05-17 08:30:00`.
  static func record(
    _ start: String,
    _ end: String?,
    _ tag: String?,
    _ comment: String? = nil,
    zone: String? = "Europe/Berlin"
  ) -> ExportedRecord {
    let (from, to) = (date(start), end.map(date))
    let record = TimeRecord(
      id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
      startTime: from,
      endTime: to,
      comment: comment,
      timeZone: zone
    )
    let seconds = to.map { Int($0.timeIntervalSince(from)) } ?? 0
    return ExportedRecord(record, tag: tag, seconds: seconds)
  }

  /// Returns the instant of a local time; `+` at its end means the second time it is shown.
  static func date(_ text: String) -> Date {
    let isSecond = text.hasSuffix("+")
    var scanner = TextScanner(isSecond ? String(text.dropLast()) : text)
    guard let time = scanner.dateAndTime(separators: " ") else { return .distantPast }
    let found = LocalTimeConverter(timeZone: Exchange.days.timeZone).instant(of: time).date
    return isSecond ? found.addingTimeInterval(3600) : found
  }

  static let records: [ExportedRecord] = [
    record("2024-03-30 22:00", "2024-03-31 04:00", "Acme/Website", "Night #billable"),
    record("2024-05-17 08:30", "2024-05-17 09:00", "Acme/Website", "Fix the login #ticket=R-12"),
    record("2024-05-17 09:00", "2024-05-17 10:15", "Acme/Website", "Fix the login #ticket=R-12"),
    record("2024-05-17 09:30", "2024-05-17 09:45", "Acme", "overlaps"),
    record("2024-05-17 10:15:20", "2024-05-17 11:00:50", "Acme"),
    record("2024-05-17 11:00:50", "2024-05-17 11:00:50", nil, "no length"),
    record(
      "2024-05-17 12:00",
      "2024-05-17 12:30",
      "Büro: Ablage; alt",
      "; first\n\n* third\n#a #b"
    ),
    record("2024-05-17 13:00", "2024-05-17 14:00", "Acme", "#billable"),
    record("2024-05-17 14:00", "2024-05-17 14:10", "TODO", "TODO [#A] :call:", zone: "Asia/Tokyo"),
    record("2024-05-17 14:10", "2024-05-17 14:20", "Acme", "Call #project=Other"),
    record("2024-05-18 00:00", "2024-05-18 01:30", "Acme", "#unplaced"),
    record("2024-05-18 20:00", "2024-05-22 06:00", "Acme", "longer than three days"),
    record("2024-05-22 07:00", nil, "Acme", "running"),
    record("2024-10-27 02:30", "2024-10-27 02:10+", "Acme", "in the repeated hour"),
  ]
}
