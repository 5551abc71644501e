package import Foundation
import MinutaCore

/// A running timer as shown in a status bar.
package struct RunningTimer: Sendable {
  /// The name of the timer's tag.
  ///
  /// For a tag without a name in the status, this is the beginning of the tag's id; for a timer
  /// without a tag, it is `untagged`.
  let name: String
  /// The color of the tag, such as `#3584e4`; nil if it has none.
  let color: String?
  package let start: Date?
  let seconds: Int

  /// A running record in the result of `Status`.
  struct Record: Decodable {
    let tag: Tag?
    let startTime: String
    let durationSeconds: Int

    struct Tag: Decodable {
      let id: String
      let name: String?
      let color: String?
    }
  }

  init(_ record: Record) {
    name = record.tag.map { $0.name ?? String($0.id.prefix(8)) } ?? "untagged"
    color = record.tag?.color.flatMap { $0.isHexColor ? $0 : nil }
    start = Timestamp.date(record.startTime)
    seconds = record.durationSeconds
  }

  /// Returns the local time at which the timer started, such as `09:30`.
  ///
  /// The text begins with the date if that isn't today. Nil if the time or the time zone is
  /// unknown.
  func localStart(in timeZone: TimeZone?, _ rules: TimeRules) -> String? {
    guard let start, let timeZone else { return nil }
    let today = start.addingTimeInterval(Double(seconds))
    return start.localTimeText(in: timeZone, rules, today: today)
  }
}

extension Date {
  /// Returns the local time, such as `09:30` or `9:30 am`, after the date if that isn't today's.
  func localTimeText(in timeZone: TimeZone, _ rules: TimeRules, today: Date) -> String {
    let clock = LocalTimeConverter(timeZone: timeZone)
    var shown = clock.time(at: self)
    shown.second = 0
    let isToday = shown.dateText == clock.time(at: today).dateText
    let text = shown.clockText(in12Hours: rules.uses12Hours)
    return isToday ? text : "\(shown.dateText) \(text)"
  }
}

extension String {
  /// Whether the text is a color that every bar reads, such as `#3584e4`.
  fileprivate var isHexColor: Bool {
    utf8.count == 7 && hasPrefix("#")
      && utf8.dropFirst().allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
          UInt8(ascii: "a")...UInt8(ascii: "f"):
          true
        default: false
        }
      }
  }
}
