import Foundation
import MinutaCore

/// Formats dates and numbers in the language of a report's reader.
package struct ReportLocale: Sendable {
  private let locale: Locale

  package init(_ identifier: String) {
    locale = Locale(identifier: identifier)
  }

  /// Whether there are dates and numbers of a language, such as `de_DE`, `de-CH` or `en`.
  package static func isKnown(_ identifier: String) -> Bool {
    let name = identifier.replacingOccurrences(of: "-", with: "_")
    return Locale.availableIdentifiers.contains(name)
  }

  /// Returns days as `1–30 November 2026`, which are given in days since 1970-01-01.
  package func range(_ first: Int, _ last: Int) -> String {
    let formatter = DateIntervalFormatter()
    formatter.locale = locale
    formatter.timeZone = .gmt
    formatter.dateTemplate = "dMMMMy"
    return formatter.string(from: Self.date(first), to: Self.date(last))
  }

  /// Returns a day as `Mon 2 Nov 2026`.
  package func fullDay(_ day: Int) -> String {
    Self.date(day).formatted(style.weekday(.abbreviated).day().month(.abbreviated).year())
  }

  /// Returns a day as `Mon 2 Nov`.
  package func shortDay(_ day: Int) -> String {
    Self.date(day).formatted(style.weekday(.abbreviated).day().month(.abbreviated))
  }

  /// Returns a day as `2 Nov`.
  package func dayAndMonth(_ day: Int) -> String {
    Self.date(day).formatted(style.day().month(.abbreviated))
  }

  /// Returns a weekday as `Mon`.
  package func weekday(_ day: Int) -> String {
    Self.date(day).formatted(style.weekday(.abbreviated))
  }

  /// Returns a weekday as `M`.
  package func weekdayInitial(_ day: Int) -> String {
    Self.date(day).formatted(style.weekday(.narrow))
  }

  /// Returns a month as `Nov`.
  package func month(_ day: Int) -> String {
    Self.date(day).formatted(style.month(.abbreviated))
  }

  /// Returns the share of a time in whole percent, which is below 1 for a time that rounds to none.
  func share(_ percent: Int, ofSeconds seconds: Int) -> String {
    percent == 0 && seconds > 0 ? "<\(self.percent(1))" : self.percent(percent)
  }

  /// Returns a whole percentage as `35%`.
  package func percent(_ value: Int) -> String {
    (Double(value) / 100).formatted(.percent.precision(.fractionLength(0)).locale(locale))
  }

  private var style: Date.FormatStyle { Date.FormatStyle(locale: locale, timeZone: .gmt) }

  private static func date(_ day: Int) -> Date {
    Date(timeIntervalSince1970: Double(day) * 86_400)
  }
}
