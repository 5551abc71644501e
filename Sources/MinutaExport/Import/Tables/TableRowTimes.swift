import MinutaCore

/// The times in the cells of a row.
struct TableRowTimes {
  let start: Moment
  let end: Moment
  let duration: String?
  let unit: DurationUnit?
  let breakText: String?
  /// The unit that the column of breaks names; nil for minutes if they are whole numbers, else hours.
  let breakUnit: DurationUnit?
  /// Whether the table has a column for the end, whose cell is empty while a timer is running.
  let hasEndColumn: Bool
  /// Whether the duration in a row without an end is what a running timer shows.
  let hasRunningDurations: Bool
  /// The name of the time zone of local times; nil for the one of the import.
  let zone: String?
  /// The seconds east of Greenwich of the row's local times; nil if the row doesn't state them.
  let offset: Int?

  /// The parts of a point in time that cells of a row give.
  struct Moment {
    var instant: Int?
    var date: CivilTime?
    /// The time of day in seconds after midnight.
    var clock: Int?

    var isEmpty: Bool { instant == nil && date == nil && clock == nil }

    /// The date and time of day.
    var local: CivilTime? {
      guard let date, let clock else { return nil }
      return CivilTime(utcSeconds: date.utcSeconds + clock)
    }

    /// Adds the parts of a cell that no earlier cell has given.
    mutating func add(_ text: TimeText) {
      switch text {
      case .instant(let seconds): instant = instant ?? seconds
      case .date(let date): self.date = self.date ?? date
      case .clock(let seconds): clock = clock ?? seconds
      case .local(let time):
        date = date ?? CivilTime(day: time.daysSince1970)
        clock = clock ?? time.utcSeconds - time.daysSince1970 * 86_400
      }
    }
  }

  /// The reason why a row has no record.
  enum Problem: Error {
    case skipped(SkipReason)
    case invalid(InvalidReason)
    case missing(TableField)
    case file(FormatError)
  }

  /// The duration in seconds; nil if the row has none, or if it isn't a duration.
  var seconds: Int? { duration.flatMap { DurationText.seconds($0, unit) } }

  /// Returns the seconds of a break that the times include: those of its cell, unless the duration
  /// shows that it is no part of them.
  func breakSeconds() throws(Problem) -> Int {
    guard let breakText else { return 0 }
    let unit = breakUnit ?? (Int(breakText.trimmed) == nil ? .hours : .minutes)
    guard let length = DurationText.seconds(breakText, unit), length >= 0 else {
      throw .invalid(.invalidDuration(breakText))
    }
    guard length > 0, let whole = wholeSeconds else { return 0 }
    if let seconds { return abs(whole - length - seconds) <= 60 ? length : 0 }
    guard length < whole else { throw .invalid(.invalidDuration(breakText)) }
    return length
  }

  /// The seconds from the start to the end; nil if one is missing.
  private var wholeSeconds: Int? {
    if let first = start.local, let last = end.local { return last.utcSeconds - first.utcSeconds }
    return difference.map { $0 < 0 ? $0 + 86_400 : $0 }
  }

  /// Returns the time of the record.
  func time() throws(Problem) -> ImportedTime {
    if start.isEmpty, end.isEmpty { throw .skipped(.noTime) }
    guard let first = instant(start, start.local) else {
      guard let day = start.date else { throw .missing(start.clock == nil ? .start : .date) }
      if end.clock != nil || end.instant != nil { throw .missing(.start) }
      let seconds = try length()
      if seconds > 86_400 { throw .invalid(.longerThanDay(seconds: seconds)) }
      return .length(seconds: seconds, day: day)
    }
    if end.isEmpty {
      if hasEndColumn, hasRunningDurations || duration == nil { throw .skipped(.running) }
      let seconds = try length()
      if hasEndColumn, seconds == 0 { throw .skipped(.running) }
      return .lasting(first, seconds: seconds)
    }
    let local = if let local = end.local { local } else { try closing() }
    guard let last = instant(end, local) else { throw .missing(.endTime) }
    return .interval(first, last)
  }

  private func instant(_ moment: Moment, _ local: CivilTime?) -> ImportedInstant? {
    if let seconds = moment.instant { return .utc(seconds) }
    if let local, let offset { return .utc(local.utcSeconds - offset) }
    return local.map { time in zone.map { .zoned(time, zone: $0) } ?? .local(time) }
  }

  private func length() throws(Problem) -> Int {
    guard let duration else { throw .skipped(.noTime) }
    guard let seconds else { throw .invalid(.invalidDuration(duration)) }
    return seconds
  }

  /// The only unit in which a duration that is a plain number is the time from the start to the end,
  /// give or take a minute; nil if there is none or more than one.
  var fittingUnit: DurationUnit? {
    guard let duration, DecimalText.value(duration) != nil, let difference else { return nil }
    let units: [DurationUnit] = [.hours, .minutes, .seconds]
    let fitting = units.filter { unit in
      guard let seconds = DurationText.seconds(duration, unit) else { return false }
      let rest = abs(seconds - difference) % 86_400
      return min(rest, 86_400 - rest) <= 60
    }
    return fitting.count == 1 ? fitting[0] : nil
  }

  /// The seconds from the start to the end, apart from whole days; nil if one is missing.
  private var difference: Int? {
    if let first = start.instant, let last = end.instant { return last - first }
    guard let first = start.clock, let last = end.clock else { return nil }
    return last - first
  }

  /// The seconds up to which a record without a duration may last to the next day.
  private static let longestNight = 16 * 3600

  /// Returns the end that has only a time of day: the first one after the start, or on the day that
  /// the duration gives.
  ///
  /// - Throws: If the end is before the start, and too long after it on the next day.
  private func closing() throws(Problem) -> CivilTime? {
    guard end.instant == nil, let clock = end.clock else { return nil }
    guard let start = start.local else { throw .missing(.endDate) }
    let difference = CivilTime(day: start.daysSince1970).utcSeconds + clock - start.utcSeconds
    var days = difference < 0 ? 1 : 0
    if let duration, seconds == nil { throw .invalid(.invalidDuration(duration)) }
    if seconds == nil, difference < 0, difference + 86_400 > Self.longestNight {
      throw .invalid(.endBeforeStart)
    }
    if let seconds, seconds >= 0 {
      days = (seconds - difference + 43_200) / 86_400
      // Only a clock that is set back shows an end before the start.
      if difference + days * 86_400 < -7200 { days += 1 }
    }
    return CivilTime(utcSeconds: start.utcSeconds + difference + max(days, 0) * 86_400)
  }
}
