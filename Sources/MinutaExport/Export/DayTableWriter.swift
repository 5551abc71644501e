import Foundation
import MinutaCore

/// Writes the days of records as the rows of a CSV file.
struct DayTableWriter: ExportWriter {
  private let columns: [ExportProfile.Column]
  private let options: ExportOptions
  private(set) var omissions = Omissions()
  /// The days with records, by the number of days since 1970-01-01.
  private var days: [Int: WorkDay] = [:]

  init(_ profile: ExportProfile, _ options: ExportOptions) {
    self.options = options
    columns = options.targets == nil ? profile.columnsWithoutTargets : profile.columns
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
    var table = RowTable(columns: columns.map(\.column))
    for day in Set(days.keys).union((options.targets ?? [:]).keys).sorted() {
      table.rows.append(columns.map { text($0.value, on: day) })
    }
    CSVRenderer().append(table, to: &output)
  }

  private func text(_ value: ExportProfile.Value, on day: Int) -> String {
    let worked = days[day]
    let (seconds, target) = (worked?.seconds ?? 0, options.targets?[day] ?? 0)
    return switch value {
    case .day: CivilTime(day: day).dateText
    case .dayStart: worked.map { clockText($0.bounds.lowerBound, day) } ?? ""
    case .dayEnd: worked.map { clockText($0.bounds.upperBound, day) } ?? ""
    case .breaks: worked.map { options.text(seconds: $0.breaks) } ?? ""
    case .worked: options.text(seconds: seconds)
    case .target: options.text(seconds: target)
    case .balance: options.text(seconds: seconds - target)
    default: ""
    }
  }

  /// Returns the time of day of an instant; `24:00` for midnight at the end of the day.
  private func clockText(_ seconds: Int, _ day: Int) -> String {
    let time = options.time(at: Date(timeIntervalSince1970: Double(seconds)))
    let isEnd = options.days.dayStart == 0 && options.shownDays.start(ofDay: day + 1) == seconds
    return isEnd ? "24:00" : time.clockText
  }
}
