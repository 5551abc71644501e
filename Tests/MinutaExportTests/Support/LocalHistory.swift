import Foundation
import MinutaCore
import MinutaExport
import MinutaTestSupport

/// Generates the times of entries as other programs write them: local, in whole minutes.
///
/// They include changes of the clock, entries over midnight, and entries without any length.
struct LocalHistory {
  private var generator: SeededGenerator
  private var end = 28_485_000
  private let clock = LocalTimeConverter(timeZone: Exchange.days.timeZone)

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// An entry whose end isn't before its start on the local clock.
  struct Entry {
    let start: CivilTime
    let end: CivilTime
    let text: String?

    var interval: String { "\(start.dateText) \(start.clockText) \(end.dateText) \(end.clockText)" }
  }

  mutating func next() -> Entry {
    while true {
      if number(0..<100) == 0 { end = nextChange() + number(-90..<30) }
      let start = end + [0, 1, 15, 120, 361][Int.random(in: 0..<5, using: &generator)]
      end = start + [0, 1, 30, 61, 333, 1500][Int.random(in: 0..<6, using: &generator)]
      let text = Self.texts[Int.random(in: Self.texts.indices, using: &generator)]
      let entry = Entry(start: time(start), end: time(end), text: text)
      if entry.start.utcSeconds <= entry.end.utcSeconds { return entry }
    }
  }

  /// Returns the minute at which the clock is changed next.
  private func nextChange() -> Int {
    let now = Date(timeIntervalSince1970: Double(end * 60))
    let change = clock.timeZone.nextDaylightSavingTimeTransition(
      after: now.addingTimeInterval(7200)
    )
    return change.map { Int($0.timeIntervalSince1970) / 60 } ?? end
  }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

  private func time(_ minutes: Int) -> CivilTime {
    clock.time(at: Date(timeIntervalSince1970: Double(minutes * 60)))
  }

  /// Returns the times of a record as the local clock shows them, in the form of an entry.
  static func interval(_ record: RecordToImport) -> String {
    let clock = LocalTimeConverter(timeZone: Exchange.days.timeZone)
    let (start, end) = (clock.time(at: record.start), clock.time(at: record.end))
    return Entry(start: start, end: end, text: nil).interval
  }

  private static let texts: [String?] = [
    nil, "Planning", "Fix #12 in C#", "#billable", "Review #ticket=R-12 #billable",
    "#client=\"Acme Inc.\" call", "semi;colon, comma | pipe: dash - star *", "\"quotes\" \\ slash",
    "</script><b>&amp;", "=1+1", "-5h", "1h30m", "8:00 - 9:00", "@home", "tab\there",
    "\u{200F}bidi", "🙂 読む e\u{301}", "TODO [#A] :tag:",
    String(repeating: "long ", count: 2000) + "end",
  ]
}

extension RecordToImport {
  /// The values that a file in another format must have, without the id and the line.
  var content: String {
    "\(LocalHistory.interval(self)) | \(tag ?? "") | \(comment ?? "")"
  }
}
