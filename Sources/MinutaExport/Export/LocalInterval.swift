import Foundation
import MinutaCore

/// The start and end of a record as a clock shows them, for formats whose times have no zone.
struct LocalInterval {
  let start: CivilTime
  /// The end, which is never before `start`, even if the clock is set back in between.
  let end: CivilTime
  /// The duration in seconds.
  let seconds: Int

  /// Whether the times on the clock give another duration, because the clock is changed in between.
  var isAcrossClockChange: Bool { end.utcSeconds - start.utcSeconds != seconds }

  /// Creates the interval of a record, or counts it as running and returns nil.
  ///
  /// Counts the data of the record that these times can't hold, and its images.
  ///
  /// - Parameter unit: the unit of times in seconds; shorter ones are cut off.
  init?(
    _ exported: ExportedRecord,
    _ options: ExportOptions,
    unit: Int = 1,
    omissions: inout Omissions
  ) {
    let record = exported.record
    guard let endTime = record.endTime else {
      omissions.count(.running)
      return nil
    }
    let zone = options.shownDays.timeZone
    let clock = LocalTimeConverter(timeZone: zone)
    let from = Self.floored(record.startTime, to: unit)
    let to = Self.floored(endTime, to: unit)
    seconds = Int(to.timeIntervalSince(from))
    start = clock.time(at: from)
    let shown = clock.time(at: to)
    let isBackward = shown.utcSeconds < start.utcSeconds
    end = isBackward ? CivilTime(utcSeconds: start.utcSeconds + seconds) : shown
    if from != record.startTime || to != endTime { omissions.count(.seconds) }
    if clock.instant(of: start).date != from || clock.instant(of: end).date != to {
      omissions.count(.repeatedTimes)
    }
    if let name = record.timeZone, name != zone.name { omissions.count(.timeZones) }
    omissions.countImages(of: exported)
  }

  private static func floored(_ date: Date, to unit: Int) -> Date {
    let seconds = date.unixSeconds
    let rest = (seconds % unit + unit) % unit
    return Date(timeIntervalSince1970: Double(seconds - rest))
  }
}
