import MinutaCore
import MinutaExport

/// The seconds of records on each local day.
enum DayTotals {
  /// Returns the totals by the dates of days; a record over midnight counts on both days.
  static func of(_ records: [ExportedRecord], in days: LocalCalendar = Exchange.days)
    -> [String: Int]
  {
    var totals: [String: Int] = [:]
    for record in records {
      var start = record.record.startTime.unixSeconds
      let end = record.record.endTime?.unixSeconds ?? start
      while start < end {
        let day = days.day(at: start)
        let next = min(end, days.start(ofDay: day + 1))
        totals[CivilTime(day: day).dateText, default: 0] += next - start
        start = next
      }
    }
    return totals
  }
}
