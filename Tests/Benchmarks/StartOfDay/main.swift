import Foundation

// A program that does only the minimum work of a status line, as a benchmark to compare with: it
// finds the start of today in a time zone.
var calendar = Calendar(identifier: .gregorian)
calendar.timeZone = TimeZone(identifier: "Europe/Zurich") ?? .current
// Use a date style, so that ICU's time zones are linked. Without them every time zone would be GMT.
let style = Date.VerbatimFormatStyle(
  format: "\(year: .defaultDigits)",
  timeZone: calendar.timeZone,
  calendar: calendar
)
if CommandLine.arguments.count > 1 { print(Date.now.formatted(style)) }
print(calendar.startOfDay(for: .now).timeIntervalSince1970)
