import Foundation
import MinutaCore

/// A CSV table with a row a day: the first start, the last end, the breaks and the working time.
///
/// If there are targets, the last columns are the target of the day and the balance.
package enum DaySheetExportFormat: ExportFormat {
  package static let name = "daysheet"
  package static let title = "Day sheet"
  package static let fileExtension = "csv"
  package static let hasDurations = true
  package static let hasDecimalHours = true
  package static let isCutAtRange = true

  /// The first headings; the others depend on the targets.
  static let titles = ["Date", "Start", "End", "Breaks", "Worked"]

  package static func writer(_ options: ExportOptions) -> any ExportWriter {
    Writer(options: options)
  }

  private struct Writer: ExportWriter {
    let options: ExportOptions
    private(set) var omissions = Omissions()
    /// The days with records, by the number of days since 1970-01-01.
    private var days: [Int: WorkDay] = [:]

    init(options: ExportOptions) {
      self.options = options
    }

    mutating func add(_ exported: ExportedRecord, to output: inout [UInt8]) {
      guard let recordEnd = exported.record.endTime else { return omissions.count(.running) }
      let calendar = options.shownDays
      var start = exported.record.startTime.unixSeconds
      let end = max(start, recordEnd.unixSeconds)
      // The first days get the difference that rounding makes.
      var rounding = exported.seconds - (end - start)
      if exported.isVeryLong { omissions.count(.longRecords) }
      repeat {
        let day = calendar.day(at: start)
        let partEnd = min(end, calendar.start(ofDay: day + 1))
        // A very long record counts on its first day.
        if exported.isVeryLong { rounding = exported.seconds - (partEnd - start) }
        // A day can't lose more time than it has.
        let part = max(start - partEnd, rounding)
        days[day, default: WorkDay(start: start)].add(start..<partEnd, rounding: part)
        rounding -= part
        start = partEnd
      } while start < end && !exported.isVeryLong
    }

    func end(_ output: inout [UInt8]) {
      let targetTitles = options.targets == nil ? [] : ["Target", "Balance"]
      append(DaySheetExportFormat.titles + targetTitles, to: &output)
      for day in Set(days.keys).union((options.targets ?? [:]).keys).sorted() {
        append(cells(of: day), to: &output)
      }
    }

    private func cells(of day: Int) -> [String] {
      var cells = [CivilTime(day: day).dateText, "", "", "", options.text(seconds: 0)]
      let worked = days[day]
      if let worked {
        cells[1] = clockText(worked.bounds.lowerBound, day)
        cells[2] = clockText(worked.bounds.upperBound, day)
        cells[3] = options.text(seconds: worked.breaks)
        cells[4] = options.text(seconds: worked.seconds)
      }
      guard let targets = options.targets else { return cells }
      let target = targets[day] ?? 0
      let balance = (worked?.seconds ?? 0) - target
      return cells + [options.text(seconds: target), options.text(seconds: balance)]
    }

    /// Returns the time of day of an instant; `24:00` for midnight at the end of the day.
    private func clockText(_ seconds: Int, _ day: Int) -> String {
      let time = options.time(at: Date(timeIntervalSince1970: Double(seconds)))
      let isEnd = options.days.dayStart == 0 && options.shownDays.start(ofDay: day + 1) == seconds
      return isEnd ? "24:00" : time.clockText
    }

    private func append(_ cells: [String], to output: inout [UInt8]) {
      output += Array((cells.joined(separator: ",") + "\r\n").utf8)
    }
  }
}
