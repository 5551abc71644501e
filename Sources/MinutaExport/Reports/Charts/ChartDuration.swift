import MinutaCore

/// The form of the durations of one chart: the longest one in which each total fits above its bar.
struct ChartDuration {
  /// The font of the totals.
  let font: ReportFont
  private let style: Style

  private enum Style {
    /// `3h 05m`
    case units
    /// `3:05`
    case clock
    /// `3h` at the end of a bar, and `3:05` within it.
    case hours
  }

  /// - Parameters:
  ///   - totals: the seconds of each bar.
  ///   - room: the width for each total.
  init(totals: [Int], room: Double) {
    let attempts =
      stride(from: 8.5, through: 7, by: -0.5).map { ($0, Style.units) }
      + stride(from: 8.5, through: 5.5, by: -0.5).map { ($0, Style.clock) }
    let found = attempts.first { size, style in
      let font = ReportFont(size: size, isBold: true)
      return totals.allSatisfy { font.width(Self.text($0, style)) <= room }
    }
    font = ReportFont(size: found?.0 ?? 6, isBold: true)
    style = found?.1 ?? .hours
  }

  /// Returns the text above a bar; empty below a minute, or if it's wider than the room.
  func total(_ seconds: Int, room: Double) -> String {
    if style != .hours { return Self.text(seconds, style) }
    let hours = seconds < 1800 ? "" : "\((seconds + 1800) / 3600)h"
    return font.width(hours) <= room ? hours : ""
  }

  /// Returns the text of a part of a bar; nil if it's wider than `width`.
  func text(_ seconds: Int, _ font: ReportFont, width: Double) -> String? {
    let text = Self.text(seconds, style)
    return text.isEmpty || font.width(text) > width ? nil : text
  }

  private static func text(_ seconds: Int, _ style: Style) -> String {
    if seconds < 60 { return "" }
    return style == .units
      ? DurationFormat.text(seconds: seconds) : DurationText.minutes(seconds)
  }
}
