import Foundation

// The least that a status line needs: the start of today in the user's zone.
var calendar = Calendar(identifier: .gregorian)
calendar.timeZone = TimeZone(identifier: "Europe/Zurich") ?? .current
// Linked without the zones of ICU, every zone would be GMT.
let style = Date.VerbatimFormatStyle(
  format: "\(year: .defaultDigits)",
  timeZone: calendar.timeZone,
  calendar: calendar
)
if CommandLine.arguments.count > 1 { print(Date.now.formatted(style)) }
print(calendar.startOfDay(for: .now).timeIntervalSince1970)
