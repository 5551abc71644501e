/// Splits time at the boundaries of calendar units, and caches the units.
///
/// A unit has a number in each dimension: the day, the first day of the week, the month counted
/// from year 0, the year, the weekday or the hour. The calendar computes each unit once.
struct CalendarBuckets {
  private let days: LocalCalendar
  private let dimensions: [SummaryDimension]
  private let finest: SummaryDimension
  /// The start and end of each unit in seconds since 1970, sorted by start.
  private var starts: [Int] = []
  private var ends: [Int] = []
  /// The numbers of all units: one number per dimension, unit after unit.
  private var numbers: [Int32] = []
  /// The index of the last used unit, which is usually needed again.
  private var last = 0
  /// The day of the last computed unit.
  private var lastDay: (day: Int, start: Int, end: Int) = (0, 0, 0)

  /// Creates buckets for at least one calendar dimension.
  init(_ dimensions: [SummaryDimension], by days: LocalCalendar) {
    self.days = days
    self.dimensions = dimensions
    if dimensions.contains(.hour) {
      finest = .hour
    } else if dimensions.contains(.weekday) || dimensions.count > 1 {
      finest = .day
    } else {
      finest = dimensions.first ?? .day
    }
  }

  /// Returns the index of the unit that contains an instant.
  ///
  /// The index is valid until another unit is added.
  mutating func index(at seconds: Int) -> Int {
    if last < starts.count, starts[last] <= seconds, seconds < ends[last] { return last }
    let next = last + 1
    if next < starts.count, starts[next] <= seconds, seconds < ends[next] {
      last = next
      return next
    }
    last = search(seconds)
    return last
  }

  /// Returns the index of the unit that follows another.
  mutating func index(after place: Int) -> Int {
    let end = ends[place]
    let next = place + 1
    if next < starts.count, starts[next] <= end, end < ends[next] { return next }
    return search(end)
  }

  func end(of place: Int) -> Int { ends[place] }

  func number(_ dimension: Int, of place: Int) -> Int32 {
    numbers[place * dimensions.count + dimension]
  }

  /// Returns the index of the unit that contains an instant, and adds the unit if it is missing.
  private mutating func search(_ seconds: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    if low > 0, seconds < ends[low - 1] { return low - 1 }
    if seconds < lastDay.start || seconds >= lastDay.end { lastDay = days.dayBounds(at: seconds) }
    let day = lastDay.day
    let (start, end) = edges(seconds)
    starts.insert(start, at: low)
    ends.insert(end, at: low)
    let hour = finest == .hour ? self.hour(at: seconds) : 0
    numbers.insert(
      contentsOf: dimensions.map { number(of: $0, day, hour: hour) },
      at: low * dimensions.count
    )
    return low
  }

  private func edges(_ seconds: Int) -> (start: Int, end: Int) {
    let unit: LocalCalendar.Unit
    switch finest {
    case .hour:
      return (
        max(lastDay.start, hourEdge(seconds, by: -1)), min(lastDay.end, hourEdge(seconds, by: 1))
      )
    case .week: unit = .week
    case .month: unit = .month
    case .year: unit = .year
    default: return (lastDay.start, lastDay.end)
    }
    let covered = days.days(of: unit, containing: lastDay.day)
    return (days.start(ofDay: covered.lowerBound), days.start(ofDay: covered.upperBound))
  }

  private func hour(at seconds: Int) -> Int {
    CivilTime(utcSeconds: seconds + days.offset(at: seconds)).hour
  }

  /// Returns the start or end of the current hour on the local clock.
  ///
  /// A clock change also ends an hour.
  private func hourEdge(_ seconds: Int, by direction: Int) -> Int {
    let offset = days.offset(at: seconds)
    let shown = seconds + offset
    let since = shown - shown.flooredQuotient(by: 3600) * 3600
    if direction < 0 {
      return days.offset(at: seconds - since) == offset
        ? seconds - since : change(between: seconds - since, and: seconds)
    }
    let end = seconds - since + 3600
    return days.offset(at: end - 1) == offset ? end : change(between: seconds, and: end - 1)
  }

  /// Returns the first instant after the last change of the UTC offset between two instants.
  private func change(between early: Int, and late: Int) -> Int {
    var (low, high) = (early, late)
    let offset = days.offset(at: early)
    while low + 1 < high {
      let middle = (low + high) / 2
      if days.offset(at: middle) == offset { low = middle } else { high = middle }
    }
    return high
  }

  private func number(of dimension: SummaryDimension, _ day: Int, hour: Int) -> Int32 {
    switch dimension {
    case .week: return Int32(days.days(of: .week, containing: day).lowerBound)
    case .month:
      let date = CivilTime(day: day)
      return Int32(date.year * 12 + date.month - 1)
    case .year: return Int32(CivilTime(day: day).year)
    case .weekday: return Int32(Weekday(ofDay: day).days(after: days.weekStart))
    case .hour: return Int32(hour)
    case .day, .tag, .comment: return Int32(day)
    }
  }
}

extension SummaryDimension {
  /// Returns the text of a calendar number for results.
  func key(_ number: Int, by days: LocalCalendar) -> String {
    switch self {
    case .week:
      let week = days.week(fromDay: number)
      return "\(week.year.padded(to: 4))-W\(week.number.padded(to: 2))"
    case .month: return "\((number / 12).padded(to: 4))-\((number % 12 + 1).padded(to: 2))"
    case .year: return number.padded(to: 4)
    case .weekday:
      return Weekday(rawValue: (number + days.weekStart.rawValue) % 7)?.name ?? "\(number)"
    case .hour: return number.padded(to: 2)
    case .day, .tag, .comment: return CivilTime(day: number).dateText
    }
  }
}
