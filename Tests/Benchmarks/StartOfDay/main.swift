import Foundation

// The minimum work of a status line: finding the start of today in the user's time zone.
var calendar = Calendar(identifier: .gregorian)
calendar.timeZone = TimeZone(identifier: "Europe/Zurich") ?? .current
// Links ICU's time zones; without them every time zone would be GMT.
let style = Date.VerbatimFormatStyle(
  format: "\(year: .defaultDigits)",
  timeZone: calendar.timeZone,
  calendar: calendar
)
if CommandLine.arguments.count > 1 { print(Date.now.formatted(style)) }
print(calendar.startOfDay(for: .now).timeIntervalSince1970)
