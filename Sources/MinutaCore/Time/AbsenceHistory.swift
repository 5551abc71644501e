package import Foundation

/// The times in which the user was away from this machine, as the intents `Away` and `Back` note
/// them.
package struct AbsenceHistory: Sendable, Equatable {
  /// A time in which the user was away.
  package struct Absence: Sendable, Equatable {
    package let from: Date
    package let to: Date
    /// The records of the timers that ran when the user left, and no longer when the user returned.
    package let stopped: [UUID]

    package init(from: Date, to: Date, stopped: [UUID] = []) {
      self.from = from
      self.to = to
      self.stopped = stopped
    }

    package var seconds: Int { to.unixSeconds - from.unixSeconds }
  }

  /// The absences that have ended, in order.
  package private(set) var absences: [Absence]
  /// The departure of a user who hasn't returned; nil if the user isn't away.
  package private(set) var departure: Departure?

  package init(absences: [Absence] = [], departure: Departure? = nil) {
    self.absences = absences
    self.departure = departure
  }

  /// The maximum number of stored absences.
  private static let limit = 32
  /// The time in seconds after which an absence is dropped, unless a timer runs since before it.
  private static let lifetime = 2.0 * 86_400

  package var isEmpty: Bool { absences.isEmpty && departure == nil }

  /// Notes that the user has left.
  ///
  /// The start of an absence before a restart of the machine is replaced: that absence ended with
  /// the restart.
  ///
  /// - Parameter isCorrection: whether `moment` replaces the start of an absence that hasn't ended;
  ///   otherwise the earlier of both stays.
  package mutating func leave(at moment: Date, isCorrection: Bool, _ reading: UptimeSample?) {
    if let departure {
      if let end = departure.endByRestart(reading) {
        append(Absence(from: departure.moment, to: end))
      } else if !isCorrection, departure.start(reading) <= moment {
        return
      }
    }
    departure = Departure(at: moment, reading)
  }

  /// Notes that the user has returned.
  ///
  /// - Parameters:
  ///   - absence: the absence to keep; nil if no timer ran in it.
  ///   - oldestStart: the start of the oldest running timer; nil if none is running.
  ///   - minimum: the minimum length in seconds of an absence that is kept after the next one.
  package mutating func comeBack(
    after absence: Absence?,
    oldestStart: Date?,
    minimum: Int
  ) {
    departure = nil
    guard let absence, absence.seconds > 0 else { return }
    let oldest = min(absence.to.addingTimeInterval(-Self.lifetime), oldestStart ?? absence.to)
    // A short absence is kept at first, since the next one may continue it.
    absences.removeAll { $0.to <= oldest || ($0.seconds < minimum && $0.to < absence.from) }
    append(absence)
  }

  /// Appends an absence, joined with those that it overlaps or touches.
  private mutating func append(_ absence: Absence) {
    let touching = absences.filter { $0.from <= absence.to && absence.from <= $0.to }
    absences.removeAll { touching.contains($0) }
    let all = touching + [absence]
    let stopped = all.flatMap(\.stopped)
    absences.append(
      Absence(
        from: all.map(\.from).min() ?? absence.from,
        to: all.map(\.to).max() ?? absence.to,
        stopped: stopped.enumerated().filter { !stopped[..<$0.offset].contains($0.element) }
          .map(\.element)
      )
    )
    absences = Array(absences.sorted { $0.from < $1.from }.suffix(Self.limit))
  }

  /// Returns the parts of the absences between two instants.
  ///
  /// An absence that a restart of the machine ended is included, although `Back` hasn't noted it.
  func idlePeriods(from start: Date, to end: Date, _ reading: UptimeSample?) -> [IdlePeriod] {
    let restarted = departure.flatMap { departure in
      departure.endByRestart(reading).map { Absence(from: departure.moment, to: $0) }
    }
    return (absences + [restarted].compactMap(\.self)).compactMap { absence in
      let (from, to) = (max(absence.from, start), min(absence.to, end))
      return from < to ? IdlePeriod(.away, from: from, to: to) : nil
    }
  }
}

/// The moment at which the user left, with the readings of the machine's clocks.
package struct Departure: Sendable, Equatable {
  package let moment: Date
  /// The identifier of the boot; nil if it can't be read.
  package let boot: String?
  package let bootedAt: Date?

  package init(moment: Date, boot: String?, bootedAt: Date?) {
    self.moment = moment
    self.boot = boot
    self.bootedAt = bootedAt
  }

  init(at moment: Date, _ reading: UptimeSample?) {
    self.init(moment: moment, boot: reading?.boot, bootedAt: reading?.bootedAt)
  }

  /// The change of the clock, in seconds, from which it counts as set.
  private static let tolerance = 60.0

  /// Returns the moment on the present clock.
  ///
  /// If the clock was set since, it is moved likewise, so that the absence keeps its true length.
  package func start(_ reading: UptimeSample?) -> Date {
    guard let reading, reading.boot == boot, let bootedAt else { return moment }
    let change = reading.bootedAt.timeIntervalSince(bootedAt)
    return abs(change) < Self.tolerance ? moment : moment.addingTimeInterval(change)
  }

  /// Returns the time of the machine's restart, which ended the absence; nil if there was none.
  package func endByRestart(_ reading: UptimeSample?) -> Date? {
    guard let reading, let boot, reading.boot != boot else { return nil }
    return max(moment, reading.bootedAt)
  }
}
