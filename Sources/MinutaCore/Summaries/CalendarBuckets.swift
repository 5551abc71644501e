/// Splits time at the boundaries of calendar units, such as days or hours.
///
/// Units have the size of the finest dimension. For each dimension, a unit has a number that
/// identifies its group: the day, the first day of the week, the month since year 0, the year, the
/// weekday or the hour. Each unit is computed once and cached.
struct CalendarBuckets {
  private let days: LocalCalendar
  private let dimensions: [SummaryDimension]
  private let finest: SummaryDimension
  /// The start of each cached unit in seconds since 1970, in ascending order.
  ///
  /// `ends` has the ends of the same units.
  private var starts: [Int] = []
  private var ends: [Int] = []
  /// The group numbers of the cached units: for each unit, one number per dimension.
  private var numbers: [Int32] = []
  /// The index of the last used unit, which is checked first because rows are sorted by start.
  private var last = 0
  /// The day that contains the unit computed last, cached for the next unit.
  private var lastDay: (day: Int, start: Int, end: Int) = (0, 0, 0)

  /// Creates an empty cache.
  ///
  /// At least one of the dimensions must be a calendar unit.
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

  /// Returns the index of the unit that contains an instant, given in seconds since 1970.
  ///
  /// The index can change when another unit is added to the cache.
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

  /// Returns the index of the unit that begins where another one ends.
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

  /// Returns the index of the unit that contains an instant, and computes the unit if necessary.
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

  /// Returns the start (`direction` -1) or end (1) of the local clock hour that contains an
  /// instant.
  ///
  /// If the clock is changed within the hour, the hour is split there.
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

  /// Returns the instant of the only change of the UTC offset between two instants.
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
    case .day, .tag, .tagLevel, .comment, .label, .labelValue: return Int32(day)
    }
  }
}

extension SummaryDimension {
  /// Returns the key of a group in the results, such as `2026-11-20`, for its number.
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
    case .day, .tag, .tagLevel, .comment, .label, .labelValue:
      return CivilTime(day: number).dateText
    }
  }
}
