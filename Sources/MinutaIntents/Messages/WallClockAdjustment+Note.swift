import Foundation
import MinutaCore

extension LocalTimeConverter.LocalTimeAdjustment {
  /// Returns the note about a time that a clock change or the start of the day has moved.
  func note(resolvedTo date: Date, timeZone: TimeZone) -> String {
    let zone = timeZone.name
    switch self {
    case .skipped(let time):
      let used = LocalTimeConverter(timeZone: timeZone).time(at: date)
      let day = used.dateText == time.dateText ? "" : "\(used.dateText) "
      return "\(time.clockText) does not exist on \(time.dateText) in \(zone); "
        + "using \(day)\(used.clockText)."
    case .repeated(let time):
      return "\(time.clockText) occurs twice on \(time.dateText) in \(zone); using the first."
    case .ofDay(let time):
      return "Using \(time.clockText) on \(time.dateText), because of your setting 'dayStart'."
    }
  }
}
