import MinutaCore

extension SkipReason {
  /// The reason as a clause, such as `it is still running`.
  package var clause: String {
    switch self {
    case .running: "it is still running"
    case .noTime: "it has no time"
    case .noDate: "it has no date"
    case .repeated(true): "an earlier entry has the same id"
    case .repeated(false): "an earlier file has the same entry"
    case .negative(let seconds): "its duration is \(DurationFormat.text(seconds: seconds))"
    case .cut(let seconds):
      "it is a break of \(DurationFormat.text(seconds: seconds)), cut from the time before it"
    case .allDay: "it is an all-day event"
    case .notBusy: "it is cancelled or marked as free time"
    case .declined: "you declined it"
    case .repeating: "it is a repeating event"
    case .notARecord(let kind): "'\(kind)' isn't a record"
    case .notRecords(let kind, 1): "1 element of the kind '\(kind)' isn't a record"
    case .notRecords(let kind, let count):
      "\(count) elements of the kind '\(kind)' aren't records"
    }
  }
}

extension InvalidReason {
  /// The reason as a clause, such as `the end is before the start`.
  package var clause: String {
    switch self {
    case .malformed: "it doesn't follow the format"
    case .expected(let text): "it doesn't follow the format; expected '\(text)'"
    case .noEnd(let line): "it has no clock-out before the clock-in in line \(line)"
    case .afterInvalidLine(let line): "it belongs to line \(line), which can't be read"
    case .cut: "the file ends in the middle of an entry"
    case .encoding: "it isn't UTF-8; if it is Windows-1252, add --encoding windows-1252"
    case .missing(let name): "'\(name)' is missing"
    case .invalidTime(let text): "'\(text)' isn't a \(DateText(text) == nil ? "time" : "date")"
    case .invalidDuration(let text) where DecimalText.value(text) != nil:
      "'\(text)' has no unit; put it into the column's name, such as 'duration (minutes)'"
    case .invalidDuration(let text): "'\(text)' isn't a duration"
    case .dateOrder(let text, let order, let fits, nil):
      "'\(text)' doesn't fit \(order.rawValue); try --date-order \(fits.rawValue)"
    case .dateOrder(let text, let order, _, let line?):
      "'\(text)' doesn't fit \(order.rawValue), the order of the date in line \(line)"
    case .longerThanDay(let seconds):
      "its duration of \(DurationFormat.text(seconds: seconds)) is longer than a day"
    case .outOfRange: "its time is before the year 1600 or after 9999"
    case .unknownTimeZone(let name): "'\(name)' is not a time zone"
    case .tooLong: "its comment or tag has more than 100000 characters"
    case .tooManyLevels: "its tag has more than 10000 levels"
    case .endBeforeStart: "the end is before the start"
    case .unclosedQuote: "a quotation mark isn't closed"
    case .textAfterQuote: "text follows a closing quotation mark, so one may be missing before it"
    case .tooManyCells: "it has more cells than the header"
    case .tooFewCells: "it has fewer cells than the header"
    }
  }
}
